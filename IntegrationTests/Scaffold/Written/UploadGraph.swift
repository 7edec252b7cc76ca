import SchematicGraph

@testable import App

let uploadGraph = StateGraph(
  .value(Upload()) { ReflectedState(of: $0) },
  steps: [
    .step("start") { $0.handle(.start) },
    .step("sent", with: [] as [Int]) { $0.handle(.sent(bytes: $1)) },
    .step("broke") { $0.handle(.broke) },
  ])
