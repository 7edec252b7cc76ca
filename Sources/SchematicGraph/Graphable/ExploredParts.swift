/// A state value with its own identity and fields.
protocol ExploredParts {
  /// The value that distinguishes it from others.
  var identity: Any { get }
  /// The fields with which conditions distinguish it.
  var fields: [PayloadField] { get }
  /// The value whose names a diagram shows.
  var named: any Graphable { get }
}

extension ExploredParts where Self: Graphable {
  var named: any Graphable { self }
}
