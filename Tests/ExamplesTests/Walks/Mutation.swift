import Schematic
import SchematicGraph

/// A mistake that somebody may make in the rules of a machine.
enum Mutation: CustomStringConvertible {
  /// A transition leads to another state.
  case retargeted(StateGraph.Transition, to: String)
  /// A transition is no longer there.
  case lost(StateGraph.Transition)
  /// In one state, a guard of one event is asked the wrong way round.
  case inverted(guard: String, state: String, event: String)

  var description: String {
    switch self {
    case .retargeted(let transition, let target): "\(transition) leads to \(target)"
    case .lost(let transition): "\(transition) is lost"
    case .inverted(let name, let state, let event): "\(name) is inverted in \(state) on \(event)"
    }
  }

  /// Every single mistake of these kinds.
  static func all(in graph: StateGraph) -> [Mutation] {
    let states = graph.states.map(\.identifier)
    return graph.transitions.flatMap { transition -> [Mutation] in
      [.lost(transition)]
        + states.filter { $0 != transition.target }.map { .retargeted(transition, to: $0) }
    } + inversions(in: graph)
  }

  private static func inversions(in graph: StateGraph) -> [Mutation] {
    let conditions =
      graph.transitions.map { ($0.guard, $0.source, $0.event) }
      + graph.rejections.map { ($0.guard, $0.state, $0.event) }
    var seen: Set<[String]> = []
    return conditions.compactMap { condition, state, event in
      // The first guard that is asked is part of every condition.
      guard let condition else { return nil }
      let first = condition.split(separator: " and ")[0]
      let name = String(first.hasPrefix("not ") ? first.dropFirst(4) : first)
      guard seen.insert([name, state, event]).inserted else { return nil }
      return .inverted(guard: name, state: state, event: event)
    }
  }
}

extension StateMachineSchema where State: Graphable, Event: Graphable {
  /// Returns the rules with a mistake in them, to be asked without a subject.
  func mutated(by mutation: Mutation) -> StateMachineSchema {
    // Called where this is called, and not kept longer than the test.
    nonisolated(unsafe) let original = self
    return StateMachineSchema(initialState: initialState) { state, event, when in
      let source = state.graphIdentifier
      let answer = original.transition(from: state, on: event) { name in
        let holds = when(name) { _ in fatalError("there is no subject") }
        guard case .inverted(name, source, event.graphLabel) = mutation else { return holds }
        return !holds
      }
      func isMeant(_ transition: StateGraph.Transition) -> Bool {
        transition.source == source && transition.event == event.graphLabel
          && transition.target == answer.target?.graphIdentifier ?? source
          && transition.action == answer.label
          && transition.isInternal == (answer.kind == .internal)
          && (answer.kind == .internal || answer.kind == .external)
      }
      switch mutation {
      case .retargeted(let transition, let target) where isMeant(transition):
        guard let state = State.graphCases.first(where: { $0.graphIdentifier == target })
        else { return answer }
        return .to(state, answer.label)
      case .lost(let transition) where isMeant(transition): return .ignored
      default: return answer
      }
    }
    .final { original.isFinal($0) }
  }
}
