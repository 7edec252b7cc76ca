import Foundation
import Schematic
import SchematicGraph

/// The states in which machines were saved: the current states, or earlier ones with the function that
/// migrates them.
struct SavedStates: Sendable {
  /// Returns the identifier of the current state for a snapshot.
  ///
  /// Throws `SnapshotMismatchError` or a `DecodingError` if the snapshot has other states or is damaged, and
  /// ``NoSuchState`` if the function refuses it. Throws ``NotDecodable`` if the states aren't `Decodable`.
  let restore: @Sendable (_ snapshot: Data) throws -> String

  /// Returns the current states for each earlier state, by identifiers.
  ///
  /// An earlier state that carries values may have several, and has none if the function refuses one of
  /// its values.
  let successors: @Sendable () -> [String: Set<String>]

  /// The error of a function that has no current state for a saved one.
  struct NoSuchState: Error {
    let reason: String
  }

  /// The error if no snapshot can be read, because the type of the states isn't `Decodable`.
  struct NotDecodable: Error {
    let type: String
  }

  /// Creates the current states, which need no function.
  init<State: Graphable>(of type: State.Type) {
    restore = { snapshot in
      guard let type = State.self as? any (Graphable & Decodable).Type else {
        throw NotDecodable(type: "\(State.self)")
      }
      return try Self.identifier(in: snapshot, of: type)
    }
    successors = { [:] }
  }

  /// Creates earlier states with the function that migrates them.
  init<Old: Graphable & Decodable, State: Graphable>(
    migrating migrate: @escaping @Sendable (Old, SnapshotMismatchError) throws -> State
  ) {
    restore = { snapshot in
      let saved = try JSONDecoder().decode(MachineSnapshot<Old>.self, from: snapshot)
      do {
        return try saved.restored(migrating: migrate).graphIdentifier
      } catch {
        throw NoSuchState(reason: "\(error)")
      }
    }
    successors = {
      let states = Dictionary(grouping: Old.graphCases, by: \.graphIdentifier)
      return states.mapValues { states in
        let successors = states.map {
          try? MachineSnapshot(state: $0).restored(migrating: migrate).graphIdentifier
        }
        return successors.contains(nil) ? [] : Set(successors.compactMap(\.self))
      }
    }
  }

  private static func identifier<State: Graphable & Decodable>(
    in snapshot: Data, of type: State.Type
  ) throws -> String {
    try JSONDecoder().decode(MachineSnapshot<State>.self, from: snapshot).restored().graphIdentifier
  }
}
