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

  /// What is done because of a state: for each state and kind two answers, of which each may be none,
  /// and each may have no label.
  typealias Slot = String??

  private var cells: [[Answer]]
  private var slots: [[[Slot]]]

  init(using random: inout SplitMix64) {
    cells = Node.allCases.map { _ in Node.allCases.map { _ in Answer.random(using: &random) } }
    slots = Node.allCases.map { _ in [] }
  }

  /// Returns the rules with entry, exit and work at random.
  func withBehaviors(using random: inout SplitMix64) -> RandomRules {
    var rules = self
    rules.slots = Node.allCases.map { _ in
      (0..<3).map { _ in (0..<2).map { _ in Self.slot(using: &random) } }
    }
    return rules
  }

  private static func slot(using random: inout SplitMix64) -> Slot {
    let label = AdversarialText.short.randomElement(using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .none
    case 1: return .some(nil)
    default: return .some(label)
    }
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

  /// Returns the rules with another label, presence or kind of one entry, exit or task.
  func withChangedBehavior(using random: inout SplitMix64) -> RandomRules {
    var changed = self
    while changed.slots == slots {
      let row = Int.random(in: 0..<4, using: &random)
      let (kind, other) = (
        Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random)
      )
      let slot = Int.random(in: 0..<2, using: &random)
      changed = self
      if kind == other {
        changed.slots[row][kind][slot] = Self.slot(using: &random)
      } else {
        changed.slots[row][kind][slot] = slots[row][other][slot]
        changed.slots[row][other][slot] = slots[row][kind][slot]
      }
    }
    return changed
  }

  var graph: StateGraph {
    var schema = StateMachineSchema<Node, Node, Void>(initialState: .a) {
      [cells] state, event, when in
      cells[state.rawValue][event.rawValue].transition(when)
    }
    guard slots.allSatisfy({ !$0.isEmpty }) else { return StateGraph(schema) }
    for number in 0..<2 {
      schema = schema.states { [slots] state in
        let slots = slots[state.rawValue].map { $0[number] }
        var behavior = StateBehavior<Node, Void>.none
        if let label = slots[0] { behavior = behavior.entry(label) { _ in } }
        if let label = slots[1] { behavior = behavior.exit(label) { _ in } }
        if let label = slots[2] { behavior = behavior.task(label) { _, _ in nil } }
        return behavior
      }
    }
    return StateGraph(schema)
  }
}
