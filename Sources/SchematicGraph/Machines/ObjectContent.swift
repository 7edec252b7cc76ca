/// The content of values and of the objects that they refer to, as text.
///
/// It is the same for two objects with the same content, and changes when one of them does.
struct ObjectContent {
  /// The maximum depth to which values are inspected, and the maximum number of inspected values.
  private static let (deepest, mostParts) = (16, 10_000)

  private var numbers: [ObjectIdentifier: Int] = [:]
  private var partCount = 0

  private init() {}

  /// Returns the content of a value and of all objects in it.
  static func text(of value: Any) -> String {
    var content = ObjectContent()
    return content.text(of: value, depth: 0)
  }

  /// Returns the content of the objects that a value refers to, or `nil` if there are none.
  ///
  /// It doesn't change if only the value itself changes.
  static func objects(in value: Any) -> String? {
    var content = ObjectContent()
    let texts = content.objects(in: value, depth: 0)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  /// Returns the stored properties of a value, including those of superclasses.
  static func properties(of value: Any) -> [Mirror.Child] {
    let mirrors = sequence(first: Mirror(reflecting: value), next: \.superclassMirror)
    return mirrors.reversed().flatMap { Array($0.children) }
  }

  private mutating func objects(in value: Any, depth: Int) -> [String] {
    partCount += 1
    guard depth < Self.deepest, partCount < Self.mostParts else { return [] }
    if type(of: value) is AnyClass { return [text(of: value, depth: depth)] }
    return Mirror(reflecting: value).children.flatMap { objects(in: $0.value, depth: depth + 1) }
  }

  private mutating func text(of value: Any, depth: Int) -> String {
    partCount += 1
    guard depth < Self.deepest, partCount < Self.mostParts else { return "…" }
    if type(of: value) is AnyClass { return text(ofObject: value as AnyObject, depth: depth) }
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty else { return String(reflecting: value) }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      return "{\(texts(inAnyOrder: Array(mirror.children), depth: depth).joined(separator: ", "))}"
    }
    let parts = texts(of: Array(mirror.children), depth: depth)
    switch mirror.displayStyle {
    case .enum:
      // The only child of a case is named after it.
      return "\(mirror.children.first?.label ?? "")(\(parts.joined(separator: ", ")))"
    default: return "(\(parts.joined(separator: ", ")))"
    }
  }

  private mutating func text(ofObject object: AnyObject, depth: Int) -> String {
    let identifier = ObjectIdentifier(object)
    if let number = numbers[identifier] { return "#\(number)" }
    numbers[identifier] = numbers.count
    let parts = texts(of: Self.properties(of: object), depth: depth)
    return "\(type(of: object))#\(numbers.count - 1)(\(parts.joined(separator: ", ")))"
  }

  /// Returns the texts of the elements of a set or a dictionary, whose order differs even between equal
  /// ones, and so must not be that in which objects get their numbers.
  private mutating func texts(inAnyOrder children: [Mirror.Child], depth: Int) -> [String] {
    let ordered = children.map { child -> (child: Mirror.Child, text: String) in
      var content = self
      let text = content.text(of: child.value, depth: depth + 1)
      partCount = content.partCount
      return (child, text)
    }.sorted { $0.text < $1.text }
    return texts(of: ordered.map(\.child), depth: depth)
  }

  private mutating func texts(of children: [Mirror.Child], depth: Int) -> [String] {
    children.map { child in
      (child.label.map { "\($0): " } ?? "") + text(of: child.value, depth: depth + 1)
    }
  }
}
