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
