import Foundation
import Schematic
import SchematicCases
import Testing

/// Completions of machines whose transitions are persisted.
@MainActor
@Suite struct PersistedCompletionTests {
  enum Track: String, CaseIterable, Graphable, Codable, Sendable { case playing, ended }
  enum Tape: Graphable, Codable, Hashable, Sendable {
    case on(Track), off
    static let graphCases: [Tape] = Track.graphCases.map { .on($0) } + [.off]
  }
  enum Deck: Graphable, Codable, Hashable, Sendable {
    case loaded(Tape), empty
    static let graphCases: [Deck] = Tape.graphCases.map { .loaded($0) } + [.empty]
  }
  struct Pair: GraphableRegions, Codable, Hashable, Sendable {
    var left = Deck.loaded(.on(.playing))
    var right = Deck.loaded(.on(.playing))
  }
  enum Event: CaseIterable, Graphable, Sendable { case end, ring }

  final class Notes {
    var rows: [String] = []
    var handled: [(sender: EventSender, outcome: Outcome)] = []
  }
  struct Broken: Error {}

  typealias Schema<State> = StateMachineSchema<State, Event, Notes>

  private let notes = Notes()

  private static let tracks = Schema<Track>(initialState: .playing, on: MainActor.self) {
    _, event in
    event == .end ? .to(.ended) : .ignored
  }
  .states(on: MainActor.self) { $0 == .ended ? .final : .none }

  private static let tapes = Schema<Tape>(initialState: .on(.playing), on: MainActor.self) {
    _, _ in .ignored
  }
  .embedding(tracks, in: Tape.on, on: MainActor.self) { _, _ in .to(.off) }
  .states(on: MainActor.self) { $0 == .off ? .final : .none }

  private static let decks = Schema<Deck>(
    initialState: .loaded(.on(.playing)), on: MainActor.self
  ) { _, _ in .ignored }
  .embedding(tapes, in: Deck.loaded, on: MainActor.self) { _, _ in .to(.empty) }

  private func machine<State>(_ schema: Schema<State>) -> StateMachine<State, Event, Notes> {
    let machine = StateMachine(schema: schema, subject: notes)
    machine.observe { [notes] in notes.handled.append(($0.sender, $0.outcome)) }
    return machine
  }

  @Test func eachCompletionOfAPersistedTransitionIsPersisted() async {
    let machine = machine(Self.decks)
    let outcome = await machine.handle(.end) { [notes] _, next in
      notes.rows.append("\(next)")
      return true
    }
    #expect(outcome == .moved)
    #expect(machine.state == .empty)
    let rows: [Deck] = [.loaded(.on(.ended)), .loaded(.off), .empty]
    #expect(notes.rows == rows.map { "\($0)" })
    #expect(notes.handled.map(\.outcome) == [.moved, .moved, .moved])
    #expect(notes.handled.map { $0.sender == .completion } == [false, true, true])
  }

  @Test func completionsOfTwoRegionsArePersistedOneAfterTheOther() async {
    let machine = machine(
      Schema<Pair>(
        initialState: Pair(), regions: .region(\.left, Self.decks), .region(\.right, Self.decks)))
    let outcome = await machine.handle(.end) { [notes] _, next in
      notes.rows.append("\(next)")
      return true
    }
    #expect(outcome == .moved)
    #expect(machine.state == Pair(left: .empty, right: .empty))
    // Both regions move at once, and then two completions follow in each.
    #expect(notes.rows.count == 5)
    #expect(notes.handled.map { $0.sender == .completion } == [false, true, true, true, true])
  }

  struct Tapes: GraphableRegions, Codable, Hashable, Sendable {
    var left = Tape.on(.playing)
    var right = Tape.on(.playing)
  }

  @Test func completionIsNotTakenAgainIfTheCompletionOfAnotherRegionMovesTheMachine() async {
    let staying = Schema<Tape>(initialState: .on(.playing), on: MainActor.self) { _, _ in .ignored }
      .embedding(Self.tracks, in: Tape.on, on: MainActor.self) { _, _ in .stay }
    let machine = machine(
      Schema<Tapes>(
        initialState: Tapes(), regions: .region(\.left, staying), .region(\.right, Self.tapes)))
    let outcome = await machine.handle(.end) { _, _ in true }
    #expect(outcome == .moved)
    #expect(machine.state == Tapes(left: .on(.ended), right: .off))
    #expect(notes.handled.map(\.outcome) == [.moved, .stayed, .moved])
  }

  @Test(arguments: [true, false])
  func completionThatIsNotPersistedIsReportedAndNotTaken(isThrowing: Bool) async throws {
    let machine = machine(Self.decks)
    let outcome = await machine.handle(.end) { [notes] _, next in
      notes.rows.append("\(next)")
      if isThrowing, notes.rows.count == 2 { throw Broken() }
      return notes.rows.count < 2
    }
    #expect(outcome == .moved)
    #expect(machine.state == .loaded(.on(.ended)))
    #expect(notes.rows.count == 2)
    #expect(notes.handled.map { $0.sender == .completion } == [false, true])
    let isReported =
      switch notes.handled.last?.outcome {
      case .failed: isThrowing
      case .rejected: !isThrowing
      default: false
      }
    #expect(isReported)
    // Nothing waits, so that the machine can be saved.
    _ = try JSONEncoder().encode(machine.snapshot())
  }

  @Test func completionThatLeadsToATimeoutIsRefused() async {
    let schema = Self.decks.states(on: MainActor.self) {
      $0 == .empty ? .after(.seconds(5), send: .ring) : .none
    }
    let machine = machine(schema)
    #expect(await machine.handle(.end) { _, _ in true } == .moved)
    #expect(machine.state == .loaded(.off))
    #expect(notes.handled.map { $0.sender == .completion } == [false, true, true])
    #expect(
      notes.handled.last?.outcome
        == .failed(PersistingError.unpersistedEvent(sender: .timeout(.seconds(5)), state: "empty")))
  }
}
