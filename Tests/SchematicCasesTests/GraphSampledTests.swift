import SchematicCases
import Testing

@Suite struct GraphSampledTests {
  @Test func samplesAreNumbersThatRulesCanAddTo() {
    #expect(Int.graphSamples == [0, 1])
    #expect(UInt8.graphSamples == [0, 1])
    #expect(Double.graphSamples == [0, 0.5, 1])
    #expect(Duration.graphSamples == [.zero, .seconds(1)])
  }

  @Test func samplesAreTruthAndTexts() {
    #expect(Bool.graphSamples == [false, true])
    #expect(String.graphSamples == ["", "a"])
    #expect(Substring.graphSamples == ["", "a"])
    #expect(Character.graphSamples == ["a"])
    #expect(Unicode.Scalar.graphSamples == ["a"])
  }

  @Test func samplesAreWhatAnOptionalOrAResultHolds() {
    #expect(Bool?.graphSamples == [nil, false, true])
    #expect(Int??.graphSamples == [nil, .some(nil), 0, 1])
    #expect(Result<Bool, Never>.graphSamples == [.success(false), .success(true)])
    #expect(Never.graphSamples.isEmpty)
  }

  @Test func samplesAreCollectionsWithoutAndWithAnElement() {
    #expect([Int].graphSamples == [[], [0]])
    #expect(ContiguousArray<Int>.graphSamples == [[], [0]])
    #expect(ArraySlice<Int>.graphSamples == [[], [0]])
    #expect(Set<Bool>.graphSamples == [[], [false]])
    #expect([String: Int].graphSamples == [[:], ["": 0]])
    #expect([Never].graphSamples == [[]])
  }

  @Test func samplesAreRangesBetweenExtremeSamples() {
    #expect(Range<Int>.graphSamples == [0..<0, 0..<1])
    #expect(ClosedRange<Int>.graphSamples == [0...0, 0...1])
    #expect(Range<Character>.graphSamples == ["a"..<"a"])
    #expect(ClosedRange<Character>.graphSamples == ["a"..."a"])
    #expect(Range<Never>.graphSamples.isEmpty)
  }

  private enum Mode: CaseIterable, Graphable { case playing, paused }

  @Test func samplesAreTheCasesOfGraphableTypes() {
    #expect(Mode.graphSamples == [.playing, .paused])
    #expect(Mode?.graphSamples == [nil, .playing, .paused])
  }
}
