import Testing

@testable import Scaffold

@Suite struct UndrawnCodeTests {
  private let undrawn = UndrawnCode(in: Fixture.code) { $0 == "App" }

  private var names: [String] { undrawn.findings.values.map(\.name).sorted() }

  @Test func everythingUndrawnIsNamedAndNothingElse() {
    #expect(
      names == [
        "Dial.call", "Dial.transfer", "Gauge.Turn.less", "Gauge.drain", "Meter.reset", "Pad.right",
        "Upload.Event.broke",
        "Upload.cancel",
        "Upload.pause",
      ])
  }

  @Test func aMethodThatNoGraphCallsIsNamedAtItsLine() throws {
    let cancel = try #require(undrawn.findings.values.first { $0.name == "Upload.cancel" })
    #expect(
      cancel.text
        == "Upload.cancel() is called by no graph; add a step, or leave it out: --except Upload.cancel"
    )
    #expect(cancel.place.offset > 0)
    #expect(names.contains("Upload.pause"), "extensions have methods, too")
  }

  @Test func aMachineOfADiagramIsSeenWithoutASource() {
    #expect(names.contains("Gauge.drain"))
    #expect(names.contains("Gauge.Turn.less"))
  }

  @Test func aCallOutsideOfTheGraphsCodeDrawsNothing() {
    // The function `app` calls it.
    #expect(names.contains("Upload.cancel"))
  }

  @Test func whatADrawnMethodCallsIsDrawn() {
    #expect(!names.contains("Upload.finish"))
    #expect(
      !names.contains("Kettle.unplug"), "the method of the superclass may be the overridden one")
  }

  @Test func functionsThatAGraphCallsBelongToIt() {
    #expect(!names.contains("Kettle.boil"))
    #expect(!names.contains("Upload.Event.sent"), "a step may take its event from elsewhere")
  }

  @Test func methodsThatNoOtherFileCanCallAreNotNamed() {
    #expect(names.allSatisfy { !["Upload.reset", "Kettle.leak", "Upload.isDone"].contains($0) })
  }

  @Test func aMachineThatOnlyAProtocolCallsIsSaidToBeUnseen() {
    #expect(undrawn.unseen == ["App.Pipe"])
    #expect(!names.contains("Pipe.read"))
  }

  @Test func aCaseThatHandWrittenCasesLackIsNamed() throws {
    let text = undrawn.findings.values.filter { $0.name == "Dial.transfer" }.map(\.text)
    #expect(
      text == [
        "Dial.transfer(to:) is not in its graphCases; add it, or leave it out: --except Dial.transfer"
      ])
  }

  @Test func whoeverTakesAllCasesListsThem() {
    #expect(names.allSatisfy { !$0.hasPrefix("Key.") && !$0.hasPrefix("Cup.") })
  }

  @Test func machinesAndListsAreCounted() {
    #expect(
      undrawn.machines.keys.map(CheckedCode.short).sorted() == [
        "Gauge", "Kettle", "Line", "Meter", "Model", "Pipe", "Upload",
      ])
    #expect(undrawn.methodCount == 14)
    #expect(undrawn.listCount == 7)
  }
}
