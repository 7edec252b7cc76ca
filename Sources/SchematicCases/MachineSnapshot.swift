import Schematic

/// A saved machine: its state, the progress of its timeouts, and a description of its type's states.
///
/// ```swift
/// let data = try JSONEncoder().encode(machine.snapshot())
///
/// let saved = try JSONDecoder().decode(MachineSnapshot<OrderState>.self, from: data)
/// let machine = StateMachine(schema: Order.schema, subject: order, state: try saved.restored())
/// machine.resume(saved, after: .seconds(passed))
/// ```
///
/// To restore a machine, only the names of its states and the types of their payloads must match, and what is read
/// must be the cases that were saved: `tariff was .night, and is read as .day`, if its cases are saved as numbers and
/// were reordered. Renamed labels of actions don't matter.
public struct MachineSnapshot<State> {
  /// The saved state.
  public let state: State

  /// The identifier of the state, such as `paid`.
  package let identifier: String

  /// The states of the type with the types of their payloads, such as `paid(amount: Double)`.
  package let shapes: [String]

  /// The progress of the state's timeouts.
  package let timeouts: [TimeoutProgress]

  /// A hash of the states and the types of their payloads, the same in every run and on every system.
  public var fingerprint: String { Fingerprint(of: shapes.joined(separator: "\n")).description }

  /// The state in which each timeout began, if entering the saved state would begin others; otherwise `nil`.
  let begunIn: [State]?

  /// The completions that waited while a transition was committed, or `nil` if there were none.
  let completing: WaitingCompletions?

  /// Why the machine couldn't be saved when the snapshot was taken; `nil` if it could.
  let obstacle: String?

  package init(
    state: State, in configuration: Configuration? = nil, timeouts: [TimeoutProgress] = [],
    begunIn: [State]? = nil, completing: WaitingCompletions? = nil, obstacle: String? = nil
  ) where State: Graphable {
    self.state = state
    self.timeouts = timeouts
    self.begunIn = begunIn
    self.completing = completing
    self.obstacle = obstacle
    identifier = configuration?.description ?? state.graphIdentifier
    shapes = StateShapes(of: state).texts
  }
}

extension MachineSnapshot: Sendable where State: Sendable {}

extension MachineSnapshot {
  /// Returns the saved state if the states of its type haven't changed.
  ///
  /// New states are no change: none of the saved machines is in one.
  ///
  /// - Returns: The state.
  /// - Throws: ``SnapshotMismatchError`` with the differences.
  public func restored() throws(SnapshotMismatchError) -> State where State: Graphable {
    if let mismatch = mismatch(with: State.self) { throw mismatch }
    return state
  }

  /// Returns the current state that corresponds to the saved one.
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
  /// If a type has lost a case or changed a payload, it can't decode the old snapshots. Keep the
  /// old type as long as there are snapshots of it.
  ///
  /// - Parameter migrate: Returns the current state for the saved one. It gets the saved state and the
  ///   differences. It isn't called if the type is the same and there are no differences.
  /// - Returns: The state.
  /// - Throws: Any error that `migrate` throws.
  public func restored<Current: Graphable>(
    migrating migrate: (_ state: State, _ mismatch: SnapshotMismatchError) throws -> Current
  ) rethrows -> Current {
    guard let mismatch = mismatch(with: Current.self) else {
      if let state = state as? Current { return state }
      return try migrate(state, SnapshotMismatchError(state: identifier, differences: []))
    }
    return try migrate(state, mismatch)
  }

  /// Returns how the states of a type differ from the saved states, or `nil` if they don't.
  private func mismatch<Current: Graphable>(with type: Current.Type) -> SnapshotMismatchError? {
    let current = StateShapes(of: type, state as? Current)
    let differences = current.differences(from: shapes, includingNew: false)
    return differences.isEmpty
      ? nil : SnapshotMismatchError(state: identifier, differences: differences)
  }
}

extension MachineSnapshot: Encodable where State: Encodable {
  /// Writes the snapshot.
  ///
  /// - Throws: ``SnapshotRefusalError`` if the machine couldn't be saved when the snapshot was taken.
  public func encode(to encoder: any Encoder) throws {
    if let obstacle { throw SnapshotRefusalError(state: identifier, obstacle: obstacle) }
    var snapshot = encoder.container(keyedBy: SnapshotKey.self)
    try snapshot.encode(2, forKey: .version)
    try snapshot.encode(state, forKey: .state)
    try snapshot.encode(identifier, forKey: .identifier)
    try snapshot.encode(fingerprint, forKey: .fingerprint)
    try snapshot.encode(shapes, forKey: .shapes)
    try snapshot.encode(StateShapes.contents(of: [state] + (begunIn ?? [])), forKey: .contents)
    try snapshot.encode(timeouts, forKey: .timeouts)
    try snapshot.encodeIfPresent(begunIn, forKey: .begunIn)
    try snapshot.encodeIfPresent(completing, forKey: .completing)
  }
}

extension MachineSnapshot: Decodable where State: Decodable & Graphable {
  /// Reads a snapshot.
  ///
  /// - Throws: ``SnapshotMismatchError`` if the state can't be read because the states or what they carry have changed,
  ///   or if it is read as another one, for example because cases that are saved as numbers were reordered.
  ///   Otherwise usually a `DecodingError`, for example if a timeout began at an impossible time.
  public init(from decoder: any Decoder) throws {
    let snapshot = try decoder.container(keyedBy: SnapshotKey.self)
    obstacle = nil
    // The first version had no number.
    let version = try snapshot.decodeIfPresent(Int.self, forKey: .version) ?? 1
    guard 1...2 ~= version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: snapshot,
        debugDescription:
          "version \(version) is written by a later version of Schematic; this one reads 1 and 2")
    }
    identifier = try snapshot.decode(String.self, forKey: .identifier)
    shapes = try snapshot.decode([String].self, forKey: .shapes)
    timeouts = try snapshot.decode([TimeoutProgress].self, forKey: .timeouts)
    completing = try snapshot.decodeIfPresent(WaitingCompletions.self, forKey: .completing)
    if let mistake = timeouts.lazy.compactMap(\.mistake).first {
      throw DecodingError.dataCorruptedError(
        forKey: .timeouts, in: snapshot, debugDescription: mistake)
    }
    // Earlier versions saved none.
    let contents = try snapshot.decodeIfPresent([String: String].self, forKey: .contents) ?? [:]
    do {
      state = try snapshot.decode(State.self, forKey: .state)
      begunIn = try snapshot.decodeIfPresent([State].self, forKey: .begunIn)
    } catch {
      let current = StateShapes(of: State.self)
      // Without a state, nobody knows the regions of a struct.
      var differences =
        current.texts.isEmpty ? [] : current.differences(from: shapes, includingNew: true)
      let carried = contents.filter { !$0.key.isEmpty }.map { "\($0): \($1)" }.sorted()
      if differences.isEmpty, !carried.isEmpty, error is DecodingError {
        let text = carried.joined(separator: ", ")
        differences = ["it carries \(text), which cannot be read: \(error)"]
      }
      guard !differences.isEmpty else { throw error }
      throw SnapshotMismatchError(state: identifier, differences: differences)
    }
    let read = [state] + (begunIn ?? [])
    guard !StateShapes.misread(contents, as: read, onlyCases: false).isEmpty else { return }
    // `restored` says that types differ, and whoever migrates may still want what is read, unless it is another case.
    let changed = mismatch(with: State.self)?.differences ?? []
    let misread = StateShapes.misread(contents, as: read, onlyCases: !changed.isEmpty)
    if misread.isEmpty { return }
    throw SnapshotMismatchError(state: identifier, differences: changed + misread)
  }
}

extension StateMachine where State: Graphable {
  /// Returns everything that is needed to resume later: the state, and the progress of its
  /// timeouts.
  ///
  /// Tasks aren't saved; they begin anew when you resume the machine. In the middle of a step, as in an action or in
  /// `onCommit(_:)`, the snapshot has the timeouts that the machine has after the step.
  ///
  /// Encoding the snapshot throws a ``SnapshotRefusalError`` if it would lack something: if the state has timeouts, and
  /// the machine was neither started nor resumed; or if events or a completion wait to be handled. A snapshot that
  /// `onCommit(_:)` takes lacks the events that wait then. It has the completions if the machine's events are
  /// `Graphable`.
  ///
  /// - Returns: The snapshot.
  public func snapshot() -> MachineSnapshot<State> {
    let timeouts = timeoutProgress
    return MachineSnapshot(
      state: state, in: schema.configuration(of: state), timeouts: timeouts.map(\.progress),
      begunIn: wouldBegin(timeouts.map(\.progress)) ? nil : timeouts.map(\.state),
      completing: waitingCompletions.flatMap { regions, event in
        Self.event("\(event)").map { _ in WaitingCompletions(regions: regions, event: "\(event)") }
      }, obstacle: obstacleToSaving)
  }

  /// Returns the event with a description, or an event in its place; `nil` if the events aren't known.
  ///
  /// A completion doesn't ask which event caused it. If none has the description, one of the same case is returned, or
  /// any if later rules don't have the case.
  private static func event(_ text: String) -> Event? {
    func cases<Case: Graphable>(of type: Case.Type) -> [Event] {
      type.graphCases.compactMap { $0 as? Event }
    }
    let events = (Event.self as? any Graphable.Type).map { cases(of: $0) } ?? []
    return events.first { "\($0)" == text }
      ?? events.first { "\($0)".prefix { $0 != "(" } == text.prefix { $0 != "(" } } ?? events.first
  }

  /// Resumes from a snapshot: the saved timeouts continue, and the state's tasks begin.
  ///
  /// Call this in place of `start()`, once and before the first event. The machine entered its
  /// state before you saved it, so no entry action runs. If timeouts have become due in the
  /// meantime, their events are sent before `resume` returns, the earliest first. A completion that waited when a
  /// transition was committed is taken before them; it is reported with an event of the case that caused it. A timeout that
  /// isn't in the snapshot begins anew, and so do all timeouts if the state isn't the saved one. A timeout is known by
  /// its state, its event and its length, so rules may add, remove and reorder timeouts; if only the length has changed,
  /// the timeout goes on with the new one. If a state's timeouts depend on what it carries, the state decides as it was
  /// when it was entered.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot that the machine was restored from.
  ///   - passed: The time since the snapshot was taken. A negative time, after a clock was set
  ///     back, counts as zero.
  /// - Returns: `Outcome.moved` if the machine has resumed; otherwise the same as `start()`.
  @discardableResult
  public func resume<Saved>(
    _ snapshot: MachineSnapshot<Saved>, after passed: Duration = .zero
  ) -> Outcome {
    // A new region doesn't make it another state.
    let saved = (snapshot.state as? State).map { schema.configuration(of: $0).description }
    let isSame = saved ?? snapshot.identifier == schema.configuration(of: state).description
    return resume(
      isSame ? snapshot.timeouts : [],
      begunIn: isSame ? snapshot.begunIn.flatMap { $0 as? [State] } : nil,
      completing: !isSame
        ? nil
        : snapshot.completing.flatMap { saved in
          Self.event(saved.event).map { (saved.regions, $0) }
        }, after: passed)
  }
}

/// The error if states have changed since a machine was saved.
///
/// ```swift
/// do { state = try saved.restored() } catch {
///   print(error)
///   // a machine saved in state paid does not fit: state lost is gone; state paid carries
///   // (amount: Double), was (amount: Int); migrate it with restored(migrating:)
/// }
/// ```
public struct SnapshotMismatchError: Error, Hashable, CustomStringConvertible {
  /// The identifier of the saved state.
  package let state: String
  /// Descriptions of the differences.
  package let differences: [String]

  /// The saved state, the differences, and what to do about them.
  public var description: String {
    """
    a machine saved in state \(state) does not fit: \(differences.joined(separator: "; ")); \
    migrate it with restored(migrating:)
    """
  }
}

/// The error if a machine is saved when a snapshot would lack something.
///
/// ```swift
/// let restored = StateMachine(schema: schema, subject: order, state: try saved.restored())
/// try JSONEncoder().encode(restored.snapshot())
/// // a machine in state open cannot be saved: its timeouts have not begun; start the machine, or resume it …
/// ```
public struct SnapshotRefusalError: Error, Hashable, CustomStringConvertible {
  /// The identifier of the machine's state.
  package let state: String
  /// What is missing, and what to do about it.
  package let obstacle: String

  /// The state, what the snapshot would lack, and what to do about it.
  public var description: String { "a machine in state \(state) cannot be saved: \(obstacle)" }
}

/// The members of a stored snapshot.
private enum SnapshotKey: String, CodingKey {
  case version, state, identifier, fingerprint, shapes, contents, timeouts, begunIn, completing
}

/// The completions that waited when a machine was saved.
package struct WaitingCompletions: Hashable, Sendable, Codable {
  /// The names of the completed regions; `nil` for the whole.
  let regions: [String?]
  /// The event whose step caused them, as text.
  let event: String
}
