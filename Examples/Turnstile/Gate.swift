import SchematicGraph

/// The states of a turnstile.
enum Gate: CaseIterable, Graphable {
  case locked
  case unlocked
}
