import SchematicGraph

extension Buffer {
  package static func graph(_ conditions: [MachineCondition<Buffer>] = []) -> StateGraph {
    StateGraph(
      of: Buffer(), state: { ReflectedState(of: $0) },
      steps: [
        .step("write", with: [1]) { $0.write($1) },
        .step("next") { $0.next() },
        .step("finish") { $0.finish() },
      ],
      conditions: conditions)
  }
}
