import SchematicGraph
import SchematicTestKit
import Testing

/// The differences between two graphs, as a reviewer reads them.
@Suite struct GraphEditTests {
  private typealias Transition = StateGraph.Rule

  private func graph(
    _ transitions: [StateGraph.Rule], rejections: [StateGraph.Rule] = [],
    initialState: String = "locked"
  ) -> StateGraph {
    StateGraph(
      states: ["locked", "unlocked", "broken"].map { .init(identifier: $0) },
      transitions: transitions, rejections: rejections, initialState: initialState)
  }

  private func coin(
    to target: String, _ condition: String? = nil, _ action: String? = nil, event: String = "coin"
  ) -> StateGraph.Rule {
    Transition(source: "locked", target: target, event: event, guard: condition, action: action)
  }

  private func lines(
    from old: [StateGraph.Rule], to new: [StateGraph.Rule]
  ) -> [String] {
    graph(new).diff(from: graph(old)).edits.map(\.description)
  }

  @Test func anotherTargetIsOneChange() {
    #expect(
      lines(from: [coin(to: "unlocked", "paid", "open")], to: [coin(to: "broken", "paid", "open")])
        == ["~ locked: coin [paid] leads to broken, was unlocked"])
  }

  @Test func anotherActionIsOneChange() {
    #expect(
      lines(from: [coin(to: "unlocked", nil, "open")], to: [coin(to: "unlocked")])
        == ["~ locked: coin leads to unlocked, was: leads to unlocked / open"])
  }

  @Test func anotherGuardIsOneChange() {
    #expect(
      lines(from: [coin(to: "unlocked", "paid")], to: [coin(to: "unlocked", "paid twice")])
        == ["~ locked: coin [paid twice] leads to unlocked, was [paid]"])
    #expect(
      lines(from: [coin(to: "unlocked")], to: [coin(to: "unlocked", "paid")])
        == ["~ locked: coin [paid] leads to unlocked, was without a guard"])
  }

  @Test func anotherEventIsOneChange() {
    #expect(
      lines(from: [coin(to: "unlocked")], to: [coin(to: "unlocked", event: "card")])
        == ["~ locked: card leads to unlocked, was event coin"])
  }

  @Test func transitionForARejectionIsOneChange() {
    let old = graph([], rejections: [.init(state: "locked", event: "coin", reason: "broken slot")])
    let stay = Transition(
      source: "locked", target: "locked", event: "coin", action: "count", isInternal: true)
    #expect(
      graph([stay]).diff(from: old).edits.map(\.description)
        == ["~ locked: coin stays / count, was: is rejected: broken slot"])
  }

  @Test func diffKeepsBothHalvesIfThereAreSeveralReadings() {
    #expect(
      lines(
        from: [coin(to: "unlocked", "paid"), coin(to: "unlocked", "free")],
        to: [coin(to: "unlocked")]
      ) == [
        "- locked -> unlocked: coin [paid]", "- locked -> unlocked: coin [free]",
        "+ locked -> unlocked: coin",
      ])
  }

  @Test func diffGoesStateByState() {
    let old = StateGraph(
      states: [.init(identifier: "a"), .init(identifier: "gone"), .init(identifier: "b")],
      transitions: [
        .init(source: "b", target: "a", event: "back"),
        .init(source: "gone", target: "a", event: "x"),
      ], initialState: "a")
    let new = StateGraph(
      states: [
        .init(identifier: "a"), .init(identifier: "new"), .init(identifier: "b", label: "B"),
      ],
      transitions: [
        .init(source: "b", target: "new", event: "back"),
        .init(source: "new", target: "a", event: "y"),
      ], initialState: "b")
    #expect(
      new.diff(from: old).description == """
        ~ initial state: b, was a
        + state new
        + new -> a: y
        ~ state b "B", was b
        ~ b: back leads to new, was a
        - state gone
        - gone -> a: x
        """)
  }

  @Test func diffNamesTheRegionOfAChange() {
    func graph(_ target: String) -> StateGraph {
      let light = StateGraph(
        states: [.init(identifier: "on"), .init(identifier: "off")],
        transitions: [.init(source: "on", target: target, event: "press")], initialState: "on")
      return .sideBySide([("door", self.graph([coin(to: "unlocked")])), ("light", light)])
    }
    #expect(
      graph("off").diff(from: graph("on")).description
        == "~ light/on: press leads to light/off, was light/on")
  }

  @Test func anotherWayIntoRegionsIsOneChange() {
    func graph(_ entry: StateGraph.Entry) -> StateGraph {
      StateGraph(
        states: ["off", "on"].map { .init(identifier: $0) }
          + ["low", "high"].map { .init(identifier: "on/fan/\($0)", parent: "on/fan") },
        regions: [.init(name: "fan", in: "on", initialState: "on/fan/low")],
        rules: [.init(source: "off", target: "on", trigger: "press", entry: entry)],
        initialState: "off")
    }
    let entries: [StateGraph.Entry] = [.initial, .states(["on/fan/high"]), .history]
    for (old, new) in zip(entries, entries.dropFirst() + entries.prefix(1)) {
      #expect(
        graph(new).diff(from: graph(old)).edits.map(\.description)
          == ["~ off: press leads to on\(new), was on\(old)"])
    }
  }

  /// No edit is lost or repeated: the halves of all edits are the changes.
  @Test func diffTellsEveryChangeOnce() { Seeds.each(50, diffTellsEveryChangeOnce(seed:)) }

  private func diffTellsEveryChangeOnce(seed: UInt64) {
    var (old, new) = (
      StateGraph.randomNested(seed: seed), StateGraph.randomNested(seed: seed &+ 1_000)
    )
    (old.isCommitting, new.isCommitting) = (seed % 4 == 1, seed % 3 == 1)
    let diff = new.diff(from: old)
    let halves =
      (old.initialState == new.initialState ? 0 : 2)
      + (old.isCommitting == new.isCommitting ? 0 : 1)
      + Set(old.states).symmetricDifference(new.states).count
      + Set(old.composites).symmetricDifference(new.composites).count
      + Set(old.regions).symmetricDifference(new.regions).count
      + Set(old.rules).symmetricDifference(new.rules).count
    let told = diff.edits.reduce(0) { $0 + ($1.before == nil ? 0 : 1) + ($1.after == nil ? 0 : 1) }
    #expect(told == halves, "SEED=\(seed)")
    let (removed, added) = (diff.edits.flatMap(\.removed), diff.edits.flatMap(\.added))
    #expect(removed.count + added.count == halves, "SEED=\(seed)")
    #expect(removed.contains(.commitment) == (old.isCommitting && !new.isCommitting))
    #expect(added.contains(.commitment) == (new.isCommitting && !old.isCommitting))
    #expect(new.diff(from: old).edits == diff.edits, "SEED=\(seed)")
    #expect(new.diff(from: new).edits.isEmpty)
  }
}

@Suite struct DiffMarkdownTests {
  private func graph(event: String, to target: String) -> StateGraph {
    StateGraph(
      states: [.init(identifier: "locked"), .init(identifier: "unlocked")],
      transitions: [.init(source: "locked", target: target, event: event)], initialState: "locked")
  }

  @Test func markdownIsATableForAPullRequest() {
    let diff = graph(event: "coin", to: "broken").diff(from: graph(event: "coin", to: "unlocked"))
    #expect(
      diff.markdown(title: "Turnstile (v2)") == """
        ### Turnstile &#40;v2&#41;

        | | State | Before | After |
        | --- | --- | --- | --- |
        | changed | `locked` | `coin -> unlocked` | `coin -> broken` |
        | added | `broken` | | `state broken` |

        """)
  }

  @Test func markdownSaysThatThereIsNoDifference() {
    let graph = graph(event: "coin", to: "unlocked")
    #expect(graph.diff(from: graph).markdown() == "No differences.\n")
  }

  /// Whatever a name holds, a row has its four cells on one line, and nothing in it is markup.
  @Test func everyNameStaysInItsCell() throws {
    try AdversarialText.each(everyNameStaysInItsCell(name:))
  }

  private func everyNameStaysInItsCell(name: String) throws {
    let diff = graph(event: name, to: "unlocked").diff(from: graph(event: "+", to: "locked"))
    let lines = diff.markdown(title: name).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 + diff.edits.count + 1)
    for line in lines.dropFirst(4).dropLast() {
      #expect(line.unicodeScalars.filter { $0 == "|" }.count == 5)
      #expect(line.unicodeScalars.filter { $0 == "`" }.count.isMultiple(of: 2))
      #expect(!line.unicodeScalars.contains("\\"))
    }
    #expect(lines[0].unicodeScalars.starts(with: "### ".unicodeScalars))
    #expect(
      !lines[0].unicodeScalars.dropFirst(4).contains { "*_[]<>`|\\@".unicodeScalars.contains($0) })
  }
}
