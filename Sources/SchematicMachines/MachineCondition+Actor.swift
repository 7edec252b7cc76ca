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
    nonisolated(unsafe) let given = value
    let value: (isolated Machine) -> Any = { given($0) }
    // Between steps, nothing runs on the actor, so this thread may read it.
    let read = unsafeBitCast(value, to: ((Machine) -> Any).self)
    self.init(named: name, reading: { read(copy $0) })
  }
}
