import SchematicGraph

/// What the user and the data source ask of a screen.
enum ScreenEvent: CaseIterable, Graphable {
  case refresh
  case showList
  case showError
  case dismissError
}
