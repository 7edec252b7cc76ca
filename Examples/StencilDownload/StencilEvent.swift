import SchematicGraph

/// What the user does and what the work reports, each phase in its own words.
enum StencilEvent: Hashable {
  case beginFetch
  case fetchProgress(Double)
  case fetchCompleted
  case beginDownload
  case downloadProgress(Double)
  case downloadCompleted
  case reset
}

extension StencilEvent: Graphable {
  static var graphCases: [StencilEvent] {
    [
      .beginFetch, .fetchProgress(0.5), .fetchCompleted,
      .beginDownload, .downloadProgress(0.5), .downloadCompleted,
      .reset,
    ]
  }

  var graphLabel: String {
    switch self {
    case .beginFetch: "begin fetch"
    case .fetchProgress: "fetch progress"
    case .fetchCompleted: "fetch completed"
    case .beginDownload: "begin download"
    case .downloadProgress: "download progress"
    case .downloadCompleted: "download completed"
    case .reset: "reset"
    }
  }
}
