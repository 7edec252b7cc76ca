/// A type with values that stand for all of its own where a case carries one.
///
/// The standard library's numbers, texts, collections, ranges and optionals have them, and so has
/// every `Graphable` type: its cases. A type of your own names a few, best one for each way in which
/// the rules treat its values:
///
/// ```swift
/// struct Password { var text: String }
///
/// extension Password: GraphPayload {
///   static var graphSamples: [Password] { [Password(text: ""), Password(text: "secret")] }
/// }
///
/// @Graphable enum Login { case idle, entered(Password?) }
/// Login.graphCases.count  // 4: idle, and entered with nil and two passwords
/// ```
///
/// Samples are small and tame on purpose: rules that add to a number do not overflow, and an
/// optional is tried with and without a value.
public protocol GraphPayload: SendableMetatype {
  /// Values that stand for all, in an order that does not change.
  static var graphSamples: [Self] { get }
}

extension GraphPayload where Self: BinaryInteger {
  /// Zero and one.
  public static var graphSamples: [Self] { [0, 1] }
}

extension GraphPayload where Self: BinaryFloatingPoint {
  /// Zero, one half and one.
  public static var graphSamples: [Self] { [0, 0.5, 1] }
}

extension Int: GraphPayload {}
extension Int8: GraphPayload {}
extension Int16: GraphPayload {}
extension Int32: GraphPayload {}
extension Int64: GraphPayload {}
extension UInt: GraphPayload {}
extension UInt8: GraphPayload {}
extension UInt16: GraphPayload {}
extension UInt32: GraphPayload {}
extension UInt64: GraphPayload {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: GraphPayload {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: GraphPayload {}

extension Float: GraphPayload {}
extension Double: GraphPayload {}

extension Bool: GraphPayload {
  /// False and true.
  public static var graphSamples: [Bool] { [false, true] }
}

extension Duration: GraphPayload {
  /// No time, and one second.
  public static var graphSamples: [Duration] { [.zero, .seconds(1)] }
}

extension String: GraphPayload {
  /// The empty text, and one letter.
  public static var graphSamples: [String] { ["", "a"] }
}

extension Substring: GraphPayload {
  /// The empty text, and one letter.
  public static var graphSamples: [Substring] { ["", "a"] }
}

extension Character: GraphPayload {
  /// One letter.
  public static var graphSamples: [Character] { ["a"] }
}

extension Unicode.Scalar: GraphPayload {
  /// One letter.
  public static var graphSamples: [Unicode.Scalar] { ["a"] }
}

extension Optional: GraphPayload where Wrapped: GraphPayload {
  /// Nothing, and each sample of what is wrapped.
  public static var graphSamples: [Self] { [nil] + Wrapped.graphSamples.map(Optional.some) }
}

extension Result: GraphPayload where Success: GraphPayload, Failure: GraphPayload {
  /// Each sample of a success, and each of a failure.
  public static var graphSamples: [Self] {
    Success.graphSamples.map(Result.success) + Failure.graphSamples.map(Result.failure)
  }
}

extension Never: GraphPayload {
  /// None, as there are no values.
  public static var graphSamples: [Never] { [] }
}

extension Array: GraphPayload where Element: GraphPayload {
  /// No elements, and the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension ContiguousArray: GraphPayload where Element: GraphPayload {
  /// No elements, and the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension ArraySlice: GraphPayload where Element: GraphPayload {
  /// No elements, and the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension Set: GraphPayload where Element: GraphPayload {
  /// No elements, and the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension Dictionary: GraphPayload where Key: GraphPayload, Value: GraphPayload {
  /// No entries, and the first samples of key and value.
  public static var graphSamples: [Self] {
    let entries = zip(Key.graphSamples, Value.graphSamples).prefix(1)
    return [[:]] + entries.map { [$0: $1] }
  }
}

extension Range: GraphPayload where Bound: GraphPayload {
  /// An empty range, and the range from the least sample of the bound to the greatest.
  public static var graphSamples: [Self] {
    let bounds = Bound.graphSamples
    guard let lower = bounds.min(), let upper = bounds.max() else { return [] }
    return lower == upper ? [lower..<lower] : [lower..<lower, lower..<upper]
  }
}

extension ClosedRange: GraphPayload where Bound: GraphPayload {
  /// A range of one value, and the range from the least sample of the bound to the greatest.
  public static var graphSamples: [Self] {
    let bounds = Bound.graphSamples
    guard let lower = bounds.min(), let upper = bounds.max() else { return [] }
    return lower == upper ? [lower...lower] : [lower...lower, lower...upper]
  }
}
