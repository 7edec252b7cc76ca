import SchematicGraph

/// What happens to a list of items.
enum ItemListEvent {
  case reload
  case loaded(Result<[String], LoadingError>)
}

extension ItemListEvent: Graphable {
  /// One value for each thing that a result can mean.
  static var graphCases: [ItemListEvent] {
    [.reload, .loaded(.success(["apple"])), .loaded(.success([])), .loaded(.failure(.offline))]
  }

  var graphLabel: String {
    switch self {
    case .reload: "reload"
    case .loaded(.success(let items)): items.isEmpty ? "loaded nothing" : "loaded items"
    case .loaded(.failure): "failed to load"
    }
  }
}
