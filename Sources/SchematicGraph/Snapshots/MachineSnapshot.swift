import Schematic

/// A machine that was saved: its state, the shape of the states that it was saved with, and how far
/// its timeouts are.
///
/// ```swift
/// let data = try JSONEncoder().encode(machine.snapshot())
///
/// let saved = try JSONDecoder().decode(MachineSnapshot<OrderState>.self, from: data)
/// let machine = StateMachine(schema: Order.schema, subject: order, state: try saved.restored())
/// machine.resume(saved, after: .seconds(passed))
/// ```
///
/// What matters for restoring is which states there are and what they carry, not how actions are
/// called: a renamed label refuses no order.
public struct MachineSnapshot<State> {
  /// The state that the machine was in.
  public let state: State

  /// The identifier of the state, such as `paid`.
  public let identifier: String

  /// The states of the type and what they carry, a text each, such as `paid(amount: Double)`.
  public let shapes: [String]

  /// How far the timeouts of the state were.
  package let timeouts: [TimeoutProgress]

  /// A short name for the states and what they carry: the same on every run and system.
  public var fingerprint: String { Fingerprint(of: shapes.joined(separator: "\n")).description }

  package init(state: State, timeouts: [TimeoutProgress] = []) where State: Graphable {
    self.state = state
    self.timeouts = timeouts
    identifier = state.graphIdentifier
    shapes = StateShapes(of: State.self).texts
  }
}

extension MachineSnapshot: Sendable where State: Sendable {}

extension MachineSnapshot {
  /// Returns the state, where the states of today are those that it was saved with.
  ///
  /// - Returns: The state.
  /// - Throws: ``SnapshotMismatch`` with the differences.
  public func restored() throws(SnapshotMismatch) -> State where State: Graphable {
    if let mismatch = mismatch(with: State.self) { throw mismatch }
    return state
  }

  /// Returns the state of today that stands for the one that was saved.
  ///
  /// ```swift
  /// let saved = try JSONDecoder().decode(MachineSnapshot<OldState>.self, from: data)
  /// let state: OrderState = try saved.restored { old, mismatch in
  ///   switch old {
  ///   case .paid: .paid(amount: 0)
  ///   case .lost: throw mismatch
  ///   }
  /// }
  /// ```
  ///
  /// A type that lost a case, or what a case carries, does not decode what was saved: keep the old type
  /// as long as there are snapshots of it.
  ///
  /// - Parameter migrate: Returns the state for one that was saved with others: the state, and the
  ///   differences. It is not called where there is nothing to migrate.
  /// - Returns: The state.
  /// - Throws: What `migrate` throws.
  public func restored<Current: Graphable>(
    migrating migrate: (_ state: State, _ mismatch: SnapshotMismatch) throws -> Current
  ) rethrows -> Current {
    guard let mismatch = mismatch(with: Current.self) else {
      if let state = state as? Current { return state }
      return try migrate(state, SnapshotMismatch(state: identifier, differences: []))
    }
    return try migrate(state, mismatch)
  }

  /// Returns the differences from the states of a type; `nil` where there are none.
  private func mismatch<Current: Graphable>(with type: Current.Type) -> SnapshotMismatch? {
    let differences = StateShapes(of: type).differences(from: shapes)
    return differences.isEmpty ? nil : SnapshotMismatch(state: identifier, differences: differences)
  }
}

extension MachineSnapshot: Encodable where State: Encodable {
  /// Writes the snapshot.
  public func encode(to encoder: any Encoder) throws {
    var snapshot = encoder.container(keyedBy: SnapshotKey.self)
    try snapshot.encode(state, forKey: .state)
    try snapshot.encode(identifier, forKey: .identifier)
    try snapshot.encode(fingerprint, forKey: .fingerprint)
    try snapshot.encode(shapes, forKey: .shapes)
    try snapshot.encode(timeouts, forKey: .timeouts)
  }
}

extension MachineSnapshot: Decodable where State: Decodable & Graphable {
  /// Reads a snapshot.
  ///
  /// - Throws: ``SnapshotMismatch`` where the state cannot be read because the states have changed;
  ///   otherwise a `DecodingError`, also where a timeout began at a time that cannot be.
  public init(from decoder: any Decoder) throws {
    let snapshot = try decoder.container(keyedBy: SnapshotKey.self)
    identifier = try snapshot.decode(String.self, forKey: .identifier)
    shapes = try snapshot.decode([String].self, forKey: .shapes)
    timeouts = try snapshot.decode([TimeoutProgress].self, forKey: .timeouts)
    if let timeout = timeouts.first(where: { !$0.isPlausible }) {
      throw DecodingError.dataCorruptedError(
        forKey: .timeouts, in: snapshot,
        debugDescription:
          "the time since the timeout of level \(timeout.level) began is negative, or longer than "
          + "1,000 years")
    }
    do {
      state = try snapshot.decode(State.self, forKey: .state)
    } catch {
      let differences = StateShapes(of: State.self).differences(from: shapes)
      guard !differences.isEmpty else { throw error }
      throw SnapshotMismatch(state: identifier, differences: differences)
    }
  }
}

extension StateMachine where State: Graphable {
  /// Returns all that is needed to go on from here later: the state, and how far its timeouts are.
  ///
  /// Tasks are not saved; they begin anew when the machine is resumed. Take a snapshot between steps:
  /// queued events are not in it.
  ///
  /// - Returns: The snapshot.
  public func snapshot() -> MachineSnapshot<State> {
    MachineSnapshot(state: state, timeouts: timeoutProgress)
  }

  /// Goes on from a snapshot: its timeouts run on from where they were, and tasks begin.
  ///
  /// Call it in place of `start()`, once and before the first event: the state
  /// was entered before it was saved, so that no entry action runs. A timeout whose time has come
  /// meanwhile is sent at once, before `resume` returns; of several, the one whose time came first. A
  /// timeout that the snapshot does not know, or of another state than was saved, begins anew.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot that the machine was restored from.
  ///   - passed: The time that has passed since the snapshot was taken; none where it is negative,
  ///     because a clock was put back.
  /// - Returns: `Outcome.moved` where the machine goes on; otherwise what
  ///   `start()` returns.
  @discardableResult
  public func resume<Saved>(
    _ snapshot: MachineSnapshot<Saved>, after passed: Duration = .zero
  ) -> Outcome {
    let isSame = snapshot.identifier == state.graphIdentifier
    return resume(isSame ? snapshot.timeouts : [], after: passed)
  }
}

/// States that have changed since a machine was saved.
///
/// ```swift
/// do { state = try saved.restored() } catch {
///   print(error)
///   // a machine saved in state paid does not fit: state lost is gone; state paid carries
///   // (amount: Double), was (amount: Int); migrate it with restored(migrating:)
/// }
/// ```
public struct SnapshotMismatch: Error, Hashable, CustomStringConvertible {
  /// The identifier of the state that was saved.
  public let state: String
  /// The differences, in words.
  public let differences: [String]

  /// The state that was saved, the differences, and what to do.
  public var description: String {
    """
    a machine saved in state \(state) does not fit: \(differences.joined(separator: "; ")); \
    migrate it with restored(migrating:)
    """
  }
}

/// The members of a snapshot that is stored.
private enum SnapshotKey: String, CodingKey {
  case state, identifier, fingerprint, shapes, timeouts
}
