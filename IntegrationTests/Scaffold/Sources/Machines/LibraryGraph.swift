import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Library {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Library(first: .init(number: 1)!)) { ReflectedState(of: $0) },
      steps: [
        .step("put", with: shelfSamples) { $0.put(on: $1) },
        .step("stick", with: shelfLabelSamples) { $0.stick($1) },
      ],
      options: .init(cases: ["empty", "filled", "labeled"]))
  }

  private static var shelfSamples: [Shelf] {
    [
      .init(number: 1),
      .init(number: 0),
    ]
    .compactMap(\.self)
  }

  private static var shelfLabelSamples: [ShelfLabel] {
    [
      try? ShelfLabel("a"),
      try? ShelfLabel(""),
    ]
    .compactMap(\.self)
  }
}
