/// A region of a state: a property with a machine of its own, and that machine's answers for
/// states.
///
/// A schema lists its regions at any depth, each before the regions inside it.
@usableFromInline
struct Region<State, Event, Subject>: Sendable {
  /// The names that lead to the region: `drive`, or `trip/drive` inside the state `trip`.
  @usableFromInline let name: String
  /// The regions around this region.
  var around: RegionSet
  /// Returns the path of the region's state (see ``Hierarchical``), or `nil` if the machine isn't in a
  /// state that has the region.
  let path: @Sendable (State) -> [String]?
  /// Returns whether the machine is in a state that has the region, or `nil` if every state has it.
  let exists: (@Sendable (State) -> Bool)?
  @usableFromInline var rules: [StateRule<State, Event, Subject>]

  /// A Boolean value that indicates whether any answer is for a level of the region's states.
  private var hasLevels: Bool { rules.contains { $0.level > 0 } }

  /// Returns the region's states that a transition by the region's own rules leaves and enters.
  func ownChange(from source: State, to target: State) -> PathChange {
    guard hasLevels, let old = path(source), let new = path(target) else { return .flat }
    return PathChange(from: old, to: new)
  }

  /// Returns the region's states that are left and entered if a transition leaves the state around
  /// the region.
  func wholeChange(from source: State?, to target: State?) -> PathChange {
    PathChange(
      shared: 0, left: source.map(depth) ?? 0, entered: target.map(depth) ?? 0)
  }

  private func depth(in state: State) -> Int {
    if let exists, !exists(state) { return 0 }
    return hasLevels ? max(1, path(state)?.count ?? 1) : 1
  }
}

/// The regions of a schema, each with a schema of its own, for drawing and exploring.
///
/// A machine doesn't use this value: its rules and answers already contain the rules and answers of
/// all regions.
package struct Composition<State, Event, Subject>: Sendable {
  /// The regions that the state consists of, or none if the state doesn't consist of regions.
  package internal(set) var regions: [RegionMachine<State, Event, Subject>] = []

  /// The inner states that consist of regions, with their paths.
  package internal(set) var places: [Place] = []

  /// The rules without the rules of the regions in ``places``, or `nil` if there are no places.
  var rulesAround: Rules<State, Event, Subject>?

  /// A state that consists of regions.
  package struct Place: Sendable {
    /// The path of the state (see ``Hierarchical``).
    package let path: [String]
    package internal(set) var regions: [RegionMachine<State, Event, Subject>]
    /// Returns the struct of the regions' states, or `nil` if the machine isn't in the state.
    let whole: @Sendable (State) -> Any?
  }
}

/// A region, with the schema of its machine.
package struct RegionMachine<State, Event, Subject>: Sendable {
  /// The name of the property that holds the region's state.
  package let name: String
  /// The key path of that property, as Swift prints it.
  package let property: String
  package let schema: any RegionSchema<Event, Subject>
  /// Returns the region's state, or `nil` if the machine isn't in a state that has the region.
  package let value: @Sendable (State) -> Any?
  /// Returns a state in which another value replaces the region's state.
  package let replacing: @Sendable (_ state: State, _ value: Any) -> State
}

/// The schema of a region, with states of any type.
package protocol RegionSchema<Event, Subject>: Sendable {
  associatedtype State: Hierarchical
  associatedtype Event
  associatedtype Subject

  var schema: StateMachineSchema<State, Event, Subject> { get }
}
