// The answers of a schema about parts of its states: each as in `StateMachineSchema+Modifiers.swift`,
// with a property as the part and the part's state in place of the whole one.
extension StateMachineSchema {
  /// Returns the schema with actions on entry to states of a part.
  ///
  /// A state may have parts that change independently, such as a struct of enums. A part is left and
  /// entered when its ``Hierarchical/casePath`` changes; whatever happens to other parts does not
  /// concern it. A transition that changes no part leaves and enters all of them, or the one that it
  /// names: `.to(state, reentering: \.playback)`. A diagram shows the answers of a part in its region.
  ///
  /// ```swift
  /// struct HeadphoneState { var playback = Playback.stopped, noise = Noise.off }
  ///
  /// schema.onEntry(in: \.playback) { playback in
  ///   playback == .playing ? .perform("light up") { $0.lightUp() } : nil
  /// }
  /// ```
  ///
  /// Parts are left in reverse order of their declaration, before what is said about the whole state;
  /// they are entered in the order of their declaration, after what is said about the whole state.
  ///
  /// In a module that isolates everything to the main actor by default, the struct must be
  /// `nonisolated`: the path to a property of an isolated one cannot be handed over.
  ///
  /// - Parameters:
  ///   - part: The property that holds the part.
  ///   - level: The level of the part's states that the answer is about: see ``onEntry(level:_:)``.
  ///   - action: The action of a state of the part; `nil` where it has none. It must be a pure
  ///     function.
  /// - Returns: A schema with the same rules and these actions more.
  public func onEntry<Part: Hierarchical>(
    in part: any KeyPath<State, Part> & Sendable, level: Int? = nil,
    _ action: @escaping @Sendable (_ state: Part) -> StateAction<Subject>?
  ) -> StateMachineSchema {
    adding { $0.change(part) { $0.entries.add(level: level) { action($0[keyPath: part]) } } }
  }

  /// Returns the schema with actions on exit from states of a part.
  ///
  /// - Parameters:
  ///   - part: The property that holds the part: see ``onEntry(in:level:_:)``.
  ///   - level: The level of the part's states that the answer is about: see ``onEntry(level:_:)``.
  ///   - action: The action of a state of the part; `nil` where it has none. It must be a pure
  ///     function.
  /// - Returns: A schema with the same rules and these actions more.
  public func onExit<Part: Hierarchical>(
    in part: any KeyPath<State, Part> & Sendable, level: Int? = nil,
    _ action: @escaping @Sendable (_ state: Part) -> StateAction<Subject>?
  ) -> StateMachineSchema {
    adding { $0.change(part) { $0.exits.add(level: level) { action($0[keyPath: part]) } } }
  }

  /// Returns the schema with timeouts of a part.
  ///
  /// A timeout runs on while other parts change.
  ///
  /// ```swift
  /// schema.timeouts(in: \.playback) { playback in
  ///   playback == .paused ? .after(.seconds(300), send: .powerSave) : nil
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - part: The property that holds the part: see ``onEntry(in:level:_:)``.
  ///   - level: The level of the part's states that the answer is about: see ``onEntry(level:_:)``.
  ///   - timeout: The timeout of a state of the part: see ``timeouts(level:_:)``.
  /// - Returns: A schema with the same rules and these timeouts more.
  public func timeouts<Part: Hierarchical>(
    in part: any KeyPath<State, Part> & Sendable, level: Int? = nil,
    _ timeout: @escaping @Sendable (_ state: Part) -> StateTimeout<Event>?
  ) -> StateMachineSchema {
    adding { $0.change(part) { $0.timeouts.add(level: level) { timeout($0[keyPath: part]) } } }
  }

  /// Returns the schema with asynchronous work of a part.
  ///
  /// Work goes on while other parts change.
  ///
  /// - Parameters:
  ///   - part: The property that holds the part: see ``onEntry(in:level:_:)``.
  ///   - level: The level of the part's states that the answer is about: see ``onEntry(level:_:)``.
  ///   - work: The work of a state of the part: see ``work(level:_:)``.
  /// - Returns: A schema with the same rules and this work more.
  public func work<Part: Hierarchical>(
    in part: any KeyPath<State, Part> & Sendable, level: Int? = nil,
    _ work: @escaping @Sendable (_ state: Part) -> StateWork<Event, Subject>?
  ) -> StateMachineSchema {
    adding { $0.change(part) { $0.works.add(level: level) { work($0[keyPath: part]) } } }
  }
}

extension StateMachineSchema {
  /// The names of the parts that the schema has answers about, in declared order, as far as the path
  /// to a part tells one.
  package var partNames: [String] {
    storage.additions.parts.enumerated().map { number, part in
      let name = String(describing: part.keyPath).split(separator: ".").last.map(String.init) ?? ""
      let isName = name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
      return isName && !name.isEmpty ? name : "part \(number + 1)"
    }
  }

  /// Returns the paths of the parts of a state that the schema has answers about; `nil` for those that
  /// it does not have.
  package func partPaths(in state: State) -> [[String]?] {
    storage.additions.parts.map { $0.path(state) }
  }

  /// Returns the positions of the parts that a transition names.
  ///
  /// - Parameter transition: The transition.
  /// - Returns: One position, or none where the schema has no answers about the part; `nil` where the
  ///   transition names none.
  package func parts(namedBy transition: Transition<State, Subject>) -> [Int]? {
    guard case .reenter(let answer) = transition.form else { return nil }
    return storage.additions.parts.indices.filter {
      storage.additions.parts[$0].keyPath == answer.part
    }
  }
}

extension Transition {
  /// Returns an external transition that leaves and enters a part, though it may not change.
  ///
  /// Of a state of parts, a transition leaves and enters the parts that change; one that changes
  /// none leaves and enters all of them, unless it names one.
  ///
  /// ```swift
  /// // Starts playback anew, and leaves the noise as it is.
  /// case .restart: return .to(state, reentering: \.playback, "rewind") { $0.rewind() }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - part: The part to leave and enter besides those that change.
  ///   - label: The name of the action in diagrams.
  ///   - perform: The action, run once the state has changed.
  /// - Returns: The transition; nothing has happened yet.
  @_disfavoredOverload
  public static func to(
    _ state: State,
    reentering part: PartialKeyPath<State>,
    _ label: String? = nil,
    perform: @escaping (Subject) throws -> Void
  ) -> Transition {
    Transition(
      .reenter(
        PartTransition(part: part, target: state, label: label, action: Action(perform))))
  }

  /// Returns an external transition without an action that leaves and enters a part, though it may
  /// not change.
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - part: The part to leave and enter besides those that change.
  ///   - label: What diagrams show beside the event.
  /// - Returns: The transition; nothing has happened yet.
  public static func to(
    _ state: State, reentering part: PartialKeyPath<State>, _ label: String? = nil
  ) -> Transition {
    Transition(.reenter(PartTransition(part: part, target: state, label: label, action: nil)))
  }
}

/// An external transition that names a part to leave and enter: an object, because few are asked for.
@usableFromInline
final class PartTransition<State, Subject> {
  @usableFromInline let part: AnyKeyPath
  @usableFromInline let target: State
  @usableFromInline let label: String?
  @usableFromInline let action: Action<Subject>?

  @usableFromInline
  init(
    part: AnyKeyPath, target: State, label: String?, action: Action<Subject>?
  ) {
    self.part = part
    self.target = target
    self.label = label
    self.action = action
  }
}
