import SchematicCases
import Testing

@Suite struct GraphableSupportTests {
  private enum Mode: CaseIterable, Graphable {
    case playing, paused
    var graphLabel: String { self == .playing ? "Playing" : "Paused" }
  }
  private enum Size: CaseIterable { case small }
  private struct Point { var x = 1 }

  @Test func pathGoesOnWithGraphableValuesOnly() {
    #expect(_GraphableSupport.casePath(of: Mode.paused) == ["paused"])
    #expect(_GraphableSupport.casePath(of: Mode?.some(.paused)) == ["paused"])
    #expect(_GraphableSupport.casePath(of: Mode?.none) == [])
    #expect(_GraphableSupport.casePath(of: 1) == [])
  }

  @Test func pathGoesOnWithTheOnlyValueThatHasOneOrTheOnlyOneWithoutALabel() {
    #expect(_GraphableSupport.casePath(ofNested: [(nil, 1), (nil, Mode.paused)]) == ["paused"])
    #expect(_GraphableSupport.casePath(ofNested: [(nil, Mode.playing), (nil, Mode.paused)]) == [])
    #expect(_GraphableSupport.casePath(ofNested: [(nil, 1), (nil, 2)]) == [])
    let back: [(String?, Any)] = [("last", Mode.playing), (nil, Mode.paused)]
    #expect(_GraphableSupport.casePath(ofNested: back) == ["paused"])
    #expect(_GraphableSupport.casePath(ofNested: back.map { ("one", $0.1) }) == [])
  }

  /// Returns the text of a value beside a nested state, whose name follows it.
  private static func text(_ value: Any, _ display: PayloadDisplay) -> String {
    _GraphableSupport.text(of: [(nil, value), ("mode", Mode.paused)], showing: display)
  }

  @Test func textHidesWhatIsNotAskedFor() {
    #expect(_GraphableSupport.text(of: [(nil, true)], showing: .hidden) == "")
    #expect(Self.text(true, .finite) == "(true)")
    #expect(Self.text(Size.small, .finite) == "(small)")
    for value: Any in [1, 0.5, "text", [true], Point()] {
      #expect(Self.text(value, .finite) == "")
    }
  }

  @Test func textShowsIfSomethingIsHeld() {
    #expect(Self.text(Int?.none as Any, .finite) == "(nil)")
    #expect(Self.text(Int?.some(3) as Any, .finite) == "(some)")
    #expect(Self.text(Bool?.some(true) as Any, .finite) == "(true)")
    // Of two states, the one without a label is nested, and the path goes on with it.
    #expect(Self.text(Mode?.some(.playing) as Any, .finite) == "(mode: Paused)")
    #expect(Self.text(Result<Int, Never>.success(3), .finite) == "(success)")
    #expect(Self.text(Result<Int, Never>.success(3), .all) == "(success(3))")
  }

  @Test func textShowsEverythingIfAskedTo() {
    #expect(_GraphableSupport.text(of: [(nil, 25)], showing: .all) == "(25)")
    #expect(
      _GraphableSupport.text(of: [("code", 404), ("text", "not \"found\"")], showing: .all)
        == #"(code: 404, text: "not \"found\"")"#)
    #expect(_GraphableSupport.text(of: [(nil, Int?.some(3) as Any)], showing: .all) == "(3)")
  }

  private struct Parcel {
    private enum Wrapping { case paper }
    private let wrapping = Wrapping.paper
  }

  @Test(
    arguments: [
      (Set(1...9), "([1, 2, 3, 4, 5, 6, 7, 8, 9])"),
      (["b": 2, "a": 1, "d": 4, "c": 3], #"(["a": 1, "b": 2, "c": 3, "d": 4])"#),
      (Parcel(), "(Parcel(wrapping: paper))"),
    ] as [(any Sendable, String)])
  func aShownPayloadReadsTheSameInEveryRun(_ value: any Sendable, _ text: String) {
    #expect(_GraphableSupport.text(of: [(nil, value)], showing: .all) == text)
  }

  @Test func textLeavesAGraphableValueToThePath() {
    #expect(_GraphableSupport.text(of: [("mode", Mode.paused)], showing: .all) == "")
    #expect(
      _GraphableSupport.text(of: [("mode", Mode?.none as Any)], showing: .all) == "(mode: nil)")
  }

  private enum Move: Graphable {
    case go(north: Int), go(Mode), go(south: Mode), go(Int, by: Bool), stay, `turn round`
    static var graphCases: [Move] { [] }
  }

  @Test func overloadedCasesAreToldApart() {
    let moves: [Move] = [
      .go(north: 1), .go(.playing), .go(south: .paused), .go(1, by: true), .stay, .`turn round`,
    ]
    #expect(
      moves.map { _GraphableSupport.OverloadedCase(of: $0).name } == [
        "go(north:)", "go(_:)", "go(south:)", "go(_:by:)", "stay", "turn round",
      ])
    let overloaded = _GraphableSupport.OverloadedCase(of: Move.go(south: .paused))
    #expect(overloaded.casePath("go(south:)") == ["go(south:)", "paused"])
    #expect(overloaded.graphLabel("south") == "south")
    #expect(
      _GraphableSupport.OverloadedCase(of: Move.go(1, by: true)).casePath("go", showing: .finite)
        == ["go(by: true)"])
  }
}
