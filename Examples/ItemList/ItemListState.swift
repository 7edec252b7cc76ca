import SchematicGraph

/// What a list of items shows.
enum ItemListState: Hashable {
  case loading
  case showingData([String])
  case empty
  case error(LoadingError)
}

extension ItemListState: Graphable {
  static var graphCases: [ItemListState] {
    [.loading, .showingData(["apple"]), .empty, .error(.offline)]
  }

  var graphLabel: String {
    switch self {
    case .showingData: "showing data"
    default: graphIdentifier
    }
  }
}
