import SchematicGraph

/// The graphs between an old graph and a new one: the old graph with some of the edits applied.
struct PartialGraph {
  let old: StateGraph
  let new: StateGraph
  /// The edits that lead from the old graph to the new one, as `GraphDiff` lists them.
  let edits: [GraphEdit]

  /// The edits without which others can't be applied.
  private let requirements: EditRequirements

  init(from old: StateGraph, to new: StateGraph) {
    self.old = old
    self.new = new
    edits = new.diff(from: old).edits
    requirements = EditRequirements(of: edits, from: old, to: new)
  }

  /// Returns some edits and all edits that they need.
  ///
  /// An arrow to a new state needs that state. A state that is gone needs its arrows to be gone. A
  /// composite state or a region comes and goes with its states.
  ///
  /// - Parameter chosen: The positions of edits.
  /// - Returns: The positions of edits.
  func completed(_ chosen: Set<Int>) -> Set<Int> {
    var all = chosen
    var next = Array(chosen)
    while !next.isEmpty {
      while let edit = next.popLast() {
        for needed in requirements.needs[edit] where all.insert(needed).inserted {
          next.append(needed)
        }
      }
      for needed in requirements.successors(after: all) where all.insert(needed).inserted {
        next.append(needed)
      }
    }
    return all
  }

  /// Returns the old graph with some of the edits, and with those that they need.
  ///
  /// The states and rules that the new graph has are in its order.
  ///
  /// - Parameter chosen: The positions of the edits.
  /// - Returns: The graph; `nil` if it would have no record, because regions or composite states
  ///   without their states would be left.
  func graph(accepting chosen: Set<Int>) -> StateGraph? {
    let chosen = completed(chosen)
    guard chosen.count < edits.count else { return new }
    let accepted = edits.indices.filter(chosen.contains).map { edits[$0] }
    let content = Content(of: old, new, accepted)
    let graph = content.graph
    // The initializer of a graph adds and removes states to make it consistent.
    guard Set(graph.states) == Set(content.states), Set(graph.regions) == Set(content.regions),
      Set(graph.composites) == Set(content.composites),
      (try? StateGraph(dot: graph.dot())) == graph
    else { return nil }
    return graph
  }
}

/// The content of the old graph after some edits.
private struct Content {
  var states: [StateGraph.State]
  var composites: [StateGraph.CompositeState]
  let regions: [StateGraph.Region]
  private let rules: [StateGraph.Rule]
  private let initialState: String?
  private let isCommitting: Bool
  private let omission: GraphOmission?

  init(of old: StateGraph, _ new: StateGraph, _ edits: [GraphEdit]) {
    let (removed, added) = (edits.flatMap(\.removed), edits.flatMap(\.added))
    func apply<Element: Hashable>(
      _ olds: [Element], _ news: [Element], _ element: (Element) -> GraphElement
    ) -> [Element] {
      let (gone, fresh) = (Set(removed), Set(added))
      return merged(
        olds.filter { !gone.contains(element($0)) }, news.filter { fresh.contains(element($0)) },
        orders: (olds, news))
    }
    func behaviors(
      of owner: GraphElement.Owner, _ olds: [StateGraph.StateBehavior],
      _ news: [StateGraph.StateBehavior]
    ) -> [StateGraph.StateBehavior] {
      var kept = olds
      // A state can do the same twice, so each removed behavior counts once.
      for case .behavior(let behavior, owner) in removed {
        kept.firstIndex(of: behavior).map { _ = kept.remove(at: $0) }
      }
      for case .behavior(let behavior, owner) in added { kept.append(behavior) }
      return StateGraph.StateBehavior.Kind.allCases.flatMap { kind in
        let (list, goal) = (kept.filter { $0.kind == kind }, news.filter { $0.kind == kind })
        return list.count == goal.count && list.counts == goal.counts ? goal : list
      }
    }
    let oldStates = Dictionary(uniqueKeysWithValues: old.states.map { ($0.identifier, $0) })
    let newStates = Dictionary(uniqueKeysWithValues: new.states.map { ($0.identifier, $0) })
    states = apply(
      old.states.map(\.withoutBehaviors), new.states.map(\.withoutBehaviors), GraphElement.state)
    for index in states.indices {
      let name = states[index].identifier
      states[index].behaviors = behaviors(
        of: .state(name), oldStates[name]?.behaviors ?? [], newStates[name]?.behaviors ?? [])
    }
    let oldBoxes = Dictionary(uniqueKeysWithValues: old.composites.map { ($0.identifier, $0) })
    let newBoxes = Dictionary(uniqueKeysWithValues: new.composites.map { ($0.identifier, $0) })
    composites = apply(
      old.composites.map(\.withoutBehaviors), new.composites.map(\.withoutBehaviors),
      GraphElement.composite)
    for index in composites.indices {
      let name = composites[index].identifier
      composites[index].behaviors = behaviors(
        of: .composite(name), oldBoxes[name]?.behaviors ?? [], newBoxes[name]?.behaviors ?? [])
    }
    regions = apply(old.regions, new.regions, GraphElement.region)
    rules = apply(old.rules, new.rules, GraphElement.rule)
    let starts = added.compactMap { if case .initialState(let state) = $0 { state } else { nil } }
    initialState =
      regions.divideMachine
      ? nil : starts.first ?? (old.isDivided ? new : old).initialState
    isCommitting =
      (old.isCommitting || added.contains(.commitment)) && !removed.contains(.commitment)
    let omits = edits.contains { ($0.removed + $0.added).contains(where: \.isOmission) }
    omission = omits ? new.omission : old.omission
  }

  var graph: StateGraph {
    var graph = StateGraph(
      states: states, composites: composites, regions: regions, rules: rules,
      initialState: initialState, isCommitting: isCommitting)
    graph.omission = omission
    return graph
  }
}

/// Returns the elements of two lists in the order of the second one; what only the first order has
/// follows the element before it.
private func merged<Element: Hashable>(
  _ kept: [Element], _ fresh: [Element], orders: (old: [Element], new: [Element])
) -> [Element] {
  let known = Set(orders.new)
  var followers: [Element?: [Element]] = [:]
  var last: Element?
  for element in orders.old {
    if known.contains(element) {
      last = element
    } else {
      followers[last, default: []].append(element)
    }
  }
  let order = (followers[nil] ?? []) + orders.new.flatMap { [$0] + (followers[$0] ?? []) }
  let all = Set(kept).union(fresh)
  return order.filter(all.contains)
}

extension GraphElement {
  fileprivate var isOmission: Bool { if case .omission = self { true } else { false } }
}

extension [StateGraph.StateBehavior] {
  fileprivate var counts: [StateGraph.StateBehavior: Int] {
    reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
