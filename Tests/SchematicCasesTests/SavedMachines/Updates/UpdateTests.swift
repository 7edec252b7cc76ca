import Foundation
import Schematic
import SchematicCases
import Testing

/// Machines that an earlier program saved, and a later one reads.
///
/// Each update is a pair of programs whose types differ in one thing.
@MainActor
@Suite struct UpdateTests {
  nonisolated static let all =
    Update.ofStates + Update.ofPayloads + Update.ofInnerEnums + Update.ofInnerStructs
    + Update.ofNestedStates + Update.ofRegions

  /// A machine that means the same goes on with its timeouts, and any other one is refused in words.
  @Test(arguments: all)
  func savedMachineGoesOnAsItWasOrIsRefusedInWords(update: Update) throws {
    guard let due = update.due else {
      let error = #expect(throws: SnapshotMismatchError.self) { try update.read() }
      for words in update.words + ["migrate it with restored(migrating:)"] {
        #expect(error?.description.contains(words) == true, "\(error as Any)")
      }
      return
    }
    let reading = try update.read()
    #expect(reading == Update.Reading(state: reading.state, due: due))
  }

  @Test(arguments: all) func savedMachineGoesOnIfNothingIsUpdated(update: Update) throws {
    let reading = try update.readUnchanged()
    #expect(reading.isExpected, "\(reading)")
    #expect(reading.due.isEmpty == false && reading.due.allSatisfy { $0 == .seconds(25) })
  }

  /// Each text says how many updates are accepted, and how many are refused.
  @Test func tableHasUpdatesOfEveryKind() {
    let kinds = Update.Part.allCases.map { part in
      let updates = Self.all.filter { $0.part == part }
      let changes = Update.Change.allCases.compactMap { change -> String? in
        let same = updates.filter { $0.change == change }
        guard !same.isEmpty else { return nil }
        return "\(change) \(same.count(where: \.isAccepted))/\(same.count { !$0.isAccepted })"
      }
      return "\(part): \(changes.joined(separator: ", "))"
    }
    #expect(
      kinds == [
        "state: added 2/1, removed 0/3, renamed 0/3, reordered 1/1",
        "payload: added 0/3, removed 0/3, renamed 1/1, reordered 0/2, retyped 0/6",
        "innerEnum: added 1/1, removed 2/2, renamed 0/3, reordered 1/1, retyped 0/1",
        "innerStruct: added 1/1, removed 0/2, renamed 0/1, reordered 1/0, retyped 1/2",
        "nested: added 1/2, removed 0/2, renamed 0/2, reordered 0/1, retyped 0/1",
        "embedded: added 1/0, removed 0/1, renamed 0/1, reordered 0/1",
        "region: added 4/1, removed 0/3, renamed 0/1, reordered 1/1, retyped 0/1",
      ])
    #expect(Self.all.count(where: \.isAccepted) == 18)
    #expect(Self.all.count { !$0.isAccepted } == 55)
  }

  // MARK: More than one earlier program

  private func data<State: Saved>(of state: State) throws -> Data {
    let schema = RingSchema(initialState: state) { _, _ in .ignored }
    return try JSONEncoder().encode(StateMachine(schema: schema).snapshot())
  }

  /// The states of the first program.
  enum First: Int, Plain { case red, blue }
  /// The states of the second program, which has another one in place of blue.
  enum Second: Int, Plain { case red, green }

  /// Who migrates tries one earlier type after the other, and the wrong one can read the numbers, too.
  @Test func machineIsNotMigratedFromATypeThatReadsItAsAnotherState() throws {
    let green = try data(of: Second.green)
    let error = #expect(throws: SnapshotMismatchError.self) {
      try JSONDecoder().decode(MachineSnapshot<First>.self, from: green)
    }
    let words = "the state was .green, and is read as .blue"
    #expect(error?.differences == ["state green is gone", words])
    // A state that is read as itself can be migrated.
    let red = try JSONDecoder().decode(
      MachineSnapshot<First>.self, from: try data(of: Second.red))
    #expect(throws: SnapshotMismatchError.self) { try red.restored() }
    let migrated: First = red.restored { old, _ in old }
    #expect(migrated == .red)
  }

  @Test func snapshotThatDoesNotTellItsContentsIsRead() throws {
    let text =
      #"{"state":1,"identifier":"green","fingerprint":"","shapes":["green","red"],"timeouts":[]}"#
    let saved = try JSONDecoder().decode(MachineSnapshot<Second>.self, from: Data(text.utf8))
    #expect(try saved.restored() == .green)
  }

  // MARK: Timeouts that began earlier

  /// Tariffs of an earlier program.
  private enum Earlier { enum Tariff: Int, Codable { case day, night, evening } }
  /// Tariffs of a later program, two of which are reordered.
  private enum Later { enum Tariff: Int, Codable { case day, evening, night } }
  /// A state that carries a tariff.
  private enum Meter<Tariff: RawRepresentable<Int> & Codable & Equatable & Sendable>: Saved {
    case on(tariff: Tariff)
    static var graphCases: [Meter] { Tariff(rawValue: 0).map { [.on(tariff: $0)] } ?? [] }
  }

  @Test func stateInWhichATimeoutBeganIsNotReadAsAnotherOne() throws {
    let schema = RingSchema<Meter<Earlier.Tariff>>(
      initialState: .on(tariff: .night), on: MainActor.self
    ) { _, _ in .stay(as: .on(tariff: .day)) }
    .states(on: MainActor.self) {
      $0 == .on(tariff: .night) ? .after(.seconds(60), send: .ring) : .none
    }
    let machine = StateMachine(schema: schema)
    machine.start()
    machine.handle(.ring)
    #expect(machine.state == .on(tariff: .day))
    let data = try JSONEncoder().encode(machine.snapshot())
    let error = #expect(throws: SnapshotMismatchError.self) {
      try JSONDecoder().decode(MachineSnapshot<Meter<Later.Tariff>>.self, from: data)
    }
    let words = "tariff was .day, .night, and is read as .day, .evening"
    #expect(error?.differences == [words])
  }

  // MARK: No update

  /// What a state may carry.
  struct Baggage: Codable, Hashable, Sendable {
    enum Label: Codable, Hashable { case fragile(since: Date), heavy }
    final class Owner: Codable, Hashable, Sendable {
      let name: String
      let label: Label
      init(_ name: String, _ label: Label = .heavy) { (self.name, self.label) = (name, label) }
      static func == (one: Owner, other: Owner) -> Bool { one.name == other.name }
      func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
    private static let bob = Owner("Bob", .fragile(since: .now))
    var date = Date(timeIntervalSinceReferenceDate: 0.123_456_789)
    var bytes = Data([1, 2, 3])
    var address = URL(string: "https://example.org/a?b#c")
    var identity = UUID()
    var price = Decimal(string: "12.34")
    var labels: Set = [Label.heavy, .fragile(since: .distantPast), .fragile(since: .now)]
    var counts = [Label.heavy: 1, .fragile(since: .distantFuture): 2]
    var owners = [bob, Owner("Ann")]
    var friends: Set = [Owner("Ann"), bob, Owner("Cid")]
    var neighbors = [bob, Owner("Dan", .heavy)]
    var nothing: [Label?] = [nil, .heavy, nil]
    var span = 1..<3
  }
  /// States, one of which carries much.
  enum Luggage: Graphable, Codable, Equatable, Sendable {
    case none, some(Baggage?)
    static let graphCases: [Luggage] = [.none, .some(nil)]
  }

  /// A date that is saved in seconds is another one when it is read, but what it means is the same.
  @Test func stateThatCarriesManyKindsOfValuesIsRestored() throws {
    let schema = RingSchema(initialState: Luggage.some(Baggage())) { _, _ in .ignored }
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    (encoder.dateEncodingStrategy, decoder.dateDecodingStrategy) = (.iso8601, .iso8601)
    let data = try encoder.encode(StateMachine(schema: schema).snapshot())
    let saved = try decoder.decode(MachineSnapshot<Luggage>.self, from: data)
    guard case .some(let baggage?) = try saved.restored() else {
      Issue.record("\(saved.state)")
      return
    }
    #expect(baggage.date == Date(timeIntervalSinceReferenceDate: 0))
    #expect(baggage.nothing == [nil, .heavy, nil])
  }
}
