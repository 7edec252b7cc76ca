import SchematicGraph

extension MachineStep where Machine: AnyObject {
  /// Creates a step with an asynchronous method of an object.
  ///
  /// ```swift
  /// final class Transfer {
  ///   private(set) var isRunning = false
  ///   private var caller: CheckedContinuation<Void, Never>?
  ///   func start() async {
  ///     isRunning = true
  ///     await withCheckedContinuation { caller = $0 }
  ///   }
  ///   func finish() {
  ///     caller?.resume()
  ///     (isRunning, caller) = (false, nil)
  ///   }
  /// }
  /// StateGraph(
  ///   .made(state: { ReflectedState($0.isRunning ? "loading" : "idle") }) { Transfer() },
  ///   steps: [
  ///     .step("start", awaiting: { await $0.start() }),
  ///     .step("finish") { $0.finish() },
  ///   ])
  /// // idle -> loading: start / waits
  /// // loading -> idle: finish / start returns
  /// ```
  ///
  /// The step ends when the method returns or waits for another step; then, the action is `waits`, and the
  /// step that lets the method return says so.
  /// Tasks that the machine starts in any step run at the end of the step, on its thread. A
  /// task that sleeps never goes on, unless it does so on a ``StandInClock``.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows as an event.
  ///   - perform: Calls the method and returns the action.
  /// - Returns: The step.
  @_disfavoredOverload
  public static func step<Action>(
    _ name: String, awaiting perform: @escaping (_ machine: Machine) async throws -> Action
  ) -> MachineStep {
    step(name) { machine in
      let machine = machine
      return try StepTasks.result(of: name) { try await perform(machine) }
    }.runningTasks
  }

  /// Creates a step with an asynchronous method and an argument.
  ///
  /// The step ends as one without an argument does.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows as an event.
  ///   - samples: The arguments to try, one for each way in which the machine treats them.
  ///   - parameter: The name of the argument in conditions; the name of the step if there is none.
  ///   - perform: Calls the method and returns the action.
  /// - Returns: The step.
  @_disfavoredOverload
  public static func step<Argument, Action>(
    _ name: String, with samples: @autoclosure @escaping () -> [Argument],
    named parameter: String? = nil,
    awaiting perform:
      @escaping (_ machine: Machine, _ argument: Argument) async throws -> Action
  ) -> MachineStep {
    step(name, with: samples(), named: parameter) { machine, argument in
      let machine = machine
      return try StepTasks.result(of: name) { try await perform(machine, argument) }
    }.runningTasks
  }
}

extension MachineStep where Machine: Actor {
  /// Creates a step with a method of an actor.
  ///
  /// ```swift
  /// actor Tape {
  ///   private var state = "playing"
  ///   func pause() { state = "paused" }
  /// }
  /// StateGraph(
  ///   .made(state: { ReflectedState(of: $0) }) { Tape() },
  ///   steps: [.step("pause", awaiting: { $0.pause() })])
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows as an event.
  ///   - perform: Calls the method, on the actor, and returns the action.
  /// - Returns: The step.
  public static func step<Action>(
    _ name: String,
    awaiting perform: @escaping (_ machine: isolated Machine) async throws -> Action
  ) -> MachineStep {
    step(name) { machine in
      nonisolated(unsafe) let perform = perform
      let (machine, call) = (machine, IsolatedCall<Machine> { try await perform($0) })
      return try StepTasks.result(of: name) { try await call(on: machine).value }
    }.runningTasks
  }

  /// Creates a step with a method of an actor and an argument.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows as an event.
  ///   - samples: The arguments to try, one for each way in which the machine treats them.
  ///   - parameter: The name of the argument in conditions; the name of the step if there is none.
  ///   - perform: Calls the method, on the actor, and returns the action.
  /// - Returns: The step.
  public static func step<Argument, Action>(
    _ name: String, with samples: @autoclosure @escaping () -> [Argument],
    named parameter: String? = nil,
    awaiting perform:
      @escaping (_ machine: isolated Machine, _ argument: Argument) async throws -> Action
  ) -> MachineStep {
    step(name, with: samples(), named: parameter) { machine, argument in
      nonisolated(unsafe) let (perform, argument) = (perform, argument)
      let (machine, call) = (machine, IsolatedCall<Machine> { try await perform($0, argument) })
      return try StepTasks.result(of: name) { try await call(on: machine).value }
    }.runningTasks
  }
}

extension MachineStep where Machine: ~Copyable {
  /// The same step, which brings the tasks that it starts.
  fileprivate var runningTasks: MachineStep {
    var step = self
    step.work = StepTasks.self
    return step
  }
}

/// A call on an actor, whose arguments and result never leave the thread of the step.
struct IsolatedCall<Machine: Actor>: @unchecked Sendable {
  struct Result: @unchecked Sendable { let value: Any }

  let perform: (isolated Machine) async throws -> Any

  /// - Precondition: The actor has no executor of its own, which would run the call on another thread.
  func callAsFunction(on machine: Machine) async throws -> Result {
    precondition(
      ValueTree(machine).children.contains { $0.label == "$defaultActor" },
      "\(Machine.self) has an executor of its own, so no step can call it")
    return try await result(on: machine)
  }

  private func result(on machine: isolated Machine) async throws -> Result {
    Result(value: try await perform(machine))
  }
}
