import Schematic
import SchematicCases
import SchematicGraph

/// The tasks of a hand-written machine during its steps.
///
/// A step ends when each task that it started has ended, or waits for something that doesn't come from
/// the machine, such as time. All of them run on the thread of the step, one after the other, so the
/// result depends on nothing else.
final class StepTasks: StepWork, @unchecked Sendable {
  /// The tasks of the machine whose step is taken on this thread.
  ///
  /// A detached task doesn't know the surroundings of its step, but it runs on the thread of the step.
  static var ofThread: StepTasks? { JobQueue.ofThread?.tasks }

  /// The step whose call runs now or, in a task or in the end of a service's call, has started it.
  @TaskLocal static var caller: StepCaller?

  /// The services that stand in for those of the machine.
  let services: ServiceCalls

  /// Descriptions of the calls of earlier steps that have ended in the last one.
  private(set) var ended: [String] = []

  /// The calls that wait in the machine of the last step, the first one to begin first.
  private var calls: [WaitingCall] = []

  /// The steps whose work has outlived them and waits for something else than a stand-in, and those whose work a later
  /// step has ended.
  private var (lasting, finished): (Set<String>, Set<String>) = ([], [])

  /// What is around the machine.
  unowned let surroundings: MachineSurroundings

  init(for events: [any Graphable], in surroundings: MachineSurroundings) {
    self.surroundings = surroundings
    services = ServiceCalls(
      replies: events.compactMap { ($0 as? StepCall)?.reply?.name }.uniqued())
  }

  var ends: [String] { ended }

  var waiting: any WaitingWork {
    WaitingCalls(
      calls: calls.map(\.name), open: services.open, replies: services.replies)
  }

  func forget() {
    calls = []
    services.forget()
  }

  /// Takes a step, and runs the tasks that it started.
  func surround(_ event: (any Graphable)?, _ step: () throws -> Void) rethrows {
    // What a machine that is gone has left is no part of this step.
    JobQueue.catching { $0.runAll() }
    ended = []
    weak var life: StepLife?
    defer { record(life) }
    try JobQueue.catching(for: self) { jobs in
      defer { jobs.runAll() }
      let caller = event.map(StepCaller.init)
      let current = StepLife(of: caller?.name ?? "the start", in: self)
      life = current
      let isReply = (event as? StepCall)?.reply != nil
      try StepLife.$current.withValue(current) {
        try Self.$caller.withValue(isReply ? nil : caller) { try step() }
      }
    }
  }

  /// Records work that has outlived its step.
  private func record(_ life: StepLife?) {
    // A call of a service that no step ends has a finding of its own.
    if let life, !services.isWaited(for: life) { lasting.insert(life.step) }
    life?.isLate = true
    surroundings.unanswered = services.unanswered
    surroundings.endless = lasting.subtracting(finished).sorted()
  }

  /// Records that a later step has ended the work of a step.
  func recordEnd(of step: String) { finished.insert(step) }

  /// Calls an asynchronous function, which goes as far as it can go now.
  ///
  /// - Parameters:
  ///   - name: The name of the call, in case that a later step lets it end.
  ///   - call: The call.
  /// - Returns: The result, or the text `waits`.
  /// - Throws: What the function throws.
  static func result(
    of name: String, _ call: @escaping () async throws -> Any
  ) throws -> Any {
    guard let jobs = JobQueue.ofThread else {
      return try JobQueue.catching { _ in try result(of: name, call) }
    }
    let (tasks, waiting) = (jobs.tasks, WaitingCall(name: name))
    let (caller, life, machine) = (caller, StepLife.current, tasks?.surroundings.machineCount)
    jobs.start {
      let result: Result<Any, any Error>
      do {
        result = .success(
          try await $caller.withValue(caller) {
            try await StepLife.$current.withValue(life) { try await call() }
          })
      } catch {
        result = .failure(error)
      }
      if waiting.isLate {
        guard tasks?.surroundings.machineCount == machine else { return }
        tasks?.calls.removeAll { $0 === waiting }
        tasks?.ended.append(description(of: result, of: name))
      } else {
        waiting.result = result
      }
    }
    jobs.runAll()
    waiting.isLate = true
    if waiting.result == nil { tasks?.calls.append(waiting) }
    return try waiting.result?.get() ?? "waits"
  }

  /// Ends a call of a service, and does all that goes on then.
  static func end(_ reply: StepReply) {
    guard let jobs = JobQueue.ofThread else { return }
    jobs.tasks?.services.end(reply)
    jobs.runAll()
  }

  /// Runs a task on this thread until it waits.
  static func runUntilItWaits(_ work: @escaping () async -> Void) {
    JobQueue.catching {
      $0.start(work)
      $0.runAll()
    }
  }

  /// Returns the value of an asynchronous function that waits for nothing but an actor.
  static func value<Value>(of function: @escaping () async -> Value) -> Value {
    var value: Value?
    runUntilItWaits { value = await function() }
    guard let value else {
      fatalError("the machine waits for something outside of its steps; make one that doesn't")
    }
    return value
  }

  private static func description(
    of result: Result<Any, any Error>, of name: String
  ) -> String {
    switch result {
    case .success(let value): "\(name) returns" + (stepText(of: value).map { ": \($0)" } ?? "")
    case .failure(let error): "\(name) throws: \(errorText(of: error))"
    }
  }
}

/// A call of an asynchronous function in a step.
private final class WaitingCall {
  let name: String
  var result: Result<Any, any Error>?
  /// A Boolean value that indicates whether the step was over before the call.
  var isLate = false

  init(name: String) { self.name = name }
}
