import SchematicGraph
import SchematicTraces
import Testing

/// Events that change nothing because the machine carries already what they set.
@Suite struct UnchangedStepTests {
  private struct Search {
    enum State { case idle, loading, failed }
    var state = State.idle
    var query = ""
    var attempt = 0

    mutating func search(_ query: String) {
      state = .loading
      self.query = query
    }
    mutating func retry() {
      guard attempt < 2 else { return }
      attempt += 1
    }
    mutating func clear() -> String? {
      guard !query.isEmpty else { return nil }
      query = ""
      return "cleared"
    }
  }

  private static func graph(_ step: MachineStep<Search>) -> StateGraph {
    StateGraph(
      .value(Search()) { ReflectedState(of: $0) },
      steps: [.step("search", with: ["", "cat"]) { $0.search($1) }, step])
  }

  @Test func unchangedStepNeedsNoCondition() {
    let graph = Self.graph(.step("wait") { _ in })
    #expect(
      graph.rules.map(\.description) == [
        "idle -> loading: search {query = search}",
        "loading -> loading: search {query = search} (internal)",
      ])
  }

  @Test func unchangedStepHasAConditionIfTheChangeIsAnotherOne() {
    let rules = Self.graph(.step("retry") { $0.retry() }).rules.map(\.description)
    #expect(
      rules.contains("idle -> idle: retry [attempt in 0…1] {attempt + 1} (internal)"), "\(rules)")
  }

  @Test func unchangedStepHasAConditionIfThereIsAnAction() {
    let rules = Self.graph(.step("clear") { $0.clear() }).rules.map(\.description)
    #expect(
      rules.contains(
        "loading -> loading: clear [query = \"cat\"] / cleared {query = \"\"} (internal)"),
      "\(rules)")
  }

  @Test func unchangedStepsAreStepsOfTheDiagramInATrace() throws {
    let graph = Self.graph(.step("retry") { $0.retry() })
    nonisolated(unsafe) var lines: [String] = []
    var search = Search()
    var steps = TraceRecorder { lines.append($0) }.watch(search, named: "Search") {
      ReflectedState(of: $0)
    }
    for query in ["cat", "cat", "", ""] { steps.step("search", on: &search) { $0.search(query) } }
    for _ in 0..<3 { steps.step("retry", on: &search) { $0.retry() } }
    let entries = try lines.map { try TraceEntry(line: $0) }
    #expect(
      entries.compactMap(\.step?.outcome) == [
        .moved, .ignored, .stayed, .ignored, .stayed, .stayed, .ignored,
      ])
    #expect(graph.violations(of: entries).map(\.description) == [])
  }
}
