import SchematicGraph

/// What a request is doing and, sent to its machine, what it is to do next.
enum RequestState: Hashable {
  case ready
  case fetching
  case saving
  case success(String)
  case failure(RequestError)

  /// Returns whether a request may move from this state to another.
  func allows(_ next: RequestState) -> Bool {
    switch self {
    case .ready:
      switch next {
      case .fetching, .saving: true
      case .ready, .success, .failure: false
      }
    case .fetching, .saving:
      switch next {
      case .success, .failure: true
      case .ready, .fetching, .saving: false
      }
    case .success, .failure:
      next == .ready
    }
  }
}

extension RequestState: Graphable {
  static var graphCases: [RequestState] {
    [.ready, .fetching, .saving, .success("data"), .failure(.timeout)]
  }
}
