/// Reads what a value carries beyond what its node says.
enum PayloadFields {
  /// Returns the fields of a state or event.
  ///
  /// A value that nests another is read from the inside: the cases around it are its node.
  static func fields(of value: some Graphable) -> [PayloadField] {
    (value as? any ExploredParts)?.fields ?? fields(ofAny: value)
  }

  /// Returns the fields that reflection has found.
  static func fields(of children: [Mirror.Child]) -> [PayloadField] {
    children.compactMap { child in child.label.map { field($0, child.value) } }
  }

  private static func fields(ofAny value: Any) -> [PayloadField] {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else {
      return fields(of: Array(mirror.children))
    }
    guard let (label, payload) = mirror.children.first else { return [] }
    let name = label ?? ""
    if payload is any Graphable { return fields(ofAny: payload) }
    let parts = Mirror(reflecting: payload)
    guard parts.displayStyle == .tuple else { return [field(name, payload)] }
    if parts.children.count == 1, let only = parts.children.first, only.value is any Graphable {
      return fields(ofAny: only.value)
    }
    return parts.children.map { part in
      // Reflection numbers what has no label: `.0`, `.1`.
      let label = part.label ?? ""
      return field(label.hasPrefix(".") ? name + label : label, part.value)
    }
  }

  private static func field(_ name: String, _ value: Any) -> PayloadField {
    switch value {
    case let value as Bool: PayloadField(name: name, value: .bool(value))
    case let value as Int: PayloadField(name: name, value: .integer(value))
    default: PayloadField(name: name, value: .other(text(of: value)))
    }
  }

  /// Returns a text that is the same on every run.
  private static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    case .set, .dictionary:
      // Their order differs from run to run.
      return
        "[\(mirror.children.map { String(describing: $0.value) }.sorted().joined(separator: ", "))]"
    default:
      if let value = value as? String { return value.debugDescription }
      return (value as? any Graphable)?.graphLabel ?? String(describing: value)
    }
  }
}
