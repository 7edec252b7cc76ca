/// A type with samples, which represent all its values in the payload of a case.
///
/// Common types of the standard library have samples, such as `Int`, `String` and `Array`, and so
/// does every `Graphable` type. In your own type, list a few values, ideally one for each way in
/// which the rules treat them:
///
/// ```swift
/// struct Password: GraphSampled {
///   var text: String
///
///   static var graphSamples: [Password] { [Password(text: ""), Password(text: "secret")] }
/// }
///
/// @Graphable enum Login { case idle, entered(Password?) }
/// Login.graphCases.count  // 4: idle, and entered with nil and two passwords
/// ```
///
/// Samples are small and harmless, so that rules that add to a number don't overflow. An optional
/// is tried with and without a value.
public protocol GraphSampled: SendableMetatype {
  /// Values that represent all others, in an order that doesn't change.
  static var graphSamples: [Self] { get }
}

extension GraphSampled {
  /// Returns the values that a case or an initializer creates from samples of its arguments.
  ///
  /// ```swift
  /// struct Phone: GraphableProduct {
  ///   var call: Call
  ///   var screen: Screen
  ///   static var graphCases: [Phone] { graphSamples(of: Phone.init(call:screen:)) }
  /// }
  /// ```
  ///
  /// - Parameter make: Creates a value, such as a case that carries other values.
  /// - Returns: A value for each combination of samples; the last argument varies fastest. There are
  ///   at most 256 values, unless a single argument has more samples. If combinations are left out,
  ///   every sample still appears in one of the values, and the diagram has a finding.
  public static func graphSamples<each Argument: GraphSampled>(
    of make: (repeat each Argument) -> Self
  ) -> [Self] {
    GraphCaseBuilder.list { $0.add("\(Self.self)", from: make) }
  }
}

extension GraphSampled where Self: BinaryInteger {
  /// Zero and one.
  public static var graphSamples: [Self] { [0, 1] }
}

extension GraphSampled where Self: BinaryFloatingPoint {
  /// Zero, one half and one.
  public static var graphSamples: [Self] { [0, 0.5, 1] }
}

extension Int: GraphSampled {}
extension Int8: GraphSampled {}
extension Int16: GraphSampled {}
extension Int32: GraphSampled {}
extension Int64: GraphSampled {}
extension UInt: GraphSampled {}
extension UInt8: GraphSampled {}
extension UInt16: GraphSampled {}
extension UInt32: GraphSampled {}
extension UInt64: GraphSampled {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: GraphSampled {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: GraphSampled {}

extension Float: GraphSampled {}
extension Double: GraphSampled {}

extension GraphSampled where Self: RangeReplaceableCollection, Element: GraphSampled {
  /// An empty collection, and one with the first sample of the element: for strings, one letter.
  public static var graphSamples: [Self] {
    [Self()] + Element.graphSamples.prefix(1).map { Self(CollectionOfOne($0)) }
  }
}

extension String: GraphSampled {}
extension Substring: GraphSampled {}
extension Array: GraphSampled where Element: GraphSampled {}
extension ArraySlice: GraphSampled where Element: GraphSampled {}
extension ContiguousArray: GraphSampled where Element: GraphSampled {}

extension Bool: GraphSampled {
  /// False and true.
  public static var graphSamples: [Bool] { [false, true] }
}

extension Duration: GraphSampled {
  /// Zero, and one second.
  public static var graphSamples: [Duration] { [.zero, .seconds(1)] }
}

extension Character: GraphSampled {
  /// One letter.
  public static var graphSamples: [Character] { ["a"] }
}

extension Unicode.Scalar: GraphSampled {
  /// One letter.
  public static var graphSamples: [Unicode.Scalar] { ["a"] }
}

extension Optional: GraphSampled where Wrapped: GraphSampled {
  /// `nil`, and each sample of the wrapped type.
  public static var graphSamples: [Self] { [nil] + Wrapped.graphSamples.map(Optional.some) }
}

extension Result: GraphSampled where Success: GraphSampled, Failure: GraphSampled {
  /// Each sample of a success and each sample of a failure.
  public static var graphSamples: [Self] {
    Success.graphSamples.map(Result.success) + Failure.graphSamples.map(Result.failure)
  }
}

extension Never: GraphSampled {
  /// None, because there are no values.
  public static var graphSamples: [Never] { [] }
}

extension Set: GraphSampled where Element: GraphSampled {
  /// An empty set, and one with the first sample of the element.
  public static var graphSamples: [Self] { [[]] + Element.graphSamples.prefix(1).map { [$0] } }
}

extension Dictionary: GraphSampled where Key: GraphSampled, Value: GraphSampled {
  /// An empty dictionary, and one with the first samples of key and value.
  public static var graphSamples: [Self] {
    let entries = zip(Key.graphSamples, Value.graphSamples).prefix(1)
    return [[:]] + entries.map { [$0: $1] }
  }
}

extension Range: GraphSampled where Bound: GraphSampled {
  /// An empty range, and the range from the smallest sample of the bound to the largest.
  public static var graphSamples: [Self] {
    let bounds = Bound.graphSamples
    guard let lower = bounds.min(), let upper = bounds.max() else { return [] }
    return lower == upper ? [lower..<lower] : [lower..<lower, lower..<upper]
  }
}

extension ClosedRange: GraphSampled where Bound: GraphSampled {
  /// A range with one value, and the range from the smallest sample of the bound to the largest.
  public static var graphSamples: [Self] {
    let bounds = Bound.graphSamples
    guard let lower = bounds.min(), let upper = bounds.max() else { return [] }
    return lower == upper ? [lower...lower] : [lower...lower, lower...upper]
  }
}
