import SchematicGraph

/// What a visitor does to a turnstile.
enum Visitor: CaseIterable, Graphable {
  case coin
  case push
}
