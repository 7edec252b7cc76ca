import Foundation
import Schematic
import SchematicCases
import Testing

/// The event with which a completion is reported that waited when its machine was saved.
@MainActor
@Suite struct CausingEventTests {
  enum Tape: String, CaseIterable, Graphable, Codable, Sendable { case playing, ended }
  enum Deck: Graphable, Codable, Hashable, Sendable {
    case idle, loaded(Tape)
    static let graphCases: [Deck] = [.idle] + Tape.graphCases.map { .loaded($0) }
  }
  enum Event: Graphable, Hashable, Sendable {
    case more, end(Int)
    static let graphCases: [Event] = [.more, .end(1), .end(2)]
  }
  enum LaterEvent: CaseIterable, Graphable, Sendable { case play, stop }

  final class Notes {
    var saved: [Data] = []
    var handled: [String] = []
    var save: () throws -> Data = { Data() }
  }

  private let notes = Notes()

  private static func rules<Event>(
    ends: @escaping @Sendable (Event) -> Bool
  ) -> StateMachineSchema<Deck, Event, Notes> {
    let tapes = StateMachineSchema<Tape, Event, Notes>(initialState: .playing) { _, event in
      ends(event) ? .to(.ended) : .ignored
    }
    .states { $0 == .ended ? .final : .none }
    return StateMachineSchema<Deck, Event, Notes>(initialState: .loaded(.playing)) { _, _ in
      .ignored
    }
    .embedding(tapes, in: Deck.loaded, completion: { _, _ in .to(.idle) })
  }

  /// Returns what was saved before the completion was taken.
  private func saved(_ event: Event) throws -> MachineSnapshot<Deck> {
    let schema = Self.rules { (event: Event) in event != .more }
      .onCommit(on: MainActor.self) { _, notes in
        if let data = try? notes.save() { notes.saved.append(data) }
      }
    let machine = StateMachine(schema: schema, subject: notes)
    notes.save = { [unowned machine] in try JSONEncoder().encode(machine.snapshot()) }
    #expect(machine.handle(event) == .moved)
    let data = try #require(notes.saved.first)
    return try JSONDecoder().decode(MachineSnapshot<Deck>.self, from: data)
  }

  private func handled<Event>(
    _ schema: StateMachineSchema<Deck, Event, Notes>, _ saved: MachineSnapshot<Deck>
  ) throws -> [String] {
    let risen = StateMachine(schema: schema, subject: notes, state: try saved.restored())
    risen.observe { [notes] in notes.handled.append("\($0.event) \($0.sender)") }
    risen.resume(saved)
    #expect(risen.state == .idle)
    return notes.handled
  }

  @Test(arguments: [
    (Event.end(1), "end(1) completion"), (.end(2), "end(2) completion"),
    // No case has this number.
    (.end(9), "end(1) completion"),
  ])
  func completionIsReportedWithTheEventThatCausedItOrOneOfItsCase(
    event: Event, line: String
  ) throws {
    let saved = try saved(event)
    #expect(try handled(Self.rules { (event: Event) in event != .more }, saved) == [line])
  }

  @Test func completionIsTakenThoughLaterRulesDoNotKnowTheEventThatCausedIt() throws {
    let saved = try saved(.end(2))
    #expect(
      try handled(Self.rules { (event: LaterEvent) in event == .stop }, saved)
        == ["play completion"])
  }
}
