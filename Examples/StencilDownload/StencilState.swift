import SchematicGraph

/// How far a stencil has come, from nothing known about it to all of it here.
enum StencilState: Hashable {
  case initial
  case fetching(Double)
  case fetched
  case downloading(Double)
  case downloaded
}

extension StencilState: Graphable {
  static var graphCases: [StencilState] {
    [.initial, .fetching(0), .fetched, .downloading(0), .downloaded]
  }
}
