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
