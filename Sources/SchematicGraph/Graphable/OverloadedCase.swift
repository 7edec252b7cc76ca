import Schematic

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
