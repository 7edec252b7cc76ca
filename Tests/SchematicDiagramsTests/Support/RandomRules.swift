import Schematic
import SchematicGraph
import SchematicTestKit

/// Rules of four states and four events, drawn at random, with names that notations trip over.
struct RandomRules {
  /// States and events by number.
  enum Node: Int, CaseIterable, Graphable { case a, b, c, d }

  /// An answer of the rules as a value; equal values are equal behavior.
  enum Answer: Hashable {
    case move(Node, String?)
    case stay(String?)
    case ignore
    case reject(String?)
    case choose(String, Node)

    static func random(using random: inout SplitMix64) -> Answer {
      let node = Node.allCases.randomElement(using: &random) ?? .a
      let name = AdversarialText.short.randomElement(using: &random) ?? ""
      let label = Bool.random(using: &random) ? name : nil
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2: return .move(node, label)
      case 3...4: return .stay(label)
      case 5: return .ignore
      case 6: return .reject(label)
      default: return .choose(name, node)
      }
    }

    func transition(_ when: Guard<Void>) -> Transition<Node, Void> {
      switch self {
      case .move(let node, let label?): return .to(node, label)
      case .move(let node, nil): return .to(node)
      case .stay(let label?): return .stay(label)
      case .stay(nil): return .stay
      case .ignore: return .ignored
      case .reject(let reason?): return .rejected(reason)
      case .reject(nil): return .rejected
      case .choose(let name, let node): return when(name) { _ in true } ? .to(node) : .rejected
      }
    }
  }

  private var cells: [[Answer]]

  init(using random: inout SplitMix64) {
    cells = Node.allCases.map { _ in Node.allCases.map { _ in Answer.random(using: &random) } }
  }

  /// Returns the rules with another answer in one cell.
  func changed(using random: inout SplitMix64) -> RandomRules {
    var changed = self
    let row = Int.random(in: 0..<4, using: &random)
    let column = Int.random(in: 0..<4, using: &random)
    while changed.cells[row][column] == cells[row][column] {
      changed.cells[row][column] = Answer.random(using: &random)
    }
    return changed
  }

  var graph: StateGraph {
    StateGraph(
      StateMachineSchema<Node, Node, Void>(initialState: .a) { [cells] state, event, when in
        cells[state.rawValue][event.rawValue].transition(when)
      })
  }
}
