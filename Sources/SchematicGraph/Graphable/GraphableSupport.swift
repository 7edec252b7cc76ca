/// The part of a case's payload that its name shows.
///
/// Payloads that are shown distinguish states: `door(true)` and `door(false)` are two nodes. If a
/// case shows no payload, all of its values share one node.
///
/// ```swift
/// @Graphable(payload: .all) enum Visitor { case coin(Int), push }
/// Visitor.coin(25).graphIdentifier  // "coin(25)"
/// ```
public enum PayloadDisplay: Hashable, Sendable {
  /// Nothing: `coin`.
  case hidden
  /// Values of types that have only a few: Booleans, the case of a `Graphable` or `CaseIterable`
  /// type, and whether an optional or a result contains a value.
  case finite
  /// Everything, including numbers and strings: `coin(25)`.
  ///
  /// Every value that the rules reach becomes a separate state.
  case all
}

/// Functions for the code that `@Graphable` generates.
///
/// Don't call them yourself.
public enum _GraphableSupport {
  /// Returns the names from a carried value inward, or none if its type isn't `Graphable`.
  public static func casePath<Value>(of value: Value) -> [String] {
    (value as? any Graphable)?.casePath ?? []
  }

  /// Returns the names from a carried value inward.
  public static func casePath<Value: Graphable>(of value: Value) -> [String] { value.casePath }

  /// Returns a description of carried values in parentheses, such as `(code: 1)`, or an empty
  /// string if none of them is shown.
  ///
  /// - Parameters:
  ///   - values: The values, with their argument labels.
  ///   - display: The part of the payload to show.
  /// - Returns: The text.
  public static func text(
    of values: [(label: String?, value: Any)], showing display: PayloadDisplay
  ) -> String {
    // The path goes on with the only value of a case where it is `Graphable`.
    if values.count == 1, values[0].value is any Graphable { return "" }
    let texts = values.compactMap { label, value in
      text(of: value, display).map { text in label.map { "\($0): \(text)" } ?? text }
    }
    return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
  }

  /// Returns a description of a value, or `nil` if it isn't shown.
  private static func text(of value: Any, _ display: PayloadDisplay) -> String? {
    guard display != .hidden else { return nil }
    switch value {
    case let value as any OptionalValue:
      return value.wrapped.map { text(of: $0, display) ?? "some" } ?? "nil"
    case let value as any Graphable: return value.diagramLabel
    case let value as Bool: return "\(value)"
    case let value as any CaseIterable: return String(describing: value)
    default: break
    }
    guard display == .all else { return (value as? any ResultValue)?.caseName }
    switch value {
    case is String, is Substring, is Character: return String(reflecting: value)
    default: return String(describing: value)
    }
  }

  /// A value of an enum with several cases of the same name, such as `a(x:)` and `a(y:)`.
  ///
  /// Patterns can't distinguish such cases, but reflection can.
  public struct OverloadedCase {
    /// The full name of the case, with its argument labels.
    public let name: String
    private let values: [(label: String?, value: Any)]

    /// Reads the case of a value.
    public init<Value>(of value: Value) {
      let reflected = ReflectedCase(of: value)
      name = reflected?.fullName ?? String(describing: value)
      values = reflected?.values ?? []
    }

    /// Returns the path of the value.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - display: The part of the payload to show.
    /// - Returns: The name, followed by the names from a carried value inward.
    public func casePath(_ name: String, showing display: PayloadDisplay = .hidden) -> [String] {
      [name + text(of: values, showing: display)]
        + (values.count == 1 ? _GraphableSupport.casePath(of: values[0].value) : [])
    }

    /// Returns the label of the value.
    ///
    /// - Parameters:
    ///   - label: The label of the case.
    ///   - display: The part of the payload to show.
    /// - Returns: The label, followed by the payloads that it shows.
    public func graphLabel(_ label: String, showing display: PayloadDisplay = .hidden) -> String {
      label + text(of: values, showing: display)
    }
  }
}

/// An optional of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { map { $0 as Any } }
}

/// A result of any type.
private protocol ResultValue {
  var caseName: String { get }
}

extension Result: ResultValue {
  fileprivate var caseName: String {
    switch self {
    case .success: "success"
    case .failure: "failure"
    }
  }
}
