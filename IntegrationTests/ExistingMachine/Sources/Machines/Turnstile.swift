import SchematicGraph
import SchematicMachines

package actor Turnstile {
  enum State { case locked, waiting(CheckedContinuation<Int, Never>), open }
  private var state = State.locked

  func enter() async -> Int {
    guard case .locked = state else { return 0 }
    return await withCheckedContinuation { state = .waiting($0) }
  }

  func insert(_ coins: Int) {
    if case .waiting(let visitor) = state {
      visitor.resume(returning: coins)
      state = .open
    }
  }
}

extension Turnstile {
  package static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0) }) { Turnstile() },
      steps: [
        .step("enter", awaiting: { await $0.enter() }),
        .step("insert", with: [1], awaiting: { $0.insert($1) }),
      ])
  }
}
