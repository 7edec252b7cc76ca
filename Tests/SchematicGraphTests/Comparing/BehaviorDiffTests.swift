import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct BehaviorDiffTests {
  private typealias Behavior = StateGraph.StateBehavior

  private func graph(
    _ behaviors: [StateGraph.StateBehavior], outer: [StateGraph.StateBehavior] = []
  ) -> StateGraph {
    StateGraph(
      states: [.init(identifier: "loading", parent: "active", behaviors: behaviors)],
      composites: [.init(identifier: "active", behaviors: outer)],
      transitions: [], initialState: "loading")
  }

  private func edits(from old: StateGraph, to new: StateGraph) -> [String] {
    new.diff(from: old).edits.map(\.description)
  }

  @Test func diffNamesTheStateAndTheLineOfABehavior() {
    let (none, spin) = (graph([]), graph([.init(.entry, "spin")]))
    #expect(edits(from: none, to: spin) == ["+ loading: entry / spin"])
    #expect(edits(from: spin, to: none) == ["- loading: entry / spin"])
    #expect(
      edits(from: spin, to: graph([.init(.entry, "turn")])) == [
        "~ loading: entry / turn, was entry / spin"
      ])
    #expect(
      edits(from: spin, to: graph([.init(.entry)])) == [
        "~ loading: entry / (unnamed), was entry / spin"
      ])
    #expect(
      edits(from: spin, to: graph([.init(.exit, "spin")])) == [
        "- loading: entry / spin", "+ loading: exit / spin",
      ])
  }

  @Test func diffNamesCompositeStates() {
    #expect(
      edits(from: graph([]), to: graph([], outer: [.init(.task, "play")])) == [
        "+ active: do / play"
      ])
  }

  @Test func diffNamesAnotherOrderOfBehaviors() {
    let (a, b) = (Behavior(.entry, "a"), Behavior(.entry, "b"))
    #expect(
      edits(from: graph([a, b]), to: graph([b, a])) == [
        "~ loading: entry / b, entry / a, was entry / a, entry / b"
      ])
    #expect(edits(from: graph([a]), to: graph([a, a])) == ["+ loading: entry / a"])
  }

  @Test func diffNamesBehaviorsOfNewStates() {
    let old = StateGraph(
      states: [.init(identifier: "a")], transitions: [], initialState: "a")
    let new = StateGraph(
      states: [.init(identifier: "a"), .init(identifier: "b", behaviors: [.init(.exit, "x")])],
      transitions: [], initialState: "a")
    #expect(edits(from: old, to: new) == ["+ state b", "+ b: exit / x"])
  }

  @Test func diffIgnoresTheOrderOfKinds() {
    let (entry, exit) = (Behavior(.entry, "a"), Behavior(.exit, "b"))
    #expect(graph([exit, entry]) == graph([entry, exit]))
    #expect(graph([exit, entry]).fingerprint == graph([entry, exit]).fingerprint)
  }

  @Test func everyBehaviorChangesTheFingerprint() {
    let lists: [[Behavior]] = [
      [], [.init(.entry)], [.init(.entry, "")], [.init(.entry, "(unnamed)")], [.init(.exit)],
      [.init(.task)], [.init(.entry), .init(.entry)],
    ]
    let graphs = lists.map { graph($0) } + lists.dropFirst().map { graph([], outer: $0) }
    #expect(Set(graphs.map(\.fingerprint)).count == graphs.count)
    #expect(Set(graphs).count == graphs.count)
  }
}
