import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct PayloadTests {
  private enum Go: CaseIterable, Graphable { case go }

  /// The transitions of a machine that decides by what a value carries.
  private func lines<State: Graphable>(
    from state: State, _ step: @escaping (State) -> State?
  ) -> [String] {
    StateGraph(initial: state, events: Go.allCases) { state, _ in step(state) }.lines
  }

  private enum Call: Graphable {
    case waiting(isUrgent: Bool), trying(attempt: Int, host: String), done
    static var graphCases: [Call] {
      [.waiting(isUrgent: true), .waiting(isUrgent: false)]
        + (0..<6).flatMap { attempt in
          ["a", "b"].map { .trying(attempt: attempt, host: $0) }
        }
        + [.done]
    }
  }

  @Test func conditionNamesATruthByItsLabel() {
    let lines = lines(from: Call.done) { call in
      if case .waiting(let isUrgent) = call { return isUrgent ? .done : .waiting(isUrgent: true) }
      return nil
    }
    #expect(
      lines == ["waiting → done: go [isUrgent = true]", "waiting → waiting: go [isUrgent = false]"])
  }

  @Test(arguments: [
    (3, "attempt in 3…5", "attempt in 0…2"), (5, "attempt = 5", "attempt in 0…4"),
    (1, "attempt in 1…5", "attempt = 0"),
  ])
  func conditionNamesNumbersAsRanges(limit: Int, above: String, below: String) {
    let lines = lines(from: Call.done) { call in
      guard case .trying(let attempt, let host) = call else { return nil }
      return attempt < limit ? .trying(attempt: attempt, host: host) : .done
    }
    #expect(
      lines == ["trying → trying: go [\(below)]", "trying → done: go [\(above)]"])
  }

  @Test func conditionNamesTheOtherFieldIfThatOneDecides() {
    let lines = lines(from: Call.done) { call in
      guard case .trying(_, let host) = call else { return nil }
      return host == "a" ? .done : nil
    }
    #expect(lines == ["trying → done: go [host = \"a\"]"])
  }

  @Test func conditionListsBoxesOfValuesAndNotEachValue() {
    let lines = lines(from: Call.done) { call in
      guard case .trying(let attempt, let host) = call else { return nil }
      return (attempt < 2 && host == "a") || (attempt > 3 && host == "b") ? .done : nil
    }
    #expect(
      lines == [
        #"trying → done: go [(attempt in 0…1 and host = "a") or (attempt in 4…5 and host = "b")]"#
      ])
  }

  @Test func conditionNamesBothFieldsIfNeitherDecidesAlone() {
    let lines = lines(from: Call.done) { call in
      guard case .trying(let attempt, let host) = call else { return nil }
      return (attempt == 2 && host == "a") ? .done : nil
    }
    #expect(lines == ["trying → done: go [attempt = 2 and host = \"a\"]"])
  }

  @Test func conditionListsNumbersWithGaps() {
    let lines = lines(from: Call.done) { call in
      guard case .trying(let attempt, _) = call else { return nil }
      return attempt % 2 == 0 ? .done : .waiting(isUrgent: true)
    }
    #expect(
      lines == [
        "trying → done: go [attempt in {0, 2, 4}]", "trying → waiting: go [attempt in {1, 3, 5}]",
      ])
  }

  private enum Coin: Graphable {
    case coin(cents: Int)
    static var graphCases: [Coin] { [.coin(cents: 10), .coin(cents: 50)] }
  }
  private enum Gate: CaseIterable, Graphable { case locked, open }

  @Test func conditionNamesWhatTheEventCarries() {
    let graph = StateGraph(
      StateMachineSchema<Gate, Coin, Void>(initialState: .locked) { gate, coin, when in
        switch (gate, coin) {
        case (.locked, .coin(50)): return when("works") { _ in true } ? .to(.open) : .rejected
        case (.locked, .coin): return .rejected("too little")
        case (.open, _): return .to(.locked)
        }
      })
    #expect(
      graph.lines == ["locked → open: coin [cents = 50 and works]", "open → locked: coin"])
    #expect(
      graph.rejections.map(\.description)
        == [
          "locked: coin [cents = 10] / rejected: too little",
          "locked: coin [cents = 50 and not works] / rejected",
        ])
    #expect(graph.findingLines.isEmpty)
  }

  /// Each field on its own says it shorter than all their combinations.
  @Test func conditionSaysOfEachFieldWhatItMustBe() {
    let graph = StateGraph(
      StateMachineSchema<Call, Go, Void>(initialState: .done) { call, _, when in
        guard case .trying(let attempt, "b") = call, attempt > 0 else { return .ignored }
        return when("free") { _ in true } ? .to(.done) : .ignored
      })
    let condition = #"attempt in 1…5 and host = "b" and free"#
    #expect(graph.lines == ["trying → done: go [\(condition)]"])
  }

  @Test func conditionSaysWhichOfTwoFieldsSuffices() {
    let graph = StateGraph(
      StateMachineSchema<Call, Go, Void>(initialState: .done) { call, _, when in
        guard case .trying(let attempt, let host) = call, attempt > 0 || host == "b" else {
          return .ignored
        }
        return when("free") { _ in true } ? .to(.done) : .ignored
      })
    #expect(graph.lines == [#"trying → done: go [(attempt in 1…5 or host = "b") and free]"#])
  }

  @Test func alternativesBeforeAGuardAreInBrackets() {
    let graph = StateGraph(
      StateMachineSchema<Call, Go, Void>(initialState: .done) { call, _, when in
        guard case .trying(let attempt, let host) = call, (attempt == 0) == (host == "a"),
          attempt < 2
        else { return .ignored }
        return when("free") { _ in true } ? .to(.done) : .ignored
      })
    #expect(
      graph.lines == [
        #"trying → done: go [((attempt = 0 and host = "a") or (attempt = 1 and host = "b")) and free]"#
      ])
  }

  private final class Box {}
  private enum Opaque: Graphable {
    case holding(Box, Box), empty
    nonisolated(unsafe) static let boxes = [Box(), Box()]
    static var graphCases: [Opaque] {
      [.holding(boxes[0], boxes[1]), .holding(boxes[1], boxes[1]), .empty]
    }
  }

  @Test func valuesThatNothingTellsApartHaveADigestThatNoDiagramShows() {
    let graph = StateGraph(initial: Opaque.empty, events: Go.allCases) { opaque, _ in
      guard case .holding(let first, let second) = opaque else { return nil }
      return first === second ? .empty : opaque
    }
    #expect(graph.transitions.map(\.guard) == ["some values", "some values"])
    #expect(Set(graph.rules.compactMap(\.untold)).count == 2)
    #expect(graph.findings.first?.description.contains("look the same") == true)
  }

  private enum Bag: Graphable {
    case bag(Set<String>), sealed
    static var graphCases: [Bag] { [.bag([]), .bag(["pear", "apple", "fig"]), .sealed] }
  }

  @Test func conditionNamesASetInTheSameOrderEveryTime() {
    let lines = lines(from: Bag.sealed) { bag in
      if case .bag(let things) = bag, !things.isEmpty { return .sealed }
      return nil
    }
    #expect(lines == ["bag → sealed: go [bag = [apple, fig, pear]]"])
  }
}

/// Random rules with one cell changed: the graph tells, whatever the cell.
@Suite struct ChangedCellTests {
  /// States and events by number.
  private enum Node: Int, CaseIterable, Graphable { case a, b, c, d }

  /// What the rules answer, as a value.
  private enum Answer: CaseIterable {
    case move, moveWithAction, stay, stayWithAction, ignore, reject, rejectWithReason, choose

    func transition(to target: Node, _ when: Guard<Void>) -> Transition<Node, Void> {
      switch self {
      case .move: return .to(target)
      case .moveWithAction: return .to(target, "act")
      case .stay: return .stay
      case .stayWithAction: return .stay("act")
      case .ignore: return .ignored
      case .reject: return .rejected
      case .rejectWithReason: return .rejected("no")
      case .choose: return when("free") { _ in true } ? .to(target) : .rejected
      }
    }

    /// Whether the target of the cell is no part of the answer.
    var hasNoTarget: Bool {
      switch self {
      case .stay, .stayWithAction, .ignore, .reject, .rejectWithReason: true
      case .move, .moveWithAction, .choose: false
      }
    }
  }

  private struct Cell: Equatable {
    var answer: Answer
    var target: Node

    static func random(using random: inout SplitMix64) -> Cell {
      Cell(
        answer: Answer.allCases.randomElement(using: &random) ?? .ignore,
        target: Node.allCases.randomElement(using: &random) ?? .a)
    }

    func means(sameAs other: Cell) -> Bool {
      answer == other.answer && (answer.hasNoTarget || target == other.target)
    }
  }

  private func graph(_ cells: [[Cell]]) -> StateGraph {
    StateGraph(
      StateMachineSchema<Node, Node, Void>(initialState: .a) { state, event, when in
        let cell = cells[state.rawValue][event.rawValue]
        return cell.answer.transition(to: cell.target, when)
      })
  }

  /// A hundred for each of a few seeds.
  @Test func graphTellsEveryChangedCell() { Seeds.each(2, graphTellsEveryChangedCell(seed:)) }

  private func graphTellsEveryChangedCell(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let cells = Node.allCases.map { _ in
        Node.allCases.map { _ in Cell.random(using: &random) }
      }
      var changed = cells
      let (row, column) = (
        Int.random(in: 0..<4, using: &random), Int.random(in: 0..<4, using: &random)
      )
      repeat {
        changed[row][column] = Cell.random(using: &random)
      } while changed[row][column].means(sameAs: cells[row][column])
      let graph = graph(cells)
      #expect(graph == self.graph(cells), "SEED=\(seed)")
      #expect(graph != self.graph(changed), "SEED=\(seed)")
    }
  }
}
