import Schematic
import SchematicCases
import Testing

/// What a snapshot says about the payloads of states, so that a type that has changed is noticed.
@Suite struct SavedShapeTests {
  struct Address: Codable, Hashable, Sendable {
    var street = "", number = 0
  }
  struct Nothing: Codable, Hashable, Sendable {}
  struct Price: Codable, Hashable, Sendable, CustomStringConvertible {
    var cents = 0
    var description: String { "\(cents) ct" }
  }
  enum Step: Graphable, Hashable, Sendable {
    case packed(Address), weighed(Price), bare(Nothing)
    static let graphCases: [Step] = [
      .packed(Address()), .weighed(Price()), .bare(Nothing()),
    ]
  }
  enum Lamp: String, CaseIterable, Graphable, Sendable { case off, on }
  struct Pair: GraphableRegions, Hashable, Sendable {
    var left = Lamp.off
    var right = Lamp.off
  }
  enum Parcel: Graphable, Hashable, Sendable {
    case at(Step), lit(Pair), lost
    static let graphCases: [Parcel] = Step.graphCases.map { .at($0) } + [.lit(Pair()), .lost]
  }
  /// A state that carries values of several types.
  enum Mixed: Graphable, Sendable {
    case a(any Sendable), b, c, d, e, f
    static let graphCases: [Mixed] = [.a(1), .a(""), .b, .c, .d, .e, .f]
  }
  enum Plain: String, CaseIterable, Graphable, Sendable { case a }

  @Test func snapshotDescribesTheFieldsOfPayloadsAndTheStatesInside() {
    #expect(
      MachineSnapshot(state: Parcel.lost).shapes == [
        "at.bare(Nothing)", "at.packed(Address{street: String, number: Int})", "at.weighed(Price)",
        "lit", "lit/left/off", "lit/left/on", "lit/right/off", "lit/right/on", "lost",
      ])
  }

  @Test func errorNamesAllThatDiffersInOrder() {
    let error = #expect(throws: SnapshotMismatchError.self) {
      let _: Plain = try MachineSnapshot(state: Mixed.b).restored { _, mismatch in throw mismatch }
    }
    #expect(
      error?.differences == [
        "state b is gone", "state c is gone", "state d is gone", "state e is gone",
        "state f is gone", "state a carries nothing, was (Int) or (String)",
      ])
  }
}
