import Foundation
import Schematic
import SchematicGraph

/// The states in which machines were saved, as a catalog knows them: those of today, or earlier ones with
/// the function that migrates them.
struct SavedStates: Sendable {
  /// Returns the identifier of the current state for a snapshot.
  ///
  /// It throws `SnapshotMismatchError` or a `DecodingError` if the snapshot is one of other states or damaged,
  /// ``NoSuchState`` if the function refuses it.
  let restore: @Sendable (_ snapshot: Data) throws -> String

  /// The current states for those that are gone, by their identifiers.
  ///
  /// A state that carries values may have several, and none if the function refuses one of them.
  let successors: @Sendable () -> [String: Set<String>]

  /// The error of a function that has no current state for a saved one.
  struct NoSuchState: Error {
    let reason: String
  }

  /// The error if no snapshot of the states can exist, because they can't be decoded.
  struct NotDecodable: Error {
    let type: String
  }

  /// Creates the states of today, which need no function.
  init<State: Graphable>(of type: State.Type) {
    restore = { snapshot in
      guard let type = State.self as? any (Graphable & Decodable).Type else {
        throw NotDecodable(type: "\(State.self)")
      }
      return try Self.identifier(in: snapshot, of: type)
    }
    successors = { [:] }
  }

  /// Creates earlier states.
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
