import SchematicGraph

extension MachineSource where Machine: ~Copyable {
  /// Returns the same source for a machine that starts tasks, although no step awaits something or ends a call.
  ///
  /// The tasks that the machine starts in a step run at the end of the step, on its thread.
  public func runningTasks() -> MachineSource {
    var source = self
    source.work = StepTasks.self
    return source
  }
}

extension MachineSource where Machine: Copyable {
  /// Creates the source of a machine that somebody must wait for, such as an object of a global actor.
  ///
  /// ```swift
  /// @globalActor actor Kitchen { static let shared = Kitchen() }
  /// @Kitchen final class Kettle {
  ///   private(set) var isOn = false
  ///   func press() { isOn.toggle() }
  /// }
  /// StateGraph(
  ///   .made(state: { ReflectedState(of: $0, property: "isOn") }, awaiting: { await Kettle() }),
  ///   steps: [.step("press", awaiting: { await $0.press() })])
  /// // false -> true: press
  /// // true -> false: press
  /// ```
  ///
  /// - Parameters:
  ///   - state: Returns the state of a machine; a `ReflectedState` if the state's type is private.
  ///   - make: Creates a machine, the same each time, and waits for nothing but an actor.
  /// - Returns: The source, as `made` without `await` returns it.
  /// - Complexity: For each step, one call of `make` and one step for each event that is handled again.
  public static func made(
    state: @escaping (_ machine: Machine) -> State, awaiting make: @escaping () async -> Machine
  ) -> MachineSource {
    made(state: state) { StepTasks.value(of: make) }.runningTasks()
  }
}
