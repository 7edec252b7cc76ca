import Foundation
import Schematic
import SchematicCases
import SchematicTestKit
import Testing

/// Machines that observers save, or that rise with other lengths of their timeouts.
@MainActor
@Suite struct SavedByObserversTests {
  enum Tape: Graphable, Codable, Hashable, Sendable {
    case playing, ended
    static let graphCases: [Tape] = [.playing, .ended]
  }
  enum Deck: Graphable, Codable, Hashable, Sendable {
    case idle, waiting(count: Int), loaded(Tape)
    static let graphCases: [Deck] = [.idle, .waiting(count: 0), .loaded(.playing), .loaded(.ended)]
  }
  enum Event: CaseIterable, Graphable, Sendable { case more, ring, end }

  final class Notes {
    var saved: [Data] = []
    var errors: [String] = []
    var handled: [String] = []
  }

  typealias Schema = StateMachineSchema<Deck, Event, Notes>

  private let notes = Notes()
  private let clock = ManualClock()

  /// Returns a machine that an observer saves after each event.
  private func machine(_ schema: Schema, _ state: Deck) -> StateMachine<Deck, Event, Notes> {
    let machine = StateMachine(schema: schema, subject: notes, state: state)
    machine.clock = clock
    machine.observe { [unowned machine, notes] handled in
      notes.handled.append("\(handled.event)")
      do { notes.saved.append(try JSONEncoder().encode(machine.snapshot())) } catch {
        notes.errors.append("\(error)")
      }
    }
    return machine
  }

  private func risen(_ schema: Schema) throws -> StateMachine<Deck, Event, Notes> {
    let data = try #require(notes.saved.last)
    let saved = try JSONDecoder().decode(MachineSnapshot<Deck>.self, from: data)
    let machine = machine(schema, try saved.restored())
    notes.handled = []
    machine.resume(saved)
    return machine
  }

  /// Rules whose timeouts have other lengths in each version.
  private static func rules(
    _ lengths: @escaping @Sendable (_ count: Int) -> [Int]
  ) -> Schema {
    let schema = Schema(initialState: .waiting(count: 0), on: MainActor.self) { deck, event in
      switch (deck, event) {
      case (.waiting(let count), .more): .stay(as: .waiting(count: count + 1))
      case (_, .ring): .rejected("too early")
      default: .ignored
      }
    }
    return (0..<2).reduce(schema) { schema, index in
      schema.states(on: MainActor.self) { deck in
        guard case .waiting(let count) = deck, index < lengths(count).count else { return .none }
        return .after(.seconds(lengths(count)[index]), send: .ring)
      }
    }
  }

  @Test func timeoutWhoseEventIsRejectedIsNotSentAgain() async throws {
    let schema = Self.rules { _ in [5] }
    let machine = machine(schema, .waiting(count: 0))
    machine.start()
    try await expectEventually { self.clock.sleeperCount == 1 }
    clock.advance(by: .seconds(5))
    try await expectEventually { self.notes.handled == ["ring"] }
    let risen = try risen(schema)
    #expect(notes.handled == [])
    #expect(risen.state == .waiting(count: 0))
    #expect(risen.timeUntilNextTimeout == nil)
  }

  @Test func machineThatStaysCompleteIsSavedAfterItsCompletion() {
    let tape = StateMachineSchema<Tape, Event, Notes>(initialState: .playing) { _, event in
      event == .end ? .to(.ended) : .ignored
    }
    .states { $0 == .ended ? .final : .none }
    let schema = Schema(initialState: .loaded(.playing)) { _, event in
      event == .more ? .stay("count") : .ignored
    }
    .embedding(tape, in: Deck.loaded, completion: { _, _ in .stay("blink") })
    let machine = machine(schema, .loaded(.playing))
    #expect(machine.handle(.end) == .moved)
    #expect(machine.handle(.more) == .stayed)
    #expect(notes.handled == ["end", "end", "more"])
    // Only the observer of the step that ends the tape can't save the machine.
    #expect(notes.errors.count == 1)
    #expect(notes.saved.count == 2)
    #expect(machine.state == .loaded(.ended))
  }

  @Test func timeoutOfAnEarlierPayloadGoesOnWithItsNewLength() throws {
    let machine = machine(Self.rules { [60 + $0] }, .waiting(count: 0))
    machine.start()
    #expect(machine.handle(.more) == .stayed)
    let risen = try risen(Self.rules { [90 + $0] })
    #expect(risen.state == .waiting(count: 1))
    #expect(risen.timeUntilNextTimeout == .seconds(90))
  }

  @Test func timeoutThatIsOverIsNotTakenForANewOne() async throws {
    let machine = machine(Self.rules { _ in [5, 10] }, .waiting(count: 0))
    machine.start()
    try await expectEventually { self.clock.sleeperCount == 2 }
    clock.advance(by: .seconds(5))
    try await expectEventually { self.notes.handled == ["ring"] }
    let risen = try risen(Self.rules { _ in [20] })
    #expect(risen.state == .waiting(count: 0))
    #expect(risen.timeUntilNextTimeout == .seconds(20))
  }
}
