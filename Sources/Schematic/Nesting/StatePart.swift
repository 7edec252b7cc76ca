/// A part of a state, such as a property of a struct, and the answers of a schema about it.
///
/// An external transition leaves and enters the parts that change, and the one that it names. One that
/// changes no part and names none leaves and enters them all.
struct StatePart<State, Event, Subject>: Sendable {
  /// The property, by which parts are told apart.
  let keyPath: any AnyKeyPath & Sendable
  /// The place of the property in the struct, which gives the declared order of parts; `nil` where
  /// it is computed.
  private let offset: Int?
  /// Returns the path of the part's state: see ``Hierarchical``.
  ///
  /// There is none in a state that has no such part, as one outside an embedded state.
  let path: @Sendable (State) -> [String]?

  var entries = StateAnswers<State, StateAction<Subject>>()
  var exits = StateAnswers<State, StateAction<Subject>>()
  var timeouts = StateAnswers<State, StateTimeout<Event>>()
  var works = StateAnswers<State, StateWork<Event, Subject>>()

  /// Creates a part that nothing is said about yet.
  init<Part: Hierarchical>(_ part: any KeyPath<State, Part> & Sendable) {
    keyPath = part
    offset = MemoryLayout<State>.offset(of: part)
    path = { $0[keyPath: part].casePath }
  }

  /// Creates the part of an embedded state that another part is, with no answers about it.
  init<InnerState, InnerEvent, InnerSubject>(
    _ part: StatePart<InnerState, InnerEvent, InnerSubject>,
    path: @escaping @Sendable (State) -> [String]?
  ) {
    keyPath = part.keyPath
    offset = part.offset
    self.path = path
  }

  /// Returns whether the part is declared before another; computed parts come last.
  fileprivate func isDeclared(before other: StatePart) -> Bool {
    offset ?? .max < other.offset ?? .max
  }

  /// Returns whether nothing is said about the part in a state.
  func saysNothing(of state: State) -> Bool {
    entries.saysNothing(of: state) && exits.saysNothing(of: state)
      && timeouts.saysNothing(of: state) && works.saysNothing(of: state)
  }
}

extension [PathChange] {
  /// Creates the changes of the parts of a state, in declared order.
  ///
  /// - Parameters:
  ///   - parts: The parts that a schema has answers about.
  ///   - source: The state that is left.
  ///   - target: The state that is entered.
  ///   - named: The part that the transition names.
  init<State, Event, Subject>(
    of parts: [StatePart<State, Event, Subject>], from source: State, to target: State,
    reentering named: AnyKeyPath?
  ) {
    let paths = parts.map { (source: $0.path(source), target: $0.path(target)) }
    let leavesAll =
      named == nil && paths.allSatisfy { $0.source == $0.target }
      && PathChange.parts(of: source) == PathChange.parts(of: target)
    self = zip(parts, paths).map { part, path in
      leavesAll || path.source != path.target || part.keyPath == named
        ? PathChange(ofPart: path.source, to: path.target)
        : .none(depth: path.source?.count ?? 0)
    }
  }

  /// Creates the changes of a machine that enters its first state.
  init<State, Event, Subject>(
    of parts: [StatePart<State, Event, Subject>], entering state: State
  ) {
    self = parts.map { PathChange(ofPart: nil, to: $0.path(state)) }
  }
}

extension PathChange {
  /// Creates the change of a part that is there before and after, or either, or neither.
  fileprivate init(ofPart source: [String]?, to target: [String]?) {
    switch (source, target) {
    case (let source?, let target?): self.init(from: source, to: target)
    case (nil, let target?): self.init(entering: target)
    case (let source?, nil): self = PathChange(entering: source).undone
    case (nil, nil): self = .none(depth: 0)
    }
  }

  /// Returns the change in which nothing is left or entered.
  fileprivate static func none(depth: Int) -> PathChange {
    PathChange(kept: depth, left: depth, entered: depth)
  }

  /// Returns the names of all parts of a state, of those included that a schema says nothing about.
  fileprivate static func parts<State>(of state: State) -> [[String]] {
    if let state = state as? any Hierarchical { return [state.casePath] }
    return Mirror(reflecting: state).children.compactMap {
      ($0.value as? any Hierarchical)?.casePath
    }
  }
}

extension SchemaAdditions {
  /// The things that parts have for a step to look after.
  var featuresOfParts: SchemaFeatures {
    @inline(never) get {
      parts.reduce(into: [.parts]) { features, part in
        if !part.entries.isEmpty { features.insert(.entries) }
        if !part.exits.isEmpty { features.insert(.exits) }
        if !part.timeouts.isEmpty || !part.works.isEmpty { features.insert(.activities) }
      }
    }
  }

  /// Adds to the answers about a part, which is put in its place in the declared order where it is new.
  mutating func change<Part: Hierarchical>(
    _ part: any KeyPath<State, Part> & Sendable,
    _ change: (inout StatePart<State, Event, Subject>) -> Void
  ) {
    if let known = parts.firstIndex(where: { $0.keyPath == part }) { return change(&parts[known]) }
    var new = StatePart<State, Event, Subject>(part)
    change(&new)
    parts.insert(new, at: parts.firstIndex(where: new.isDeclared) ?? parts.count)
  }
}

// The rows of a step that parts have.
extension StateMachine {
  /// Remembers the part that a transition names.
  @usableFromInline
  func reenter(_ part: AnyKeyPath) {
    extras.reenteredPart = part
  }

  /// Finds the parts that a transition leaves and enters.
  @usableFromInline
  func changeParts(from source: State, to target: State) {
    let extras = extras
    extras.partChanges = [PathChange](
      of: schema.storage.additions.parts, from: source, to: target,
      reentering: extras.reenteredPart)
    extras.reenteredPart = nil
  }

  /// Finds the parts that a machine enters in its first state: all.
  func changeAllParts() {
    extras.partChanges = [PathChange](of: schema.storage.additions.parts, entering: currentState)
  }

  /// Enters again what a failed action left.
  @usableFromInline
  func undo(_ change: PathChange, to source: State, _ event: Event, _ subject: Subject) {
    if schema.storage.features.contains(.parts) {
      extras.partChanges = extras.partChanges.map(\.undone)
    }
    enter(source, change.undone, event, subject)
  }

  /// Runs the exit actions of the parts that are left, the last one first.
  @usableFromInline
  func leaveParts(of source: State, _ subject: Subject) {
    let parts = schema.storage.additions.parts
    for (part, change) in zip(parts, extras.partChanges).reversed() {
      for depth in stride(from: change.left, to: change.kept, by: -1) {
        for entry in part.exits.entries where entry.isAbout(depth, of: change.left) {
          if let action = entry.answer(source) { run(action, isEntry: false, subject) }
        }
      }
    }
  }

  /// Runs the entry actions of the parts that are entered, the first one first.
  @usableFromInline
  func enterParts(of target: State, _ subject: Subject) {
    for (part, change) in zip(schema.storage.additions.parts, extras.partChanges) {
      part.entries.forEach(enteredBy: change, target) { run($1, isEntry: true, subject) }
    }
  }
}
