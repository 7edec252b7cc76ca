import Schematic

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

/// One thing that a value carries, by the name that a condition gives it.
struct PayloadField: Hashable {
  /// The argument label or the property; the name of the case for its only value without a label.
  let name: String
  let value: Value

  /// What is carried, as far as conditions tell it apart.
  enum Value: Hashable {
    case bool(Bool)
    case integer(Int)
    case other(String)
  }

  /// The field with as much of its value as a condition shows.
  var shown: PayloadField {
    guard case .other = value else { return self }
    return PayloadField(name: name, value: .other(value.description))
  }
}

extension PayloadField.Value: CustomStringConvertible {
  /// The longest text of a value that a condition shows, in characters.
  private static let longest = 40

  /// The value as a condition shows it.
  var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .other(let text):
      text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text
    }
  }
}

/// The text of a value that is the same on every run: no addresses, and no order that is left to
/// chance.
///
/// `String(describing:)` gives neither: inside others it names private types by their address, and
/// sets and dictionaries come in any order.
enum ValueText {
  /// Returns the text of a value.
  static func text(of value: Any) -> String {
    if let value = value as? String { return value.debugDescription }
    if let value = value as? any Graphable { return value.graphLabel }
    let mirror = Mirror(reflecting: value)
    let parts = mirror.children
    switch mirror.displayStyle {
    case .optional: return parts.first.map { text(of: $0.value) } ?? "nil"
    case .set:
      return "[\(parts.map { $0.value as? String ?? text(of: $0.value) }.sorted().listed)]"
    case .dictionary: return "[\(parts.map { pair($0.value) }.sorted().listed)]"
    case .collection: return "[\(parts.map { text(of: $0.value) }.listed)]"
    case .tuple: return "(\(parts.map(labelled).listed))"
    case .enum where !(value is any CustomStringConvertible):
      guard let payload = parts.first else { return String(describing: value) }
      let text = text(of: payload.value)
      let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
      return (payload.label ?? "") + (isTuple ? text : "(\(text))")
    case .struct where !(value is any CustomStringConvertible):
      return "\(type(of: value))(\(parts.map(labelled).listed))"
    default: return String(describing: value)
    }
  }

  private static func labelled(_ part: Mirror.Child) -> String {
    guard let label = part.label, !label.hasPrefix(".") else { return text(of: part.value) }
    return "\(label): \(text(of: part.value))"
  }

  private static func pair(_ keyAndValue: Any) -> String {
    Mirror(reflecting: keyAndValue).children.map { text(of: $0.value) }.joined(separator: ": ")
  }
}

extension [String] {
  fileprivate var listed: String { joined(separator: ", ") }
}

/// The text that a diagram shows for what a step returned.
enum ActionLabel {
  /// Returns the label or the name of the case; `nil` for nothing.
  static func text(of action: Any) -> String? {
    if action is Void { return nil }
    if let action = action as? any Graphable { return action.graphLabel }
    let mirror = Mirror(reflecting: action)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { text(of: $0.value) }
    case .enum: return caseName(of: action)
    default: return String(describing: action)
    }
  }

  private static func caseName(of action: some Any) -> String {
    CasePath(of: action, carrying: { _ in nil }).components.joined(separator: ".")
  }
}
