import SchematicGraph

/// The buffer of "Draw a machine you already have".
struct Buffer {
  private enum State { case idle, holding([Int]), finished }
  enum Action { case none, resume(Int), wait }
  private var state = State.idle

  mutating func write(_ number: Int) {
    switch state {
    case .idle: state = .holding([number])
    case .holding(let numbers):
      precondition(numbers.count < 2, "no room")
      state = .holding(numbers + [number])
    case .finished: preconditionFailure("written after the end")
    }
  }

  mutating func next() -> Action {
    guard case .holding(var numbers) = state else { return .wait }
    let number = numbers.removeFirst()
    state = numbers.isEmpty ? .idle : .holding(numbers)
    return .resume(number)
  }

  mutating func finish() { state = .finished }

  static func graph(_ conditions: [MachineCondition<Buffer>] = []) -> StateGraph {
    StateGraph(
      .value(Buffer()) { ReflectedState(of: $0) },
      steps: [
        .step("write", with: [1]) { $0.write($1) },
        .step("next") { $0.next() },
        .step("finish") { $0.finish() },
      ], options: .init(conditions: conditions))
  }
}
