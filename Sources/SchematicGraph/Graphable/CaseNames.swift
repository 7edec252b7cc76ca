import Schematic

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

/// A value of an enum that has several cases of one name, such as `a(x:)` and `a(y:)`.
///
/// Patterns do not tell such cases apart, so `@Graphable` asks reflection:
///
/// ```swift
/// enum Move { case go(north: Int), go(south: Int) }
/// OverloadedCase(of: Move.go(south: 2)).name  // "go(south:)"
/// ```
public struct OverloadedCase {
  /// The full name of the case, with its argument labels.
  public let name: String

  private let values: [(label: String?, value: Any)]

  /// Reads the case of a value.
  public init<Value>(of value: Value) {
    let baseName = CasePath(of: value, carrying: { _ in [] }).components.joined()
    values = Mirror(reflecting: value).children.first.map { Self.values(in: $0.value) } ?? []
    let labels = values.map { "\($0.label ?? "_"):" }.joined()
    name = values.isEmpty ? baseName : "\(baseName)(\(labels))"
  }

  private static func values(in payload: Any) -> [(label: String?, value: Any)] {
    let mirror = Mirror(reflecting: payload)
    guard mirror.displayStyle == .tuple else { return [(nil, payload)] }
    return mirror.children.map { child in
      // Reflection numbers what has no label: `.0`, `.1`.
      (child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, child.value)
    }
  }

  /// Reads the path of the value.
  ///
  /// - Parameters:
  ///   - name: The name of the case.
  ///   - display: How much of what it carries shows.
  /// - Returns: The name, and the names from a carried value inwards.
  public func casePath(_ name: String, showing display: PayloadDisplay = .hidden) -> [String] {
    [name + PayloadText(display).list(values)] + carried { CarriedValue.casePath(of: $0) }
  }

  /// Reads the labels of the value, one for each name of its path.
  ///
  /// - Parameters:
  ///   - label: The label of the case.
  ///   - display: How much of what it carries shows.
  /// - Returns: The label, and the labels from a carried value inwards.
  public func graphLabelPath(
    _ label: String, showing display: PayloadDisplay = .hidden
  ) -> [String] {
    [label + PayloadText(display).list(values)] + carried { CarriedValue.graphLabelPath(of: $0) }
  }

  private func carried(_ path: (Any) -> [String]) -> [String] {
    values.count == 1 ? path(values[0].value) : []
  }
}

/// How much of what a case carries its name shows.
///
/// What a name shows tells states apart: `door(true)` and `door(false)` are two nodes, while the
/// values of a case that shows nothing share one.
///
/// ```swift
/// @Graphable(payload: .all) enum Visitor { case coin(Int), push }
/// Visitor.coin(25).graphLabel  // "coin(25)"
/// ```
public enum PayloadDisplay: Hashable, Sendable {
  /// Nothing: `coin`.
  case hidden
  /// What has few values: truth, the case of a `Graphable` or `CaseIterable` type, and whether an
  /// optional or a result holds something.
  case finite
  /// Everything, numbers and texts too: `coin(25)`.
  ///
  /// Every value that the rules reach becomes a state of its own.
  case all
}

/// What a case carries, as its name shows it.
struct PayloadText {
  private let display: PayloadDisplay

  init(_ display: PayloadDisplay) {
    self.display = display
  }

  /// Returns the values in parentheses; nothing where none of them shows.
  ///
  /// The only value of a case is not listed when it is `Graphable`: the path goes on with it.
  func list(_ values: [(label: String?, value: Any)]) -> String {
    if values.count == 1, values[0].value is any Graphable { return "" }
    let texts = values.compactMap { label, value in
      text(of: value).map { text in label.map { "\($0): \(text)" } ?? text }
    }
    return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
  }

  /// Returns the text of a value; `nil` where it does not show.
  private func text(of value: Any) -> String? {
    guard display != .hidden else { return nil }
    switch value {
    case let value as any OptionalValue:
      return value.wrapped.map { text(of: $0) ?? "some" } ?? "nil"
    case let value as any Graphable: return value.graphLabel
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
