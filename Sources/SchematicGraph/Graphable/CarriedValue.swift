/// The part of a case's name that depends on what the case carries.
///
/// It is what `@Graphable` writes:
///
/// ```swift
/// enum Player {
///   case off, active(Mode)
///
///   var casePath: [String] {
///     switch self {
///     case .off: ["off"]
///     case .active(let mode): ["active"] + CarriedValue.casePath(of: mode)
///     }
///   }
/// }
/// ```
public enum CarriedValue {
  /// Returns the names from a carried value inwards; none where its type is not `Graphable`.
  public static func casePath<Value>(of value: Value) -> [String] {
    (value as? any Graphable)?.graphPath ?? []
  }

  /// Returns the names from a carried value inwards.
  public static func casePath<Value: Graphable>(of value: Value) -> [String] { value.graphPath }

  /// Returns the labels from a carried value inwards; none where its type is not `Graphable`.
  public static func graphLabelPath<Value>(of value: Value) -> [String] {
    (value as? any Graphable)?.graphLabelPath ?? []
  }

  /// Returns the labels from a carried value inwards.
  public static func graphLabelPath<Value: Graphable>(of value: Value) -> [String] {
    value.graphLabelPath
  }

  /// Puts what a case carries into words.
  ///
  /// - Parameters:
  ///   - values: The values, with their argument labels.
  ///   - display: How much of them shows.
  /// - Returns: What shows, in parentheses, such as `(code: 1)`; nothing where none of it does.
  public static func text(
    of values: [(label: String?, value: Any)], showing display: PayloadDisplay
  ) -> String {
    PayloadText(display).list(values)
  }
}
