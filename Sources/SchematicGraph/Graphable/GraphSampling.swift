/// What is known while the cases of a type are listed: what they are listed for.
struct GraphSampling: Sendable {
  @TaskLocal static var current = GraphSampling()

  /// A listing deeper than this comes from a type that nests ever new ones.
  private static let deepest = 32

  /// The types whose cases are being listed, and lie inside one another.
  private var types: Set<ObjectIdentifier> = []
  /// Whether one of the types nests itself.
  private var isRepeated = false
  /// The names of the cases whose payloads are being sampled, from the outside in.
  private(set) var path: [String] = []
  /// Where to note what is left out.
  private var log: Log?

  /// Whether a type has been nested in itself often enough.
  func isExhausted(for type: Any.Type) -> Bool {
    path.count >= Self.deepest || (isRepeated && types.contains(ObjectIdentifier(type)))
  }

  /// Samples what a case carries.
  func sampling<Result>(_ name: String, of type: Any.Type, _ body: () -> Result) -> Result {
    var inner = self
    inner.isRepeated = isRepeated || types.contains(ObjectIdentifier(type))
    inner.types.insert(ObjectIdentifier(type))
    inner.path.append(name)
    return Self.$current.withValue(inner, operation: body)
  }

  func note(_ omission: GraphOmission) { log?.omissions.append(omission) }

  /// Returns what a body returns, and what was left out on the way.
  static func noting<Result>(_ body: () -> Result) -> (Result, [GraphOmission]) {
    let log = Log()
    var sampling = GraphSampling()
    sampling.log = log
    return ($current.withValue(sampling, operation: body), log.omissions)
  }

  /// Notes that a body, which runs to its end on one thread, leaves behind.
  private final class Log: @unchecked Sendable {
    var omissions: [GraphOmission] = []
  }
}
