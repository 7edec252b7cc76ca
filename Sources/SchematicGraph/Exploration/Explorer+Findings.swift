import Schematic

// Remarks about a whole graph.
extension Explorer {
  /// Returns notes about states and events that were tried with only one value, so that their
  /// arrows can't have conditions.
  func sampleNotes(about graph: StateGraph) -> [GraphFinding] {
    let acting = Set(graph.rules.map(\.source))
    let lone = queue.filter { value, identifier in
      valueCounts[identifier] == 1 && acting.contains(identifier) && Self.carriesSample(value)
    }
    let counts = Dictionary(grouping: events, by: { $0.label }).mapValues { $0.count }
    let handled = Set(graph.rules.map(\.event))
    let loneEvents = events.filter { event, _, label in
      counts[label] == 1 && handled.contains(label) && !PayloadField.fields(of: event).isEmpty
    }
    return lone.map { .fewSamples(ofState: $0.identifier) }
      + loneEvents.map { .fewSamples(ofEvent: $0.label) }
  }

  /// Returns whether a state carries a value that represents others.
  ///
  /// Regions have their own names, and the values of a machine result from its events.
  private static func carriesSample(_ value: any Graphable) -> Bool {
    if let product = value as? any GraphableProduct {
      return product.graphRegions.contains { carriesSample($0.state) }
    }
    if let nested = ReflectedCase(of: value)?.nested { return carriesSample(nested) }
    return !(value is any ExploredParts) && !PayloadField.fields(of: value).isEmpty
  }
}
