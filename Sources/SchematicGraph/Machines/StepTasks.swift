import CSchematicChild

/// The tasks of a hand-written machine during its steps.
///
/// A step ends when each task that it started has ended, or waits for something that doesn't come from
/// the machine, such as time. All of them run on the thread of the step, one after the other, so the
/// result depends on nothing else.
final class StepTasks: @unchecked Sendable {
  /// The tasks of the machine whose step is taken on this thread.
  static var current: StepTasks? {
    schematic_tasks_owner().map { Unmanaged<StepTasks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The step whose call runs now or, in a task or in the end of a service's call, has started it.
  @TaskLocal static var caller: StepCaller?

  /// The services that stand in for those of the machine.
  let services = ServiceCalls()

  /// The number of jobs in a step after which tasks that never wait are given up.
  private static let mostJobs = 10_000

  /// The number of machines that were made, because a call may wait for something that machines share.
  private(set) var machineCount = 0

  /// The machine that a call of an earlier step has changed in this one.
  private var changedLate: Any?

  /// Descriptions of the calls of earlier steps that have ended in the last one.
  private(set) var ended: [String] = []

  /// The calls that wait in the machine of the last step, the first one to begin first.
  private(set) var waiting: [WaitingCall] = []

  /// A Boolean value that indicates whether a call that waits changes the machine, so that nobody else may.
  var isBorrowed: Bool { waiting.contains(where: \.borrows) }

  /// Takes a step, and runs the tasks that it started.
  ///
  /// Without answers, services give their first ones.
  func run<Result: ~Copyable>(
    answering answers: ScriptedGuards? = nil, _ step: () throws -> Result
  ) rethrows -> Result {
    // What a machine that is gone has left, such as a block for later, is no part of this step.
    if machineCount == 0 { schematic_clocks_begin() }
    let before = schematic_tasks_set_owner(nil)
    Self.catching { Self.runAll() }
    schematic_tasks_set_owner(before)
    (ended, changedLate) = ([], nil)
    services.begin(answering: answers)
    let outer = schematic_tasks_set_owner(Unmanaged.passUnretained(self).toOpaque())
    defer { schematic_tasks_set_owner(outer) }
    var result: Result?
    schematic_sleeps_follow { StepTasks.current?.services.keep(sleep: $0!) }
    try Self.catching {
      defer {
        repeat { Self.runAll() } while services.endCanceledSleep()
      }
      result = try step()
    }
    return result.take()!
  }

  /// Makes a machine.
  func made<Machine: ~Copyable>(_ make: () -> Machine) -> Machine {
    machineCount += 1
    waiting = []
    services.forget()
    schematic_sleeps_forget()
    schematic_clocks_begin()
    return run(make)
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
    let (tasks, waiting, caller) = (current, WaitingCall(name: name, borrows: borrows), caller)
    let machine = tasks?.machineCount
    start {
      let result: Result<Any, any Error>
      do {
        result = .success(try await $caller.withValue(caller) { try await call() })
      } catch {
        result = .failure(error)
      }
      if waiting.isLate {
        guard tasks?.machineCount == machine else { return }
        tasks?.waiting.removeAll { $0 === waiting }
        tasks?.ended.append(description(of: result, of: name))
      } else {
        waiting.result = result
      }
    }
    runAll()
    waiting.isLate = true
    if waiting.result == nil { tasks?.waiting.append(waiting) }
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
    let (tasks, number) = (current, current?.machineCount)
    defer {
      machine = changing.value
      changing.isLate = true
    }
    return try result(of: name, borrowing: !(Machine.self is AnyClass)) {
      var machine = changing.value
      defer {
        changing.value = machine
        // A call of a machine that is gone may end much later.
        if changing.isLate, let tasks, tasks.machineCount == number { tasks.changedLate = machine }
      }
      return try await call(&machine)
    }
  }

  /// Ends a call of a service, and does all that goes on then; returns the machine that a call of an earlier step has
  /// changed, if there is one.
  static func end(_ reply: ServiceCalls.Reply) -> Any? {
    guard let current else { return nil }
    current.services.end(reply)
    runAll()
    defer { current.changedLate = nil }
    return current.changedLate
  }

  /// Runs a task on this thread until it waits.
  static func runUntilItWaits(_ work: @escaping () async -> Void) {
    catching {
      start(work)
      runAll()
    }
  }

  /// Does work whose tasks run on this thread, or never, and for which time stands still.
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
    var count = 0
    while count < mostJobs, schematic_tasks_run_next() { count += 1 }
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

/// A step as the beginning of calls that last longer.
struct StepCaller: @unchecked Sendable {
  let event: any Graphable

  /// The name of the step.
  var name: String { event.eventLabel }

  /// The name of the step with its arguments, such as `load(2)`.
  var text: String {
    let values = PayloadField.fields(of: event).map(\.value.description).joined(separator: ", ")
    return name + (values.isEmpty ? "" : "(\(values))")
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
