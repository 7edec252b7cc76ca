import Foundation
import Schematic
import SchematicCases
import SchematicTestKit
import Testing

/// Machines that are killed in the middle of a step, after they were saved in it.
@MainActor
@Suite struct KilledInAStepTests {
  enum Work: Graphable, Codable, Hashable, Sendable {
    case slow(count: Int), quick, done
    static let graphCases: [Work] = [.slow(count: 0), .quick, .done]
  }
  enum Stage: Graphable, Codable, Hashable, Sendable {
    case open, at(Work), shut
    static let graphCases: [Stage] = [.open] + Work.graphCases.map { .at($0) } + [.shut]
  }
  struct Pair: GraphableRegions, Codable, Hashable, Sendable {
    var left = Stage.at(.quick)
    var right = Stage.at(.quick)
  }
  enum Event: CaseIterable, Graphable, Sendable { case next, more, ring, chime, end }

  /// Notes what happens, and keeps each snapshot that is taken in a commit.
  final class Book {
    var lines: [String] = []
    var saved: [Data] = []
    var errors: [String] = []
    var save: () throws -> Data = { Data() }
    var send: () -> Void = {}

    func keep() {
      do { saved.append(try save()) } catch { errors.append("\(error)") }
    }
  }

  typealias Schema<State> = StateMachineSchema<State, Event, Book>

  private let book = Book()
  private let clock = ManualClock()

  private func machine<State: Graphable & Codable>(
    _ schema: Schema<State>, _ state: State? = nil
  ) -> StateMachine<State, Event, Book> {
    let machine = StateMachine(
      schema: schema.onCommit(on: MainActor.self) { _, book in book.keep() }, subject: book,
      state: state)
    machine.clock = clock
    book.save = { [unowned machine] in try JSONEncoder().encode(machine.snapshot()) }
    return machine
  }

  /// Returns a machine that rose from a snapshot in another process.
  private func risen<State: Graphable & Codable>(
    _ schema: Schema<State>, from data: Data?, after passed: Duration = .zero
  ) throws -> StateMachine<State, Event, Book> {
    let saved = try JSONDecoder().decode(MachineSnapshot<State>.self, from: try #require(data))
    let machine = machine(schema, try saved.restored())
    book.lines = []
    machine.resume(saved, after: passed)
    return machine
  }

  private static let works = Schema<Work>(initialState: .slow(count: 0), on: MainActor.self) {
    work, event in
    switch (work, event) {
    case (.slow(let count), .more): .stay(as: .slow(count: count + 1))
    case (_, .ring), (_, .chime): .stay("\(event)") { $0.lines.append("\(event)") }
    case (_, .end): .to(.done)
    default: .ignored
    }
  }
  .states(on: MainActor.self) { work in
    switch work {
    case .slow(let count): .after(.seconds(60 + count), send: .ring)
    case .quick: .after(.seconds(5), send: .ring).after(.seconds(7), send: .chime)
    case .done: .final
    }
  }

  // MARK: Timeouts

  @Test func timeoutIsNotSentAgainIfItsOwnStepWasSaved() async throws {
    let machine = machine(Self.works, .quick)
    machine.start()
    try await expectEventually { self.clock.sleeperCount == 2 }
    clock.advance(by: .seconds(5))
    try await expectEventually { self.book.lines == ["ring"] }
    let risen = try risen(Self.works, from: book.saved.last)
    #expect(book.lines == [])
    #expect(risen.pendingTimeouts.map(\.remaining) == [.seconds(2)])
  }

  @Test func timeoutKeepsItsLengthIfTheStepThatChangedThePayloadWasSaved() throws {
    let machine = machine(Self.works)
    machine.start()
    #expect(machine.handle(.more) == .stayed)
    let risen = try risen(Self.works, from: book.saved.last)
    #expect(risen.state == .slow(count: 1))
    #expect(risen.timeUntilNextTimeout == .seconds(60))
  }

  @Test func overdueTimeoutIsStillDueIfTheOneBeforeItWasSaved() throws {
    let machine = machine(Self.works, .quick)
    machine.start()
    book.keep()
    _ = try risen(Self.works, from: book.saved.last, after: .seconds(9))
    #expect(book.lines == ["ring", "chime"])
    // The process died when only the first one was saved.
    _ = try self.risen(Self.works, from: book.saved[1])
    #expect(book.lines == ["chime"])
  }

  @Test func overdueTimeoutIsHandledToItsEndBeforeTheNextOne() throws {
    let schema = Schema<Work>(initialState: .quick, on: MainActor.self) { _, event in
      .stay("\(event)") { book in
        book.lines.append("\(event)")
        if event == .ring { book.send() }
      }
    }
    .states(on: MainActor.self) { _ in
      .after(.seconds(5), send: .ring).after(.seconds(7), send: .chime)
    }
    let first = machine(schema)
    first.start()
    let saved = first.snapshot()
    let machine = machine(schema)
    book.send = { [unowned machine] in machine.handle(.more) }
    machine.resume(saved, after: .seconds(9))
    #expect(book.lines == ["ring", "more", "chime"])
  }

  @Test func machineThatWasNotStartedHasNoTimeoutsAfterItsDeath() throws {
    let machine = machine(Self.works)
    #expect(machine.handle(.next) == .ignored)
    #expect(machine.timeUntilNextTimeout == nil)
    book.keep()
    let risen = try risen(Self.works, from: book.saved.last)
    #expect(risen.state == .slow(count: 0))
    #expect(risen.timeUntilNextTimeout == nil)
  }

  @Test func timeoutOfAnEarlierPayloadEndsWithTheStateAfterADeath() throws {
    enum Bell: Graphable, Codable, Hashable, Sendable {
      case still, ringing(isLoud: Bool)
      static let graphCases: [Bell] = [.still, .ringing(isLoud: false)]
    }
    let schema = Schema<Bell>(initialState: .ringing(isLoud: false), on: MainActor.self) {
      bell, event in
      switch (bell, event) {
      case (.ringing, .more): .stay(as: .ringing(isLoud: true))
      case (.ringing, .end): .to(.still)
      default: .ignored
      }
    }
    .states(on: MainActor.self) {
      $0 == .ringing(isLoud: false) ? .after(.seconds(5), send: .ring) : .none
    }
    // Once, so that a table has the rule, which has nothing to do for a loud bell.
    let other = StateMachine(schema: schema, subject: book, state: .ringing(isLoud: true))
    #expect(other.handle(.end) == .moved)
    let machine = StateMachine(schema: schema, subject: book)
    machine.clock = clock
    machine.start()
    machine.handle(.more)
    let risen = StateMachine(schema: schema, subject: book, state: machine.state)
    risen.clock = clock
    risen.resume(machine.snapshot())
    #expect(risen.timeUntilNextTimeout == .seconds(5))
    #expect(risen.handle(.end) == .moved)
    #expect(risen.state == .still)
    #expect(risen.timeUntilNextTimeout == nil)
  }

  // MARK: Regions

  private static let stages = Schema<Stage>(initialState: .open, on: MainActor.self) {
    stage, event in
    stage == .shut && event == .next ? .to(.open) : .ignored
  }
  .embedding(works, in: Stage.at, on: MainActor.self) { _, _ in
    .to(.shut, "shut") { $0.lines.append("shut") }
  }

  private static let pairs = Schema<Pair>(
    initialState: Pair(), regions: .region(\.left, stages), .region(\.right, stages))

  @Test func regionThatStaysWhileAnotherOneMovesKeepsItsTimeout() throws {
    let schema = Schema<Pair>(
      initialState: Pair(),
      regions: .region(\.left, Self.stages),
      .region(\.right, on: MainActor.self) { _, event in event == .more ? .to(.open) : .ignored })
    let machine = machine(schema, Pair(left: .at(.slow(count: 0)), right: .shut))
    machine.start()
    #expect(machine.handle(.more) == .moved)
    let risen = try risen(schema, from: book.saved.last)
    #expect(risen.state == Pair(left: .at(.slow(count: 1)), right: .open))
    #expect(risen.timeUntilNextTimeout == .seconds(60))
  }

  // MARK: Completions

  @Test func completionThatWaitedIsTakenAfterADeath() throws {
    let machine = machine(Self.stages, .at(.quick))
    #expect(machine.handle(.end) == .moved)
    #expect(machine.state == .shut)
    #expect(book.saved.count == 2)
    var handled: [String] = []
    let saved = try JSONDecoder().decode(MachineSnapshot<Stage>.self, from: book.saved[0])
    #expect(saved.state == .at(.done))
    book.lines = []
    let risen = self.machine(Self.stages, try saved.restored())
    risen.observe { handled.append("\($0.event) \($0.sender)") }
    #expect(risen.resume(saved) == .moved)
    #expect(risen.state == .shut)
    #expect(book.lines == ["shut"])
    #expect(handled == ["end completion"])
    // It was taken, and the next death knows it.
    #expect(try self.risen(Self.stages, from: book.saved.last).state == .shut)
    #expect(book.lines == [])
  }

  @Test func completionOfTheOtherRegionWaitsForTheFirstOne() throws {
    let machine = machine(Self.pairs)
    #expect(machine.handle(.end) == .moved)
    #expect(machine.state == Pair(left: .shut, right: .shut))
    #expect(book.saved.count == 3)
    for (number, lines) in zip(0..., [["shut", "shut"], ["shut"], []]) {
      let risen = try risen(Self.pairs, from: book.saved[number])
      #expect(risen.state == Pair(left: .shut, right: .shut))
      #expect(book.lines == lines)
    }
  }

  @Test func machineIsNotSavedWhereACompletionWouldBeLost() {
    let machine = machine(Self.stages, .at(.quick))
    machine.observe { _ in self.book.keep() }
    machine.handle(.end)
    // The observer of the step can't save it, the commits and the observer of the completion can.
    #expect(book.errors.count == 1)
    #expect(book.errors.first?.contains("a completion waits to be taken") == true)
    #expect(book.saved.count == 3)
  }

  @Test func commitMaySendAnEventAndSaveTheMachine() throws {
    // Nothing but the commit needs more than the state.
    let schema = Schema<Work>(initialState: .quick) { _, event in
      .to(.quick) { $0.lines.append("\(event)") }
    }
    .onCommit(on: MainActor.self) { _, book in book.keep() }
    let machine = StateMachine(schema: schema, subject: book)
    book.save = { [unowned machine] in
      if self.book.saved.isEmpty { machine.handle(.ring) }
      return try JSONEncoder().encode(machine.snapshot())
    }
    machine.handle(.more)
    #expect(book.errors == [])
    #expect(book.lines == ["more", "ring"])
  }
}
