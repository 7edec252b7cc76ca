import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// What a pull request shows of a difference.
@MainActor @Suite struct DiffMarkdownTests {
  private func report(from old: StateGraph, to new: StateGraph) -> DiffReport {
    DiffReport(
      from: "main", to: "the code",
      comparisons: [
        DiagramComparison(
          name: "Shop", outcome: .changed(new.diff(from: old), from: old, to: new))
      ])
  }

  private func arrow(
    _ source: String, _ target: String, _ event: String, isInternal: Bool = false
  ) -> StateGraph.Rule {
    .init(source: source, target: target, event: event, isInternal: isInternal)
  }

  /// A state that two states share, regions, and a state far away.
  private func shop(entry: String, _ rules: [StateGraph.Rule]) -> StateGraph {
    StateGraph(
      states: [
        .init(identifier: "closed"), .init(identifier: "open"),
        .init(identifier: "open/door/shut", label: "shut", parent: "open/door"),
        .init(identifier: "open/door/ajar", label: "ajar", parent: "open/door"),
        .init(
          identifier: "open/light/off", label: "off", parent: "open/light",
          behaviors: [.init(.entry, entry), .init(.exit, "flash")]),
        .init(identifier: "open/light/on", label: "on", parent: "open/light"),
        .init(identifier: "sold"), .init(identifier: "forgotten"),
      ],
      regions: [
        .init(name: "door", in: "open", initialState: "open/door/shut"),
        .init(name: "light", in: "open", initialState: "open/light/off"),
      ],
      rules: rules + [arrow("closed", "sold", "sell"), arrow("sold", "forgotten", "wait")],
      initialState: "closed")
  }

  @Test func markdownShowsRegionsAndMarksWhatIsNewAndGone() throws {
    let old = shop(
      entry: "click",
      [
        arrow("closed", "open", "unlock"), arrow("open", "closed", "lock"),
        arrow("open/light/off", "open/light/on", "switch"),
        arrow("open/door/shut", "open/door/ajar", "push"),
        arrow("open/door/ajar", "open/door/ajar", "creak", isInternal: true),
      ])
    let new = shop(
      entry: "clack",
      [
        arrow("closed", "open", "open up"), arrow("open", "closed", "lock"),
        arrow("open/light/off", "open/light/on", "switch"),
        arrow("open/door/shut", "open/door/ajar", "push"), arrow("closed", "burnt", "ignite"),
      ])
    let markdown = report(from: old, to: new).markdown + "\n"
    #expect(try Golden("difference.md", beside: #filePath).difference(from: markdown) == nil)
  }

  /// What is too large for a comment is shown in part, and a sentence says so.
  @Test func markdownShowsLessIfTheSurroundingsAreLarge() {
    func star(_ count: Int, _ event: String, inner: Int = 0) -> StateGraph {
      StateGraph(
        states: [],
        rules: (1...count).flatMap {
          [arrow("hub", "s\($0)", "go \($0)"), arrow("s\($0)", "hub", "back")]
        } + (0..<inner).map { arrow("hub", "s1", "step \($0)") } + [arrow("hub", "s1", event)],
        initialState: "hub")
    }
    let near = report(from: star(10, "old"), to: star(10, "new")).markdown
    #expect(near.contains("s10"))
    let far = report(from: star(30, "old"), to: star(30, "new")).markdown
    #expect(far.contains("stateDiagram-v2") && !far.contains("as s10"))
    #expect(far.contains("around the changes; not shown: 29 states, "))
    let only = report(from: star(3, "old", inner: 50), to: star(3, "new", inner: 50)).markdown
    #expect(only.contains("only the changes") && !only.contains("step 1"))
    let everything = report(from: star(30, "old"), to: star(60, "new")).markdown
    #expect(!everything.contains("mermaid"))
    #expect(everything.hasSuffix("see `diff --text` or `diff --pictures`."))
  }

  /// An arrow at the border of a composite state means all states inside.
  @Test func ruleOfOneStateDoesNotLeaveTheBorderOfTheOthers() {
    func nest(_ rules: [StateGraph.Rule]) -> StateGraph {
      StateGraph(
        states: ["a", "b", "c"].map { .init(identifier: "box.\($0)", parent: "box") }
          + [.init(identifier: "end")],
        composites: [.init(identifier: "box")],
        rules: rules + [arrow("box.a", "box.b", "next"), arrow("box.b", "box.c", "next")],
        initialState: "box.a")
    }
    let stop = arrow("box.c", "end", "stop")
    let markdown = report(from: nest([]), to: nest([stop])).markdown
    #expect(markdown.contains("box_c --> end"))
    #expect(!markdown.contains("box --> end"))
  }
}
