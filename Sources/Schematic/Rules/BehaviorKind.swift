/// The kinds of behavior that a state can have.
@frozen @usableFromInline
package enum BehaviorKind: Hashable, Sendable { case entry, exit, task, timeout }

/// The owner of a behavior: the state at a level, either of a region or of the whole state.
@frozen @usableFromInline
package struct BehaviorOwner: Hashable, Sendable {
  /// The position of the region in the schema, or `nil` for the whole state.
  let position: Int?
  /// The name of the region, or `nil` for the whole state.
  package let region: String?
  /// The level: 1 is the outermost state, and 0 is the innermost.
  package let level: Int

  @usableFromInline
  init(_ region: (position: Int, name: String)?, level: Int) {
    position = region?.position
    self.region = region?.name
    self.level = level
  }
}

/// The name of an entry, an exit or a task in diagrams: what the client gave, or else its effects.
@usableFromInline
package struct ActionName {
  package let label: String?
  package let effects: [Any]

  /// Creates the name, or returns `nil` if there is none.
  @usableFromInline
  init?(_ label: String?, _ effects: [Any] = []) {
    if label == nil, effects.isEmpty { return nil }
    (self.label, self.effects) = (label, effects)
  }
}

/// An entry, an exit or a task that a machine has performed because of a state.
@frozen @usableFromInline
package struct PerformedBehavior {
  package let kind: BehaviorKind
  /// The name in diagrams, or `nil` if it has none.
  package let name: ActionName?

  @usableFromInline
  init(kind: BehaviorKind, name: ActionName?) {
    self.kind = kind
    self.name = name
  }
}
