/// Everything that is added to a schema's logic, such as answers for states.
@usableFromInline
struct SchemaAdditions<State, Event, Subject>: Sendable {
  /// The answers for states, in the order in which they were added.
  @usableFromInline var states: [StateRule<State, Event, Subject>] = []
  /// The regions at any depth, each before the regions inside it.
  @usableFromInline var regions: [Region<State, Event, Subject>] = []
  var commits: [Commit<State, Event, Subject>] = []
  /// The complete answers for the final states of embedded machines, for diagrams only.
  ///
  /// Machines use ``states``, which has only the entry actions of these answers.
  var final: [StateRule<State, Event, Subject>] = []
  /// The embedded machines that may have final states, each before the machines inside it.
  var completions: [Completion<State, Subject>] = []
  /// Returns whether all regions that the state consists of are in final states; `nil` if a region
  /// has no answers for states.
  var end: (@Sendable (State) -> Bool)?
  var composition = Composition<State, Event, Subject>()
  var unhandledEvents = UnhandledEventPolicy.ignore
  var isOnMainActor = false

  init() {}

  /// Returns the features that affect a step; `isNested` says whether states can be nested.
  func features(isNested: Bool) -> SchemaFeatures {
    var features: SchemaFeatures = []
    // `count > 0`, because the runtime would look up `isEmpty` each time a schema is created.
    if states.count > 0 || regions.contains(where: { $0.rules.count > 0 }) {
      features.insert(.states)
    }
    if isNested, states.count > 0, states.contains(where: { $0.level > 0 }) {
      features.insert(.levels)
    }
    if regions.count > 0 { features.insert(.regions) }
    if unhandledEvents != .ignore { features.insert(.unhandledEvents) }
    if commits.count > 0 { features.insert(.commits) }
    if completions.count > 0, completions.contains(where: { $0.answer != nil }) {
      features.insert(.completions)
    }
    return features
  }
}

/// A closure that commits transitions and, for diagrams, a predicate that selects them.
///
/// By default, the closure commits all transitions. The closure of an embedded schema commits only
/// the transitions inside the embedded machine.
struct Commit<State, Event, Subject>: Sendable {
  /// A Boolean value that indicates whether the closure commits only the steps in which a region takes part.
  var isOfRegion = false
  /// Returns whether the closure commits a transition; `event` is `nil` for a completion.
  var covers: @Sendable (_ source: State, _ target: State, _ event: Event?) -> Bool = { _, _, _ in
    true
  }
  /// A Boolean value that indicates whether the closure receives the effects of the step.
  var takesEffects = false
  /// Commits a transition; the effects are those of the step, or none if the closure doesn't take them.
  let run: @Sendable (HandledEvent<State, Event>, _ effects: [Any], Subject) throws -> Void
}

/// The features of a schema, besides its logic, that affect a step.
@frozen @usableFromInline
struct SchemaFeatures: OptionSet {
  @usableFromInline let rawValue: UInt8

  @inlinable
  init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable static var states: SchemaFeatures { SchemaFeatures(rawValue: 1) }
  /// Answers for a level of nested states.
  @inlinable static var levels: SchemaFeatures { SchemaFeatures(rawValue: 2) }
  @inlinable static var regions: SchemaFeatures { SchemaFeatures(rawValue: 4) }
  /// A policy that rejects or traps unhandled events.
  @inlinable static var unhandledEvents: SchemaFeatures { SchemaFeatures(rawValue: 8) }
  /// Closures that commit transitions.
  @inlinable static var commits: SchemaFeatures { SchemaFeatures(rawValue: 16) }
  /// Answers to the completion of embedded machines.
  @inlinable static var completions: SchemaFeatures { SchemaFeatures(rawValue: 32) }
}

/// The policy for an event that the rules ignore.
public enum UnhandledEventPolicy: Hashable, Sendable {
  /// The event is ignored, and the outcome is ``Outcome/ignored``.
  case ignore
  /// The event is rejected as a mistake.
  case reject
  /// Debug builds stop the program and name the event; other builds ignore it.
  case trap
}

/// A completion: an embedded machine reaches a final state, which completes the state around the
/// machine (OMG UML 2.5.1, §14.2.3.8.3).
struct Completion<State, Subject>: Sendable {
  typealias Answer = @Sendable (State, Guard<Subject>) -> Transition<State, Subject>

  /// Returns whether the embedded machine is in a final state.
  let isComplete: @Sendable (State) -> Bool
  /// The position of the region around the embedded machine, or `nil` if there is none.
  var region: Int?
  /// The answer of the outer schema to the completion, or `nil` if it gives none.
  let answer: Answer?
}

/// A transition that may cause completions, and what decides about them.
struct CausingStep<State, Event, Subject> {
  let event: Event
  let source: State
  let outcome: Outcome
  let joint: JointTransition<State, Subject>?

  init(
    event: Event, source: State, _ isInternal: Bool, _ joint: JointTransition<State, Subject>?
  ) {
    (self.event, self.source, self.joint) = (event, source, joint)
    outcome = isInternal ? .stayed : .moved
  }
}
