import Schematic

/// The part of a case's payload that its name shows.
///
/// Payloads that are shown distinguish states: `door(true)` and `door(false)` are two nodes. Values
/// of a case that differ only in hidden payloads share one node.
///
/// ```swift
/// @Graphable(payload: .all) enum Visitor { case coin(Int), push }
/// Visitor.coin(25).graphIdentifier  // "coin(25)"
/// ```
public enum PayloadDisplay: Hashable, Sendable {
  /// Nothing: `coin`.
  case hidden
  /// Values of types that have only a few values: Booleans, cases of `Graphable` and `CaseIterable`
  /// types, and whether an optional contains a value or a result is a success.
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
  /// Returns the case path of a carried value, or no names if its type isn't `Graphable`.
  public static func casePath<Value>(of value: Value) -> [String] {
    (value as? any Graphable)?.casePath ?? []
  }

  /// Returns the case path of a carried value.
  public static func casePath<Value: Graphable>(of value: Value) -> [String] { value.casePath }

  /// Returns the case path of the nested one of several carried values, or no names.
  ///
  /// - Parameter values: The values, with their argument labels.
  /// - Returns: The names, from the outside in.
  public static func casePath(ofNested values: [(label: String?, value: Any)]) -> [String] {
    nested(of: values).map { casePath(of: values[$0].value) } ?? []
  }

  private static func nested(of values: [(label: String?, value: Any)]) -> Int? {
    CasePath.nested(of: values.map { ($0.label, casePath(of: $0.value)) })
  }

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
    // The path continues with a nested state.
    if values.count == 1, values[0].value is any Graphable { return "" }
    let nested = nested(of: values)
    let rest = values.indices.filter { $0 != nested }.map { values[$0] }
    let texts = rest.compactMap { label, value in
      text(of: ValueTree(value), display).map { text in label.map { "\($0): \(text)" } ?? text }
    }
    return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
  }

  /// Returns a description of a value, or `nil` if it isn't shown.
  private static func text(of tree: ValueTree, _ display: PayloadDisplay) -> String? {
    guard display != .hidden else { return nil }
    if tree.kind == .optional {
      return tree.children.first.map { text(of: $0, display) ?? "some" } ?? "nil"
    }
    switch tree.value {
    case let value as any Graphable: return value.diagramLabel
    case let value as Bool: return "\(value)"
    case let value as any CaseIterable: return String(describing: value)
    default: break
    }
    guard display == .all else {
      return tree.value is any ResultValue ? tree.caseName : nil
    }
    switch tree.value {
    case is String, is Substring, is Character: return String(reflecting: tree.value)
    default: return tree.text
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
      let tree = ValueTree(value)
      name = tree.fullCaseName ?? String(describing: value)
      values = tree.carried.map { ($0.label, $0.tree.value) }
    }

    /// Returns the path of the value.
    ///
    /// - Parameters:
    ///   - name: The name of the case.
    ///   - display: The part of the payload to show.
    /// - Returns: The name with the shown payload, and the case path of the nested state, if any.
    public func casePath(_ name: String, showing display: PayloadDisplay = .hidden) -> [String] {
      [name + text(of: values, showing: display)] + _GraphableSupport.casePath(ofNested: values)
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

/// A result of any type.
private protocol ResultValue {}

extension Result: ResultValue {}
