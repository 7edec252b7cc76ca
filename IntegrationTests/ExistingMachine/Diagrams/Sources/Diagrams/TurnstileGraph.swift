import SchematicGraph
import SchematicMachines

@testable import App

extension Turnstile {
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Turnstile() },
      steps: [
        .step("enter", awaiting: { await $0.enter() }),
        .step("insert", with: [1], awaiting: { $0.insert($1) }),
      ])
  }
}
