/// Where a state value stands in a diagram: its node, and the composite states around it.
struct StatePlace {
  let state: StateGraph.State
  /// The composite states that the state lies in, the outermost first.
  let composites: [StateGraph.CompositeState]

  init(of value: some Graphable, isFinal: Bool = false) {
    let path = value.graphPath
    let labels = value.graphLabelPath
    var composites: [StateGraph.CompositeState] = []
    for depth in path.indices.dropLast() {
      composites.append(
        StateGraph.CompositeState(
          identifier: path[...depth].joined(separator: "."),
          label: labels.indices.contains(depth) ? labels[depth] : path[depth],
          parent: composites.last?.identifier))
    }
    self.composites = composites
    state = StateGraph.State(
      identifier: value.graphIdentifier, label: labels.last ?? value.graphLabel, isFinal: isFinal,
      parent: composites.last?.identifier)
  }

  /// Returns the places of the parts of a state; none where it has no parts.
  static func parts(of value: some Graphable) -> [RegionFinder.Part] {
    let product = value as? any GraphableProduct
    return (product?.graphParts ?? []).map { name, state in
      RegionFinder.Part(name: name, place: StatePlace(of: state))
    }
  }
}
