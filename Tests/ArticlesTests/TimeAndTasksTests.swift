import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

enum SearchState: Equatable { case idle, searching(String), shown([String]), failed }
enum SearchEvent { case search(String), found([String]), failed, tooSlow, clear }

extension SearchState: Graphable {
  static var graphCases: [SearchState] { [.idle, .searching(""), .shown([]), .failed] }
}
extension SearchEvent: Graphable {
  static var graphCases: [SearchEvent] { [.search(""), .found([]), .failed, .tooSlow, .clear] }
}

@MainActor final class SearchField {
  typealias Find = @MainActor (String) async throws -> [String]

  let find: Find
  lazy var machine = StateMachine(schema: Self.schema, subject: self)

  init(find: @escaping Find) { self.find = find }

  static let schema = StateMachineSchema<SearchState, SearchEvent, SearchField>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch event {
    case .search(let text): return .to(.searching(text))
    case .clear: return .to(.idle)
    case .found(let names):
      if case .searching = state { return .to(.shown(names)) } else { return .ignored }
    case .failed, .tooSlow:
      if case .searching = state { return .to(.failed) } else { return .ignored }
    }
  }
  .states(on: MainActor.self) { state in
    guard case .searching(let text) = state else { return .none }
    return .task("search") { field, _ in
      do { return .found(try await field.find(text)) } catch { return .failed }
    }
    .after(.seconds(10), send: .tooSlow)
  }
}

enum CourierState: Equatable { case sending(attempt: Int), waiting(attempt: Int), done }
enum CourierEvent: CaseIterable { case sent, failed, retry }

extension CourierState: Graphable {
  static let graphCases: [CourierState] =
    (0...3).flatMap { [.sending(attempt: $0), .waiting(attempt: $0)] } + [.done]
}
extension CourierEvent: Graphable {}

@MainActor final class Courier {
  var retryInterval = Duration.seconds(5)

  static let schema = StateMachineSchema<CourierState, CourierEvent, Courier>(
    initialState: .sending(attempt: 0), on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.sending, .sent): return .to(.done)
    case (.sending(let attempt), .failed): return .to(.waiting(attempt: attempt))
    case (.waiting(let attempt), .retry): return .to(.sending(attempt: min(attempt + 1, 3)))
    default: return .ignored
    }
  }
  .states(on: MainActor.self) { state in
    guard case .waiting(let attempt) = state else { return .none }
    return attempt < 3
      ? .after("retry interval", { $0.retryInterval }, send: .retry)
      : .after(.seconds(600), send: .retry)
  }
}

@MainActor @Suite struct TimeAndTasksTests {
  @Test func graphShowsALengthByItsNameAndWithItsCondition() {
    let graph = StateGraph(Courier.schema)
    #expect(
      graph.transitions.filter { $0.source == "waiting" && $0.event != "retry" }.map(\.description)
        == [
          "waiting -> sending: after retry interval [attempt in 0…2] {attempt + 1}",
          "waiting -> sending: after 10 min [attempt = 3]",
        ])
  }

  @Test func timeoutWaitsAsLongAsTheSubjectSays() async throws {
    let (clock, courier) = (ManualClock(), Courier())
    let machine = StateMachine(schema: Courier.schema, subject: courier)
    machine.clock = clock
    machine.handle(.failed)
    clock.advance(by: courier.retryInterval)
    try await machine.waitUntil { $0 == .sending(attempt: 1) }
  }

  @Test func taskRunsWhileItsStateLasts() async throws {
    let field = SearchField { text in ["\(text)fish", "\(text)bird"] }
    field.machine.handle(.search("cat"))
    try await expectEventually { field.machine.state == .shown(["catfish", "catbird"]) }
  }

  @Test func taskIsCanceledWhenItsStateIsLeft() async throws {
    let field = SearchField { _ in
      try await Task.sleep(for: .seconds(86_400))
      return ["too late"]
    }
    field.machine.handle(.search("cat"))
    #expect(field.machine.handle(.clear) == .moved)
    await Task.yield()
    #expect(field.machine.state == .idle)
  }

  @Test func timeoutSendsItsEvent() async throws {
    let field = SearchField { _ in
      try await Task.sleep(for: .seconds(86_400))
      return ["too late"]
    }
    field.machine.clock = ManualClock()
    field.machine.handle(.search("cat"))
    try await field.machine.waitUntil(within: .seconds(10)) { $0 == .failed }
  }

  @Test func everyAttemptWaitsForItsOwnTimeout() async throws {
    let machine = StateMachine(schema: Courier.schema, owning: Courier())
    machine.clock = ManualClock()
    machine.handle(.failed)
    try await machine.waitUntil(within: .seconds(5)) { $0 == .sending(attempt: 1) }
    machine.handle(.failed)
    try await machine.waitUntil(within: .seconds(5)) { $0 == .sending(attempt: 2) }
  }

  @Test func searchFieldIsDrawnWithItsTaskAndItsTimeout() {
    let graph = StateGraph(SearchField.schema)
    #expect(
      graph.states.first { $0.identifier == "searching" }?.behaviors.map(\.description)
        == ["do / search"])
    #expect(
      graph.transitions.filter { $0.event == "after 10 s" }.map(\.description)
        == ["searching -> failed: after 10 s"])
  }
}
