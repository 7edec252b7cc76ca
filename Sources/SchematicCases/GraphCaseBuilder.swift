/// A list of values that represent the cases of an enum, built from samples of their payloads.
///
/// `@Graphable` generates such lists. If you write one by hand, you needn't write out all
/// combinations:
///
/// ```swift
/// enum Call: Graphable {
///   case idle, failed(code: Int, isFinal: Bool)
///
///   static var graphCases: [Call] {
///     GraphCaseBuilder.list { cases in
///       cases.add(.idle)
///       cases.add("failed", from: Call.failed(code:isFinal:))
///     }
///   }
/// }
/// Call.graphCases.count  // 5: idle, and failed with 2 codes × 2 flags
/// ```
///
/// A recursive type is followed once: for `indirect enum Path { case end, step(Path) }`, the list
/// contains `.end` and `.step(.end)`. If many types nest each other, the list leaves out some
/// values, and the diagram has a finding.
public struct GraphCaseBuilder<Value> {
  /// The maximum number of combinations that are listed for one case: 256.
  ///
  /// If there are more, the diagram has a finding, and every sample of every payload still appears
  /// in some combination. The list is longer only if a single payload has more samples.
  package static var bound: Int { 256 }

  private var values: [Value] = []
  private let sampling: SamplingContext
  private let isExhausted: Bool

  private init(in sampling: SamplingContext) {
    self.sampling = sampling
    isExhausted = sampling.isExhausted(for: Value.self)
  }

  /// Returns the values that a closure adds, in the same order.
  public static func list(_ body: (inout GraphCaseBuilder) -> Void) -> [Value] {
    let sampling = SamplingContext.begun
    return sampling.withinBounds {
      var cases = GraphCaseBuilder(in: sampling)
      body(&cases)
      return cases.values
    }
  }

  /// Adds a value.
  public mutating func add(_ value: Value) {
    guard !isExhausted else { return }
    values.append(value)
  }

  /// Adds a case with every combination of samples of its payload.
  ///
  /// - Parameters:
  ///   - name: The name of the case, for findings.
  ///   - makeCase: Creates a value from a payload.
  /// - Complexity: One call of `makeCase` for each combination that is listed.
  public mutating func add<each Payload: GraphSampled>(
    _ name: String, from makeCase: (repeat each Payload) -> Value
  ) {
    guard !isExhausted else { return }
    let samples = sampling.sampling(name, of: Value.self) {
      (repeat (each Payload).graphSamples)
    }
    guard !sampling.takesTooLong else { return }
    var counts: [Int] = []
    var unsampled: String?
    func count<Sample: GraphSampled>(_ list: [Sample]) {
      counts.append(list.count)
      // The states of regions are tried one by one, so nobody lists the struct that has them.
      if list.isEmpty, Sample.self is any GraphableRegions.Type { unsampled = "\(Sample.self)" }
    }
    repeat count(each samples)
    if let unsampled {
      sampling.record(
        OmittedSamples(identifier: name, unsampled: unsampled, listed: 0, total: 0))
    }
    let combinations = SampleCombinations(of: counts, bound: Self.bound)
    for combination in combinations.listed {
      var choice = combination.makeIterator()
      values.append(makeCase(repeat (each samples)[choice.next() ?? 0]))
    }
    guard combinations.listed.count < combinations.total else { return }
    sampling.record(
      OmittedSamples(
        identifier: (sampling.path + [name]).joined(separator: "."),
        listed: combinations.listed.count,
        total: combinations.total))
  }
}

/// The types that are being listed, and the cases whose payloads are being sampled.
package struct SamplingContext: Sendable {
  @TaskLocal private static var current: SamplingContext?

  /// The depths to which recursive types are followed.
  ///
  /// If a listing takes too long, the next depth is tried: *n* types that all nest each other can be
  /// nested in *n*! orders.
  ///
  /// No listing is deeper than the first depth. Only a type that keeps nesting new types gets there.
  private static let depths = [32, 6, 4, 3, 2]

  /// The number of listings of recursive types after which the next depth is tried.
  private static let mostListings = 500

  /// The types whose cases are being listed: the outermost, and the types nested in it.
  private var types: Set<ObjectIdentifier> = []
  /// A Boolean value that indicates whether one of the types is already nested in itself.
  private var isRepeated = false
  /// The names of the cases whose payloads are being sampled, from the outside in.
  private(set) var path: [String] = []
  /// The log of the whole listing.
  private let log = Log()

  /// The context of the current listing, or of a new one.
  static var begun: SamplingContext { current ?? SamplingContext() }

  /// Returns the values of a listing.
  ///
  /// The outermost listing uses the greatest depth that doesn't take too long, or the smallest.
  func withinBounds<Value>(_ list: () -> [Value]) -> [Value] {
    guard path.isEmpty else { return list() }
    let omissions = log.omissions
    var values: [Value] = []
    for depth in Self.depths {
      log.omissions = omissions
      (log.depth, log.listings) = (depth, 0)
      values = list()
      if !takesTooLong { break }
    }
    return values
  }

  /// Returns whether no more values of a type are to be listed at this depth.
  func isExhausted(for type: Any.Type) -> Bool {
    let type = ObjectIdentifier(type)
    if types.contains(type) { log.repeatedTypes.insert(type) }
    guard !path.isEmpty, log.repeatedTypes.contains(type) else {
      return path.count >= Self.depths[0]
    }
    if isRepeated, types.contains(type) { return true }
    guard path.count < log.depth else {
      record(OmittedSamples(identifier: path[0], listed: 0, total: .max))
      return true
    }
    log.listings += 1
    return takesTooLong
  }

  /// A Boolean value that indicates whether the listing should be abandoned and restarted with a
  /// smaller depth.
  var takesTooLong: Bool { log.listings > Self.mostListings }

  /// Runs a closure that samples the payload of a case.
  func sampling<Result>(_ name: String, of type: Any.Type, _ body: () -> Result) -> Result {
    var inner = self
    inner.isRepeated = isRepeated || types.contains(ObjectIdentifier(type))
    inner.types.insert(ObjectIdentifier(type))
    inner.path.append(name)
    return Self.$current.withValue(inner, operation: body)
  }

  func record(_ omission: OmittedSamples) {
    if !log.omissions.contains(omission) { log.omissions.append(omission) }
  }

  /// Returns the result of a closure, and the samples that it left out.
  package static func recordingOmissions<Result>(_ body: () -> Result) -> (Result, [OmittedSamples])
  {
    let sampling = SamplingContext()
    return ($current.withValue(sampling, operation: body), sampling.log.omissions)
  }

  /// The record of a listing, which runs to its end on one thread.
  // Sound, because the task-local value that holds the record doesn't leave this thread.
  private final class Log: @unchecked Sendable {
    var omissions: [OmittedSamples] = []
    /// The types that turned out to be recursive.
    var repeatedTypes: Set<ObjectIdentifier> = []
    /// The number of listings of recursive types, and the depth to which they are followed.
    var listings = 0
    var depth = SamplingContext.depths[0]
  }
}

/// A case of which not all combinations of samples are listed.
package struct OmittedSamples: Hashable, Sendable {
  /// The name of the case, or a dotted path if another case carries it.
  package let identifier: String
  /// The name of the carried type that has no samples, or `nil` if each has some.
  package internal(set) var unsampled: String?
  /// The number of listed combinations, or zero if types nest each other in more ways than are
  /// followed.
  package let listed: Int
  /// The number of all combinations, or `Int.max` if there are more.
  package let total: Int
}

/// The ways to take one sample from each of several lists, as positions in the lists.
struct SampleCombinations {
  /// The listed combinations; the last list varies fastest.
  let listed: [[Int]]
  /// The number of all combinations, or `Int.max` if there are more.
  let total: Int

  /// Lists all combinations or, if there are more than `bound`, only some of them.
  ///
  /// Even then, each sample of each list is in one of the combinations. If that takes more than `bound`
  /// combinations, more are listed.
  init(of counts: [Int], bound: Int) {
    total = counts.reduce(1) { product, count in
      let (result, isTooGreat) = product.multipliedReportingOverflow(by: count)
      return isTooGreat ? .max : result
    }
    let first = Self.first(min(total, bound), of: counts)
    guard total > bound else {
      listed = first
      return
    }
    let covering = (0..<(counts.max() ?? 0)).map { position in counts.map { position % $0 } }
    let covered = Set(covering)
    let others = first.lazy.filter { !covered.contains($0) }.prefix(max(0, bound - covering.count))
    listed = (covering + others).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the first combinations, counting up like the digits of a number.
  private static func first(_ number: Int, of counts: [Int]) -> [[Int]] {
    var combination = counts.map { _ in 0 }
    return (0..<number).map { _ in
      defer {
        for position in counts.indices.reversed() {
          combination[position] = (combination[position] + 1) % counts[position]
          if combination[position] > 0 { break }
        }
      }
      return combination
    }
  }
}
