import SchematicGraph
import SchematicMachines
import Testing

/// Machines that wait for time to pass.
@Suite struct SleepTests {
  @Test func taskThatSleepsWaitsForeverAndTheFindingNamesTheStepThatBeganIt() {
    let graph = graph(of: Light())
    #expect(graph.lines == ["off → on: press"])
    #expect(
      graph.findings.filter { $0.kind == .endlessWork }.map(\.name) == [
        "waits for something that no step ends: press"
      ])
  }

  @Test func sleepThatIsCanceledEndsAtOnce() {
    let graph = graph(of: Light(), .step("cancel") { $0.cancel() })
    #expect(graph.lines == ["off → on: press", "on → canceled: cancel"])
    #expect(!graph.findings.contains { $0.kind == .endlessWork }, "\(graph.findings)")
  }

  private func graph(of machine: @autoclosure @escaping () -> Light, _ steps: MachineStep<Light>...)
    -> StateGraph
  {
    StateGraph(
      .made(state: { ReflectedState($0.state) }, machine).runningTasks(),
      steps: [.step("press") { $0.press() }] + steps)
  }
}

private final class Light: @unchecked Sendable {
  private(set) var state = "off"
  private var task: Task<Void, Never>?

  func press() {
    guard state == "off" else { return }
    state = "on"
    task = Task {
      do {
        try await Task.sleep(for: .seconds(100))
        state = "off"
      } catch {
        state = "canceled"
      }
    }
  }

  func cancel() { task?.cancel() }
}
