import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

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

  /// A hundred for each of the fifty seeds: 5,000 schemas.
  @Test(arguments: Seeds.first(50))
  func tellsEveryChangedCell(seed: UInt64) {
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
