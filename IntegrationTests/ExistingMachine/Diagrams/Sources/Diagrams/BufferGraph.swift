import SchematicGraph

@testable import App

extension Buffer {
  static var graph: StateGraph {
    StateGraph(
      .value(Buffer()) { ReflectedState(of: $0) },
      steps: [
        .step("write", with: [1]) { $0.write($1) },
        .step("next") { $0.next() },
        .step("finish") { $0.finish() },
      ])
  }
}
