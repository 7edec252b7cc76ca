import SchematicGraph

/// The edits that other edits need.
struct EditRequirements {
  /// For each edit, the positions of the edits without which it can't be applied.
  private(set) var needs: [Set<Int>]

  /// For each composite state of both graphs, the number of states and composite states directly inside
  /// the old one, and the edits that take some away and that bring some.
  private var boxes: [String: (count: Int, leaving: Set<Int>, coming: [Int])] = [:]

  /// A thing that other elements name.
  private enum Place: Hashable {
    case state(String)
    /// A composite state or a region.
    case box(String)
  }

  init(of edits: [GraphEdit], from old: StateGraph, to new: StateGraph) {
    needs = edits.map { _ in [] }
    let hasRegions = !old.regions.isEmpty || !new.regions.isEmpty
    var removers: [Place: Int] = [:]
    var adders: [Place: Int] = [:]
    for (index, edit) in edits.enumerated() {
      let (gone, fresh) = (
        Set(edit.removed.compactMap(Self.place)), Set(edit.added.compactMap(Self.place))
      )
      // A rule can't lead to each state of another region. So a state that moves, in a graph with
      // regions, is gone from one place and new in another.
      let moves =
        hasRegions && edit.removed.compactMap(Self.parent) != edit.added.compactMap(Self.parent)
      for place in moves ? gone : gone.subtracting(fresh) { removers[place] = index }
      for place in moves ? fresh : fresh.subtracting(gone) { adders[place] = index }
    }
    for (index, edit) in edits.enumerated() {
      for element in edit.added {
        for place in Self.mentions(in: element) { add(adders[place], to: index) }
        // A composite state without states isn't in a graph.
        if let parent = Self.parent(of: element), let adder = adders[.box(parent)] {
          add(index, to: adder)
        }
      }
      for element in edit.removed {
        for place in Self.mentions(in: element) {
          removers[place].map { add(index, to: $0) }
        }
        if let parent = Self.parent(of: element) { add(removers[.box(parent)], to: index) }
      }
    }
    let kept = Set(new.composites.map(\.identifier))
    for composite in old.composites where kept.contains(composite.identifier) {
      boxes[composite.identifier] = (0, [], [])
    }
    for parent in old.states.map(\.parent) + old.composites.map(\.parent) {
      if let parent { boxes[parent]?.count += 1 }
    }
    for (index, edit) in edits.enumerated() {
      for parent in edit.removed.compactMap(Self.parent) { boxes[parent]?.leaving.insert(index) }
      for parent in edit.added.compactMap(Self.parent) { boxes[parent]?.coming.append(index) }
    }
    // A machine that is divided into regions as a whole, or no longer, has other states altogether.
    if old.isDivided != new.isDivided {
      let structural = edits.indices.filter { index in
        (edits[index].removed + edits[index].added).contains { Self.place(of: $0) != nil }
      }
      for index in structural { needs[index].formUnion(structural) }
    }
  }

  /// Returns the edits that bring the first state to each composite state that would be left empty.
  ///
  /// A composite state without states isn't in a graph.
  func successors(after chosen: Set<Int>) -> [Int] {
    boxes.values.compactMap { box in
      guard box.count == box.leaving.intersection(chosen).count, chosen.isDisjoint(with: box.coming)
      else { return nil }
      return box.coming.first
    }
  }

  private mutating func add(_ needed: Int?, to index: Int) {
    if let needed, needed != index { needs[index].insert(needed) }
  }

  /// Returns the place that an element is; `nil` for rules and everything else that isn't one.
  private static func place(of element: GraphElement) -> Place? {
    switch element {
    case .state(let state): .state(state.identifier)
    case .composite(let composite): .box(composite.identifier)
    case .region(let region): .box(region.identifier)
    case .initialState, .commitment, .omission, .behavior, .rule: nil
    }
  }

  /// Returns the composite state or region around an element.
  private static func parent(of element: GraphElement) -> String? {
    switch element {
    case .state(let state): state.parent
    case .composite(let composite): composite.parent
    default: nil
    }
  }

  /// Returns the places that an element names.
  private static func mentions(in element: GraphElement) -> [Place] {
    switch element {
    case .initialState(let state): [.state(state)]
    case .commitment, .omission: []
    case .state, .composite: parent(of: element).map { [.box($0)] } ?? []
    case .region(let region):
      [.state(region.initialState)] + (region.parent.map { [.state($0)] } ?? [])
    case .behavior(let behavior, .state(let state)):
      [.state(state)] + places(in: behavior.conditions)
    case .behavior(let behavior, .composite(let composite)):
      [.box(composite)] + places(in: behavior.conditions)
    case .rule(let rule):
      ([rule.source, rule.target] + rule.entry.states).map(Place.state)
        + places(in: rule.conditions)
    }
  }

  private static func places(in conditions: [StateGraph.Condition]) -> [Place] {
    conditions.flatMap { condition -> [Place] in
      guard case .in(let name, _) = condition else { return [] }
      return [.state(name), .box(name)]
    }
  }
}
