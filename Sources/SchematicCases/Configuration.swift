import Schematic

/// The states that a machine is in at the same time: one in each active region.
///
/// A machine without regions is in a single state.
package struct Configuration: Hashable, Sendable {
  /// The identifiers of the states, in the order of the graph, without states that consist of regions.
  package var states: [String]

  /// For each state whose regions have been left, the states that these regions were in.
  ///
  /// Transitions by history lead back to these states.
  package var memories: [String: [String]] = [:]

  /// Creates a configuration.
  ///
  /// - Parameter states: The identifiers of the states.
  package init(_ states: [String]) { self.states = states }
}

extension Configuration {
  /// A name that tells configurations apart: the states and the memories.
  package var name: String {
    let memories = memories.sorted { $0.key < $1.key }.map { state, inside in
      "\(state) was \(inside.joined(separator: ", "))"
    }
    return memories.isEmpty ? description : "\(description) (\(memories.joined(separator: "; ")))"
  }
}

extension Configuration: CustomStringConvertible {
  package static let separator = ", "

  /// The identifiers of the states, separated by commas.
  package var description: String { states.joined(separator: Self.separator) }
}

/// One of the states that a value is in, and the region that has the state.
package struct ActiveState {
  /// The identifier of the region, or `nil` for the machine around all regions.
  package let region: String?
  /// The identifier of the state around the region, or `nil` if there is none.
  package let owner: String?
  package let state: String
}

extension StateMachineSchema where State: Hierarchical {
  /// Returns the states that a value is in, from the outside in.
  ///
  /// - Parameters:
  ///   - state: The value.
  ///   - region: The identifier of the schema's region; `nil` for the machine around all regions.
  ///   - owner: The identifier of the state around this region, or `nil` if there is none.
  /// - Returns: The states.
  package func activeStates(
    in state: State, of region: String? = nil, inside owner: String? = nil
  ) -> [ActiveState] {
    let composition = composition
    guard composition.regions.isEmpty else {
      return composition.regions.flatMap {
        $0.activeStates(in: state, owner, prefix: region ?? owner)
      }
    }
    let path = state.casePath
    let identifier = RegionPath.joined(path.joined(separator: "."), in: region)
    let place = composition.places.first { path.starts(with: $0.path) }
    guard let place else { return [ActiveState(region: region, owner: owner, state: identifier)] }
    let outer = RegionPath.joined(place.path.joined(separator: "."), in: region)
    return [ActiveState(region: region, owner: owner, state: outer)]
      + place.regions.flatMap { $0.activeStates(in: state, outer, prefix: outer) }
  }
}

extension StateMachineSchema where State: Graphable {
  /// Returns the configuration of a value: the states of the diagram that the value is in.
  package func configuration(of state: State) -> Configuration {
    guard !composition.regions.isEmpty || !composition.places.isEmpty else {
      return Configuration([state.graphIdentifier])
    }
    let active = activeStates(in: state)
    let owners = Set(active.compactMap(\.owner))
    return Configuration(active.map(\.state).filter { !owners.contains($0) })
  }
}

extension RegionMachine {
  fileprivate func activeStates(
    in state: State, _ owner: String?, prefix: String?
  ) -> [ActiveState] {
    guard let value = value(state) else { return [] }
    return schema.activeStates(
      inAny: value, of: RegionPath.joined(name, in: prefix), inside: owner)
  }
}

extension RegionSchema {
  package func activeStates(inAny value: Any, of region: String, inside owner: String?)
    -> [ActiveState]
  {
    (value as? State).map { schema.activeStates(in: $0, of: region, inside: owner) } ?? []
  }
}

/// The paths of regions and of their states: `trip/light` is the region `light` of the state `trip`.
package enum RegionPath {
  /// The mark between the name of a state or region and a name inside it.
  package static let mark = "/"

  /// Returns the path of something inside a state or a region.
  package static func joined(_ name: String, in outer: String?) -> String {
    outer.map { $0 + mark + name } ?? name
  }
}
