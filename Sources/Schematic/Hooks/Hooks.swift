/// An action on entry to a state or on exit from it.
///
/// The answer of ``StateMachineSchema/onEntry(level:_:)``.
///
/// ```swift
/// schema.onEntry { state in state == .loading ? .perform("show spinner") { $0.spin() } : nil }
/// ```
///
/// An action is a value like a ``Transition``: who draws it reads its label and performs nothing.
@frozen
public struct StateAction<Subject> {
  /// The name of the action in diagrams; `nil` when it has none.
  public let label: String?

  @usableFromInline let run: (Subject) -> Void

  @inlinable
  init(label: String?, run: @escaping (Subject) -> Void) {
    self.label = label
    self.run = run
  }

  /// Returns an action.
  ///
  /// - Parameters:
  ///   - label: The name of the action in diagrams.
  ///   - action: What is done with the subject.
  /// - Returns: The action; nothing has happened yet.
  @_disfavoredOverload
  @inlinable
  public static func perform(
    _ label: String? = nil, _ action: @escaping (_ subject: Subject) -> Void
  ) -> StateAction {
    StateAction(label: label, run: action)
  }
}

/// A moment in the step of a machine, as a closure that looks on is told of it.
///
/// ```swift
/// schema.onStep { phase, screen in
///   if case .after(_, let state, _) = phase { screen.show(ViewModel(state)) }
/// }
/// ```
@frozen
public enum StepPhase<State, Event> {
  /// An event has arrived in a state, and the rules have not been asked yet.
  case before(_ event: Event, _ state: State)
  /// A state has been left: its exit actions have run, and the machine is still in the old state.
  case left(StateVisit<State, Event>)
  /// A state has been entered: its entry actions have run.
  case entered(StateVisit<State, Event>)
  /// An event has been handled, whatever became of it; the machine is in this state now.
  case after(_ event: Event, _ state: State, _ outcome: Outcome)
}

/// The entering or leaving of one state.
///
/// Where states lie inside one another, each state that is left or entered is a visit of its own.
@frozen
public struct StateVisit<State, Event> {
  /// The whole state: on leaving the one that is left, on entering the one that is entered.
  public let state: State
  /// The path of the state that is left or entered, such as `["active"]` or `["active", "playing"]`.
  ///
  /// It is empty where the state type is not ``Hierarchical``.
  public let path: [String]
  /// The event that caused the move; `nil` where ``StateMachine/enter()`` entered the first state.
  public let event: Event?

  /// The path with dots between its names, as diagrams write it.
  public var identifier: String { path.joined(separator: ".") }

  @inlinable
  init(state: State, path: [String], event: Event?) {
    self.state = state
    self.path = path
    self.event = event
  }
}

/// Something that a machine has done because of a state.
@usableFromInline
package struct PerformedBehavior: Hashable, Sendable {
  /// The occasions on which something is done.
  package enum Occasion: Hashable, Sendable { case entry, exit, work }

  package let occasion: Occasion
  /// The name in diagrams; `nil` where it has none.
  package let label: String?
}

extension StateMachine {
  /// Returns everything that was done because of states since this was called last; nothing the first
  /// time.
  package func takePerformedBehaviors() -> [PerformedBehavior] {
    let extras = extras
    defer { extras.performed = [] }
    return extras.performed ?? []
  }

  /// Runs an action on entry or exit, and remembers it where somebody wants to know.
  @inlinable
  @inline(__always)
  func run(_ action: StateAction<Subject>, isEntry: Bool, _ subject: Subject) {
    if existingExtras?.performed != nil { note(action.label, isEntry: isEntry) }
    action.run(subject)
  }

  @usableFromInline
  @inline(never)
  func note(_ label: String?, isEntry: Bool) {
    note(PerformedBehavior(occasion: isEntry ? .entry : .exit, label: label))
  }

  func note(_ behavior: PerformedBehavior) {
    existingExtras?.performed?.append(behavior)
  }
}

/// The answers of a schema about states, in the order in which they were added.
@frozen @usableFromInline
struct StateAnswers<State, Answer>: Sendable {
  /// A function that answers for the states of one level.
  @frozen @usableFromInline
  struct Entry: Sendable {
    /// The level of the states: 1 is the outermost, and 0 stands for the innermost however deep.
    @usableFromInline let level: Int
    @usableFromInline let answer: @Sendable (State) -> Answer?

    @usableFromInline
    init(level: Int, answer: @escaping @Sendable (State) -> Answer?) {
      self.level = level
      self.answer = answer
    }

    /// Returns whether the answer is about the state at a depth, of those that a state lies in.
    @inlinable
    func isAbout(_ depth: Int, of innermost: Int) -> Bool {
      level == depth || level == 0 && depth == innermost
    }
  }

  @usableFromInline var entries: [Entry] = []

  init() {}

  @inlinable var isEmpty: Bool { entries.isEmpty }

  /// Whether any is about states of a certain level.
  var haveLevels: Bool { entries.contains { $0.level > 0 } }

  mutating func add(level: Int?, _ answer: @escaping @Sendable (State) -> Answer?) {
    if let level, level < 1 {
      fatalError("Level \(level) of a state was asked for; the outermost level is 1.")
    }
    entries.append(Entry(level: level ?? 0, answer: answer))
  }

  /// Calls a closure with each answer about the states that are entered, and its level: the outermost
  /// first, and those of one state in the order of their addition.
  func forEach(
    enteredBy change: PathChange, _ state: State, _ body: (_ level: Int, Answer) -> Void
  ) {
    var depth = change.kept + 1
    while depth <= change.entered {
      for entry in entries where entry.isAbout(depth, of: change.entered) {
        if let answer = entry.answer(state) { body(entry.level, answer) }
      }
      depth += 1
    }
  }

  /// Returns whether none answers about a state.
  func saysNothing(of state: State) -> Bool {
    entries.allSatisfy { $0.answer(state) == nil }
  }

  /// Returns the answers about a state and those it lies in, each with its level.
  func all(in state: State, depth: Int) -> [(level: Int, answer: Answer)] {
    entries.compactMap { entry in
      entry.level > depth ? nil : entry.answer(state).map { (entry.level, $0) }
    }
  }
}

extension StateMachineSchema {
  /// The label of what happens because of a state, and the state it belongs to.
  package struct StateLabel: Hashable, Sendable {
    /// The position of the part; `nil` for the whole state.
    package let part: Int?
    /// The level: 1 is the outermost state; `nil` stands for the innermost.
    package let level: Int?
    /// The name in diagrams; `nil` where it has none.
    package let label: String?
  }

  /// Returns the labels of what happens when a state is entered, in the order of their addition; those
  /// of parts come last.
  package func entryLabels(in state: State) -> [StateLabel] {
    labels(storage.additions.entries, { $0.entries }, in: state, { $0.label })
  }

  /// Returns the labels of what happens when a state is left, in the order of their addition; those
  /// of parts come last.
  package func exitLabels(in state: State) -> [StateLabel] {
    labels(storage.additions.exits, { $0.exits }, in: state, { $0.label })
  }

  /// Returns the labels of the work of a state, in the order of its addition; that of parts comes last.
  package func workLabels(in state: State) -> [StateLabel] {
    labels(storage.additions.works, { $0.works }, in: state, { $0.label })
  }

  /// Returns the timeouts of a state with their parts and levels, in the order of their addition; those
  /// of parts come last.
  package func ownedTimeouts(
    in state: State
  ) -> [(part: Int?, level: Int?, timeout: StateTimeout<Event>)] {
    answers(storage.additions.timeouts, { $0.timeouts }, in: state)
      .map { ($0.part, $0.level, $0.answer) }
  }

  /// A Boolean value that indicates whether states have entry or exit actions, timeouts or work.
  package var hasStateAnswers: Bool {
    !storage.features.isDisjoint(with: [.entries, .exits, .activities])
  }

  /// A Boolean value that indicates whether closures look on: the one thing no diagram shows.
  package var hasStepObservers: Bool { storage.features.contains(.onStep) }

  private typealias Answers<Answer> = StateAnswers<State, Answer>
  // No key path: those of generic types are made anew each time.
  private typealias PartAnswers<Answer> =
    (StatePart<State, Event, Subject>) -> StateAnswers<State, Answer>

  private func labels<Answer>(
    _ whole: Answers<Answer>, _ answers: PartAnswers<Answer>, in state: State,
    _ label: (Answer) -> String?
  ) -> [StateLabel] {
    self.answers(whole, answers, in: state)
      .map { StateLabel(part: $0.part, level: $0.level, label: label($0.answer)) }
  }

  /// Returns the answers about a state, those about the whole before those about its parts.
  private func answers<Answer>(
    _ whole: Answers<Answer>, _ answers: PartAnswers<Answer>, in state: State
  ) -> [(part: Int?, level: Int?, answer: Answer)] {
    let depth = storage.features.contains(.levels) ? PathChange(entering: state).entered : 1
    let parts = storage.additions.parts.enumerated().flatMap { number, part in
      answers(part).all(in: state, depth: max(1, part.path(state)?.count ?? 0))
        .map { (part: Int?(number), level: $0.level == 0 ? nil : $0.level, answer: $0.answer) }
    }
    return whole.all(in: state, depth: depth)
      .map { (part: nil, level: $0.level == 0 ? nil : $0.level, answer: $0.answer) } + parts
  }
}
