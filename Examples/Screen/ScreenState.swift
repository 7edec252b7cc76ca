import SchematicGraph

/// What a screen shows.
enum ScreenState: CaseIterable, Graphable {
  case list
  case refreshing
  case error
}
