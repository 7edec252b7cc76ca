import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

private enum Door: CaseIterable, Graphable { case open, closed, locked }
private enum Hand: CaseIterable, Graphable { case push, turnKey, knock }

/// The line on which the rules below begin.
private let start = UInt(#line)

private let schema = StateMachineSchema<Door, Hand, [String]>(initialState: .closed) {
  state, event, when in
  switch (state, event) {
  case (.closed, .push): return .to(.open, "squeak") { _ in }  // start + 5
  case (.closed, .turnKey):
    return when("has key") { $0.isEmpty }  // start + 7
      ? .to(.locked)
      : .stay("rattle")
  case (.closed, .knock): return .stay
  case (.open, .push): return .to(.closed, "squeak") { _ in }  // start + 11
  case (.open, .turnKey): return .rejected("close it first")
  case (.open, .knock): return .ignored
  case (.locked, .turnKey): return .rejected  // start + 14
  case (.locked, _): return nil
  }
}
.states { state in
  switch state {
  case .open:
    return .entry("light") { _ in }  // start + 21
      .exit("dark") { _ in }
      .after(.seconds(30), send: .push)
  case .closed, .locked: return .none
  }
}

@Suite struct SourceLineTests {
  private let graph = StateGraph(schema)

  /// Returns the numbers of the lines of the only rule with a source, an event and a target.
  private func lines(_ source: String, _ event: String, _ target: String? = nil) throws -> [UInt] {
    let rule = try #require(
      graph.rules.first {
        $0.source == source && $0.event == event && (target == nil || $0.target == target)
      })
    #expect(rule.sourceLines.allSatisfy { $0.fileID == #fileID })
    return rule.sourceLines.map { UInt($0.line) - start }
  }

  @Test func aRuleHasTheLineOfItsAnswer() throws {
    #expect(try lines("closed", "push") == [5])
    #expect(try lines("closed", "turnKey", "locked") == [8])
    #expect(try lines("closed", "turnKey", "closed") == [9])
    #expect(try lines("open", "turnKey") == [12])
  }

  @Test func aConditionHasTheLineOfItsGuard() throws {
    let rule = try #require(graph.rules.first { $0.target == "locked" })
    #expect(rule.lines.conditions.mapValues { UInt($0.line) - start } == ["has key": 7])
  }

  @Test func anAnswerThatIsAPropertyHasTheLineOfAnotherOneNearby() throws {
    #expect(try lines("closed", "knock") == [5])
    #expect(
      graph.rules.filter(\.lines.isNear).map(\.description) == [
        "closed -> closed: knock (internal)", "locked: turnKey / rejected",
      ])
    // No other answer in its state has a line: that of a transition which leads to it.
    #expect(try lines("locked", "turnKey") == [8])
  }

  @Test func theNearestLineIsThatOfTheEventThenTheStateThenAWayToIt() {
    let nearest = NearestLines(in: graph)
    func number(_ state: String?, _ event: String? = nil) -> UInt? {
      nearest.lines(state: state, event: event).all.first.map { UInt($0.line) - start }
    }
    #expect(number("open", "turnKey") == 12)
    #expect(number("open", "sing") == 11)
    #expect(number("open") == 11)
    // Of several, the first counts.
    #expect(number("closed", "turnKey") == 8)
    let oneWay = StateGraph(
      StateMachineSchema<Door, Hand, Void>(initialState: .closed) { state, event in
        state == .closed && event == .push ? .to(.open, line: start + 77) : .ignored
      })
    #expect(NearestLines(in: oneWay).lines(state: "open").all.map { UInt($0.line) - start } == [77])
    #expect(nearest.lines(state: "nowhere").all == [graph.sourceLine])
    #expect(nearest.lines().all == [graph.sourceLine])
    #expect(nearest.lines(state: "open").isNear)
  }

  @Test func aTimeoutHasTheLineOfItsAnswerAndItsOwn() throws {
    #expect(try lines("open", "after 30 s") == [11, 23])
  }

  @Test func aBehaviorHasItsLine() throws {
    let open = try #require(graph.states.first { $0.identifier == "open" })
    #expect(open.behaviors.map { "\($0)" } == ["entry / light", "exit / dark"])
    #expect(open.behaviors.map { $0.sourceLines.map { UInt($0.line) - start } } == [[21], [22]])
  }

  @Test func severalLinesMayMakeOneArrow() {
    let first = UInt(#line) + 5
    let graph = StateGraph(
      StateMachineSchema<Counter, Hand, Void>(initialState: .value(0)) { state, event in
        guard event == .push, case .value(let number) = state else { return .ignored }
        if number == 0 {
          return .to(.value(1))
        }
        return .to(.value(1))
      })
    #expect(graph.rules.count == 1)
    #expect(graph.rules.map { $0.sourceLines.map { UInt($0.line) } } == [[first, first + 2]])
  }

  @Test func movingCodeChangesNothingThatIsCompared() {
    func rules(_ line: UInt) -> StateMachineSchema<Door, Hand, Void> {
      StateMachineSchema(
        initialState: .closed, logic: { _, _ in .to(.open, fileID: "A/B.swift", line: line) })
    }
    let (one, other) = (StateGraph(rules(1)), StateGraph(rules(2)))
    #expect(one.rules[0].sourceLines != other.rules[0].sourceLines)
    #expect(one == other)
    #expect(one.rules == other.rules)
    #expect(one.hashValue == other.hashValue)
    #expect(one.fingerprint == other.fingerprint)
    #expect(one.json() == other.json())
    #expect(one.dot() == other.dot())
    #expect(one.diff(from: other).isEmpty)
  }

  @Test func aStepFunctionKnowsNoLines() {
    let graph = StateGraph(initial: Door.closed, events: Hand.allCases) { _, _ in .open }
    #expect(graph.rules.count == 9)
    #expect(graph.rules.allSatisfy { $0.sourceLines.isEmpty })
  }

  @Test func aDifferenceHasTheLineOfWhatIsNewAndANearOneOfWhatIsGone() throws {
    let old = StateMachineSchema<Door, Hand, [String]>(initialState: .closed) {
      state, event, when in
      switch (state, event) {
      case (.closed, .push): return .to(.locked)
      case (.closed, .turnKey):
        return when("has a key") { $0.isEmpty } ? .to(.locked) : .stay("rattle")
      case (.closed, .knock): return .stay
      case (.open, .push): return .to(.closed, "squeak") { _ in }
      case (.open, .turnKey): return .rejected("close it first")
      case (.open, .knock): return .to(.locked)
      case (.locked, .turnKey): return .rejected
      case (.locked, _): return nil
      }
    }.states { state in
      state == .open
        ? .entry("shine") { _ in }.exit("dark") { _ in }.after(.seconds(30), send: .push) : .none
    }
    let edits = graph.diff(from: StateGraph(old)).edits
    let lines = edits.map { edit in
      "\(edit) \(edit.sourceLine.map { "\(UInt($0.line) - start)" } ?? "-")"
        + (edit.lines.isNear ? " near" : "")
    }
    #expect(
      lines == [
        "~ open: entry / light, was entry / shine 21",
        "- open -> locked: knock 11 near",
        "~ closed: push leads to open / squeak, was: leads to locked 5",
        "~ closed: turnKey [has key] leads to locked, was [has a key] 7",
        "~ closed: turnKey [not has key] stays / rattle, was [not has a key] 7",
      ])
  }

  @Test func lengthOfATimeoutThatAValueNoLongerDecidesIsAtItsLine() throws {
    let start = UInt(#line) + 2
    func graph(_ length: @escaping @Sendable (Int) -> Int) -> StateGraph {
      let rules = StateMachineSchema<Counter, Hand, Void>(initialState: .value(0)) { state, event in
        guard event == .push, case .value(let number) = state else { return .ignored }
        return number == 0 ? .stay(as: .value(1)) : .stay(as: .value(0))
      } states: { state in
        guard case .value(let number) = state else { return .none }
        return .after(.seconds(length(number)), send: .push)
      }
      return StateGraph(rules)
    }
    let edits = graph { _ in 1 }.diff(from: graph { $0 + 1 }).edits
    #expect(edits.first?.summary.hasPrefix("value: after 1 s") == true)
    #expect(edits.first?.sourceLine.map { UInt($0.line) - start } == 5)
  }

  @Test func timeoutThatIsLongerThanBeforeIsAtItsLine() throws {
    var rules = graph.rules
    let index = try #require(rules.firstIndex { $0.trigger.isTimeout })
    rules[index].trigger = .timeout(.seconds(20))
    let old = StateGraph(states: graph.states, rules: rules, initialState: "closed")
    let edits = graph.diff(from: old).edits
    #expect(
      edits.map(\.summary) == ["open: after 30 s leads to closed / squeak, was event after 20 s"])
    #expect(edits.map { $0.lines.all.map { UInt($0.line) - start } } == [[23, 11]])
  }

  @Test func recordsOfSeveralThreadsStayApart() async {
    await withTaskGroup(of: Set<Int>.self) { group in
      for line in 1...8 {
        group.addTask {
          let schema = StateMachineSchema<Door, Hand, Void>(
            initialState: .closed,
            logic: { _, _ in .to(.open, fileID: "A/B.swift", line: UInt(line)) })
          return Set(
            (0..<50).flatMap { _ in
              StateGraph(schema).rules.flatMap { $0.sourceLines.map(\.line) }
            })
        }
      }
      var seen: [Set<Int>] = []
      for await lines in group { seen.append(lines) }
      #expect(seen.allSatisfy { $0.count == 1 })
      #expect(Set(seen.joined()) == Set(1...8))
    }
  }
}

private enum Counter: Graphable {
  case value(Int)
  static var graphCases: [Counter] { [.value(0), .value(1)] }
}
