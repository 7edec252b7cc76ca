import SchematicGraph
import SchematicMachines
import Testing

// MARK: - A private machine

extension Downloader {
  static var graph: StateGraph {
    StateGraph(
      .value(Drawn()) { ReflectedState(of: $0, property: "transfer.state") },
      steps: [
        .step("start") { $0.start() },
        .step("ended", with: [true, false], named: "complete") { $0.ended(isComplete: $1) },
      ])
  }
}

// MARK: - Services

/// A heating that is given what it needs.
final class Heating {
  enum State { case off, on }
  private(set) var state = State.off
  private let isCold: () -> Bool
  private let burner: (Bool) -> Void

  init(isCold: @escaping () -> Bool, burner: @escaping (Bool) -> Void) {
    (self.isCold, self.burner) = (isCold, burner)
  }

  func tick() {
    switch (state, isCold()) {
    case (.off, true):
      state = .on
      burner(true)
    case (.on, false):
      state = .off
      burner(false)
    default: break
    }
  }
}

extension Heating {
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) {
        Heating(
          isCold: { StandIn.answer("isCold", [true, false]) },
          burner: { StandIn.call($0 ? "burn" : "stop") })
      }, steps: [.step("tick") { $0.tick() }])
  }
}

// MARK: - Continuations

/// A mailbox with one reader, who waits for a letter.
struct Mailbox {
  enum Action { case none, resume(UnsafeContinuation<Int, Never>, with: Int) }
  private enum State { case empty, full(Int), waiting(UnsafeContinuation<Int, Never>) }
  private var state = State.empty

  mutating func read(_ reader: UnsafeContinuation<Int, Never>) -> Action {
    switch state {
    case .empty, .waiting: state = .waiting(reader)
    case .full(let letter):
      state = .empty
      return .resume(reader, with: letter)
    }
    return .none
  }

  mutating func deliver(_ letter: Int) -> Action {
    guard case .waiting(let reader) = state else {
      state = .full(letter)
      return .none
    }
    state = .empty
    return .resume(reader, with: letter)
  }
}

extension Mailbox {
  static var graph: StateGraph {
    StateGraph(
      .value(Mailbox()) { ReflectedState(of: $0) },
      steps: [
        .step("read") { $0.read(.waiting()) },
        .step("deliver", with: [1]) { $0.deliver($1) },
      ])
  }
}

// MARK: - Promises

/// A promise that must be kept: the program stops if it is released before.
final class Promise {
  private(set) var isKept = false
  func succeed() { isKept = true }
  deinit { precondition(isKept, "a promise was leaked") }
}

/// A writer that keeps a promise when it is flushed.
struct Writer {
  private enum State { case idle, pending(Promise), closed }
  private var state = State.idle

  mutating func write(_ promise: Promise) {
    switch state {
    case .idle: state = .pending(promise)
    case .pending, .closed: promise.succeed()
    }
  }

  mutating func flush() {
    guard case .pending(let promise) = state else { return }
    promise.succeed()
    state = .closed
  }
}

extension Writer {
  static var graph: StateGraph {
    StateGraph(
      .value(Writer()) { ReflectedState(of: $0) },
      steps: [
        .step("write") { $0.write(StandIn.kept(Promise())) },
        .step("flush") { $0.flush() },
      ], options: .init(ignoring: [.values(of: Promise.self)]))
  }
}

// MARK: - Actions that can't be copied

/// What has to be done once.
struct Ticket: ~Copyable {
  let seat: Int
}

/// A counter that hands out tickets.
struct TicketDesk {
  enum Answer: ~Copyable { case closed, sold(Ticket) }
  private enum State { case open, soldOut }
  private var state = State.open

  mutating func sell() -> Answer {
    guard case .open = state else { return .closed }
    state = .soldOut
    return .sold(Ticket(seat: 1))
  }
}

extension TicketDesk {
  static var graph: StateGraph {
    StateGraph(
      .value(TicketDesk()) { ReflectedState(of: $0) },
      steps: [
        .step("sell") { desk in
          switch desk.sell() {
          case .closed: "closed"
          case .sold: "sold"
          }
        }
      ])
  }
}

// MARK: - Roles, and machines that can't be copied

/// One side of a connection.
struct Peer {
  enum Role { case client, server }
  enum State { case idle, connecting, listening }
  let role: Role
  private(set) var state = State.idle

  mutating func open() { state = role == .client ? .connecting : .listening }
}

extension Peer {
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }, with: [Role.client, .server]) { Peer(role: $0) },
      steps: [.step("open") { $0.open() }])
  }
}

/// A valve that is shut by three turns.
struct Valve: ~Copyable {
  enum State: ~Copyable { case shut, open(turns: Int) }
  private(set) var state = State.open(turns: 0)

  mutating func turn() {
    let next: State
    switch state {
    case .shut: next = .shut
    case .open(let turns): next = turns == 2 ? .shut : .open(turns: turns + 1)
    }
    state = next
  }
}

extension Valve {
  static func name(of valve: borrowing Valve) -> ReflectedState {
    switch valve.state {
    case .shut: ReflectedState("shut", carrying: [:])
    case .open(let turns): ReflectedState("open", carrying: ["turns": turns])
    }
  }

  static var graph: StateGraph {
    StateGraph(.made(state: name) { Valve() }, steps: [.step("turn") { $0.turn() }])
  }
}

@Suite struct RecipesForMachinesTests {
  @Test func privateMachineIsDrawnThroughATypeOfItsFile() {
    #expect(
      Downloader.graph.rules.map(\.description) == [
        "idle -> running: start {tries = 1}",
        "running -> done: ended [complete = true]",
        "running -> running: ended [tries in 1…2 and complete = false] {tries + 1} (internal)",
        "running -> failed: ended [tries = 3 and complete = false]",
      ])
  }

  @Test func machineIsGivenEveryAnswerOfItsServices() {
    #expect(
      Heating.graph.rules.map(\.description) == [
        "off -> on: tick [isCold] / burn",
        "on -> off: tick [not isCold] / stop",
      ])
  }

  @Test func continuationOfAStepWaitsForNothingElse() {
    #expect(
      Mailbox.graph.rules.map(\.description) == [
        "empty -> waiting: read",
        "empty -> full: deliver",
        "waiting -> empty: deliver / resume",
        "full -> empty: read / resume",
      ])
  }

  @Test func promisesThatAreKeptForeverStopNoProgram() {
    #expect(
      Writer.graph.rules.map(\.description) == [
        "idle -> pending: write",
        "pending -> closed: flush",
      ])
  }

  @Test func actionThatCannotBeCopiedIsNamedByTheStep() {
    #expect(
      TicketDesk.graph.rules.map(\.description) == [
        "open -> soldOut: sell / sold",
        "soldOut -> soldOut: sell / closed (internal)",
      ])
  }

  @Test func machineStartsInEachOfItsRoles() {
    #expect(
      Peer.graph.rules.map(\.description) == [
        "idle -> connecting: open [role = client]",
        "idle -> listening: open [role = server]",
      ])
  }

  @Test func machineThatCannotBeCopiedIsKnownByItsState() {
    #expect(
      Valve.graph.rules.map(\.description) == [
        "open -> open: turn [turns in 0…1] {turns + 1} (internal)",
        "open -> shut: turn [turns = 2]",
      ])
  }
}
