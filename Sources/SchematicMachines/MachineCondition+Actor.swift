import SchematicGraph

extension MachineCondition where Machine: Actor {
  /// Creates a condition on an actor.
  ///
  /// ```swift
  /// actor Oven {
  ///   private var degrees = 20
  ///   func isHot() -> Bool { degrees > 50 }
  /// }
  /// let condition = MachineCondition<Oven>("hot") { $0.isHot() }  // [hot = true]
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows.
  ///   - value: Returns the value, on the actor.
  public init(_ name: String, _ value: @escaping (_ machine: isolated Machine) -> some Any) {
    nonisolated(unsafe) let value = value
    let read = IsolatedCall<Machine> { value($0) }
    self.init(named: name) { machine in
      let machine = copy machine
      // Between steps, nothing else runs on the actor, so the call doesn't wait.
      return StepTasks.value { try! await read(on: machine) }.value
    }
  }
}
