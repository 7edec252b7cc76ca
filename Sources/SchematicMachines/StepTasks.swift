import CSchematicTasks
import Foundation
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
  static var ofThread: StepTasks? {
    schematic_tasks_owner().map { Unmanaged<StepTasks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The step whose call runs now or, in a task or in the end of a service's call, has started it.
  @TaskLocal static var caller: StepCaller?

  /// The services that stand in for those of the machine.
  let services: ServiceCalls

  /// The number of jobs in a step after which tasks that never wait are given up.
  private static let mostJobs = 10_000

  /// The number of rounds of the main thread's loop after the last job.
  private static let mostRounds = 10

  /// The machine that a call of an earlier step has changed in this one.
  private var changedLate: Any?

  /// Descriptions of the calls of earlier steps that have ended in the last one.
  private(set) var ended: [String] = []

  /// The calls that wait in the machine of the last step, the first one to begin first.
  private var calls: [WaitingCall] = []

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
      calls: calls.map(\.name), isBorrowed: calls.contains(where: \.borrows),
      open: services.open, replies: services.replies)
  }

  func forget() {
    calls = []
    services.forget()
  }

  /// Takes a step, and runs the tasks that it started.
  func surround(_ event: (any Graphable)?, _ step: () throws -> Void) rethrows {
    // What a machine that is gone has left is no part of this step.
    let before = schematic_tasks_set_owner(nil)
    Self.catching { Self.runAll() }
    schematic_tasks_set_owner(before)
    (ended, changedLate) = ([], nil)
    let outer = schematic_tasks_set_owner(Unmanaged.passUnretained(self).toOpaque())
    defer { schematic_tasks_set_owner(outer) }
    let isReply = (event as? StepCall)?.reply != nil
    let caller = isReply ? nil : event.map(StepCaller.init)
    try Self.catching {
      defer { Self.runAll() }
      try Self.$caller.withValue(caller) { try step() }
    }
    surroundings.unanswered = services.unanswered
  }

  /// Calls an asynchronous function, which goes as far as it can go now.
  ///
  /// - Parameters:
  ///   - name: The name of the call, in case that a later step lets it end.
  ///   - borrows: A Boolean value that indicates whether the call changes a machine that is a value.
  ///   - call: The call.
  /// - Returns: The result, or the text `waits`.
  /// - Throws: What the function throws.
  static func result(
    of name: String, borrowing borrows: Bool = false, _ call: @escaping () async throws -> Any
  ) throws -> Any {
    let (tasks, waiting, caller) = (ofThread, WaitingCall(name: name, borrows: borrows), caller)
    let machine = tasks?.surroundings.machineCount
    start {
      let result: Result<Any, any Error>
      do {
        result = .success(try await $caller.withValue(caller) { try await call() })
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
    runAll()
    waiting.isLate = true
    if waiting.result == nil { tasks?.calls.append(waiting) }
    return try waiting.result?.get() ?? "waits"
  }

  /// Calls an asynchronous function that changes a machine, if it returns now.
  ///
  /// Nobody else may see the machine while the function changes it.
  static func result<Machine>(
    of name: String, for machine: inout Machine,
    _ call: @escaping (inout Machine) async throws -> Any
  ) throws -> Any {
    let changing = ChangingMachine(value: machine)
    let (tasks, number) = (ofThread, ofThread?.surroundings.machineCount)
    defer {
      machine = changing.value
      changing.isLate = true
    }
    return try result(of: name, borrowing: !(Machine.self is AnyClass)) {
      var machine = changing.value
      defer {
        changing.value = machine
        // A call of a machine that is gone may end much later.
        if changing.isLate, let tasks, tasks.surroundings.machineCount == number { tasks.changedLate = machine }
      }
      return try await call(&machine)
    }
  }

  /// Ends a call of a service, and does all that goes on then; returns the machine that a call of an earlier step has
  /// changed, if there is one.
  static func end(_ reply: StepReply) -> Any? {
    guard let ofThread else { return nil }
    ofThread.services.end(reply)
    runAll()
    defer { ofThread.changedLate = nil }
    return ofThread.changedLate
  }

  /// Runs a task on this thread until it waits.
  static func runUntilItWaits(_ work: @escaping () async -> Void) {
    catching {
      start(work)
      runAll()
    }
  }

  /// Does work whose tasks run on this thread, or never.
  static func catching<Result>(_ work: () throws -> Result) rethrows -> Result {
    schematic_tasks_begin { job in
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      unsafeBitCast(job, to: UnownedJob.self)
        .runSynchronously(on: StepExecutor.shared.asUnownedTaskExecutor())
    }
    defer { schematic_tasks_end() }
    return try work()
  }

  /// Returns the value of an asynchronous function that waits for nothing but an actor.
  static func value<Value>(of function: @escaping () async -> Value) -> Value {
    var value: Value?
    runUntilItWaits { value = await function() }
    guard let value else {
      fatalError("the machine waits for something before its first step; make one that doesn't")
    }
    return value
  }

  /// Starts a task that only ``runAll()`` runs.
  private static func start(_ work: @escaping () async -> Void) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      schematic_tasks_are_caught()
    else {
      fatalError("this system can't take a step that waits; draw the machine on Linux")
    }
    nonisolated(unsafe) let work = work
    Task.detached(executorPreference: StepExecutor.shared) { await work() }
  }

  private static func runAll() {
    var (count, rounds) = (0, 0)
    while count < mostJobs {
      if schematic_tasks_run_next() {
        (count, rounds) = (count + 1, 0)
      } else if Thread.isMainThread, rounds < mostRounds {
        // What the main actor does, the main thread's loop does, and nobody tells whether it is done.
        _ = RunLoop.main.run(mode: .default, before: .distantPast)
        rounds += 1
      } else {
        break
      }
    }
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
final class WaitingCall {
  let name: String
  /// A Boolean value that indicates whether the call changes a machine that is a value.
  let borrows: Bool
  fileprivate var result: Result<Any, any Error>?
  /// A Boolean value that indicates whether the step was over before the call.
  fileprivate var isLate = false

  fileprivate init(name: String, borrows: Bool) { (self.name, self.borrows) = (name, borrows) }
}

/// A machine that an asynchronous function changes.
private final class ChangingMachine<Machine> {
  var value: Machine
  /// A Boolean value that indicates whether the step was over before the function returned.
  var isLate = false

  init(value: Machine) { self.value = value }
}

/// The executor of the tasks in a step.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class StepExecutor: TaskExecutor {
  static let shared = StepExecutor()

  /// Keeps a job for the step that is taken on this thread; without a step, the task waits forever.
  func enqueue(_ job: consuming ExecutorJob) {
    _ = schematic_tasks_keep(unsafeBitCast(UnownedJob(job), to: UnsafeMutableRawPointer.self))
  }
}
