import SchematicGraph

extension StreamMachine {
  /// What the machine does, found by running copies of it.
  static var graph: StateGraph {
    StateGraph(
      initial: StreamMachine(), state: \.state, events: StreamEvent.graphCases,
      isFinal: { $0 == .closed }, label: label
    ) { try $0.handle($1) }
  }

  private static func label(_ action: StreamAction?) -> String? {
    switch action {
    case .forward: "forward"
    case .countOpened: "count"
    case .release: "release"
    case nil: nil
    }
  }
}
