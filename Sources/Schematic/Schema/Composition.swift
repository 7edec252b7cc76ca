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
