/// Reads what a value carries beyond what its node says.
enum PayloadFields {
  /// Returns the fields of a state or event.
  ///
  /// A value that nests another is read from the inside: the cases around it are its node.
  static func fields(of value: some Graphable) -> [PayloadField] {
    (value as? any ExploredParts)?.fields ?? fields(ofAny: value)
  }

  /// Returns the fields that reflection has found.
  ///
  /// A structure without a text of its own is read from the inside: `header.length`.
  static func fields(
    of children: [Mirror.Child], in path: String = "",
    without isLeftOut: (Any) -> Bool = { _ in false }
  ) -> [PayloadField] {
    children.flatMap { child -> [PayloadField] in
      guard let label = child.label, !isLeftOut(child.value) else { return [] }
      let inside = parts(of: child.value)
      guard inside.isEmpty else {
        return fields(of: inside, in: "\(path)\(label).", without: isLeftOut)
      }
      return [field(path + label, child.value)]
    }
  }

  /// Returns the properties of a structure that has no text of its own.
  private static func parts(of value: Any) -> [Mirror.Child] {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct,
      !(value is any CustomStringConvertible || value is any Graphable)
    else { return [] }
    return Array(mirror.children)
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
    default: PayloadField(name: name, value: .other(ValueText.text(of: value)))
    }
  }
}
