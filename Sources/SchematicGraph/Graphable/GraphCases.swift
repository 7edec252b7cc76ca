/// A list of values that stand for the cases of an enum, made from samples of what they carry.
///
/// It is what `@Graphable` writes; by hand it saves spelling out the combinations:
///
/// ```swift
/// enum Call: Graphable {
///   case idle, failed(code: Int, isFinal: Bool)
///
///   static var graphCases: [Call] {
///     GraphCases.list { cases in
///       cases.add(.idle)
///       cases.add("failed", from: Call.failed(code:isFinal:))
///     }
///   }
/// }
/// Call.graphCases.count  // 5: idle, and failed with 2 codes × 2 flags
/// ```
///
/// A type that nests itself, alone or with others, is followed once: of
/// `indirect enum Path { case end, step(Path) }` the values `.end` and `.step(.end)` are listed.
public struct GraphCases<Value> {
  /// The number of combinations that are listed for one case: 256.
  ///
  /// Above it every sample of every payload still stands in some combination, which may take more
  /// where one payload alone has more samples. Exploring says so in a finding.
  public static var bound: Int { 256 }

  private var values: [Value] = []
  private let sampling = GraphSampling.current
  private let isExhausted: Bool

  private init() {
    isExhausted = sampling.isExhausted(for: Value.self)
  }

  /// Returns what a body adds, in its order.
  public static func list(_ body: (inout GraphCases) -> Void) -> [Value] {
    var cases = GraphCases()
    body(&cases)
    return cases.values
  }

  /// Adds a value.
  public mutating func add(_ value: Value) {
    guard !isExhausted else { return }
    values.append(value)
  }

  /// Adds a case with every combination of samples of what it carries.
  ///
  /// - Parameters:
  ///   - name: The name of the case, for findings.
  ///   - makeCase: Makes a value from what it carries.
  /// - Complexity: one call for each combination, of which there are at most ``bound``.
  public mutating func add<each Payload: GraphPayload>(
    _ name: String, from makeCase: (repeat each Payload) -> Value
  ) {
    guard !isExhausted else { return }
    let samples = sampling.sampling(name, of: Value.self) {
      (repeat (each Payload).graphSamples)
    }
    var counts: [Int] = []
    for list in repeat each samples { counts.append(list.count) }
    let combinations = SampleCombinations(of: counts, bound: Self.bound)
    for combination in combinations.listed {
      var choice = combination.makeIterator()
      values.append(makeCase(repeat (each samples)[choice.next() ?? 0]))
    }
    guard combinations.listed.count < combinations.total else { return }
    sampling.note(
      GraphOmission(
        identifier: (sampling.path + [name]).joined(separator: "."),
        listed: combinations.listed.count,
        total: combinations.total))
  }
}
