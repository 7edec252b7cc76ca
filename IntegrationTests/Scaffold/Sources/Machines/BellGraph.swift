import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Bell {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.state) }) { Bell() },
      steps: [
        .step("press") { nameOfAction($0.press()) },
        .step("letGo") { nameOfOptionalAction($0.letGo()) },
        .step("count") { _ = $0.count() },
      ],
      options: .init(cases: ["quiet", "ringing"]))
  }

  private static func nameOfAction(_ action: borrowing Bell.Action) -> String? {
    switch action {
    case .strike: "strike"
    case .hold: "hold"
    }
  }

  private static func nameOfOptionalAction(_ action: borrowing Bell.Action?) -> String? {
    switch action {
    case .some(.strike): "strike"
    case .some(.hold): "hold"
    case .none: nil
    }
  }
}
