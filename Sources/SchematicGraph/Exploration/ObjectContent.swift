/// The content of a value and of the objects that it refers to, as text.
///
/// The text is the same for two objects with the same content. It changes if the content within the
/// limits does.
struct ObjectContent {
  /// The maximum depth to which values are inspected, and the maximum number of inspected values.
  private static let (deepest, mostParts) = (16, 10_000)

  private(set) var text = ""
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var partCount = 0

  /// Returns what tells a value from others as machines are told apart: its content if there are objects in it, because
  /// two objects with the same content may differ by their own comparison.
  static func identity(
    of value: Any, ignoring ignored: IgnoredProperties
  ) -> (identity: AnyHashable, holdsObjects: Bool) {
    let content = ObjectContent(of: value, ignoring: ignored)
    return content.holdsObjects
      ? (content.text, true) : (VisitedSet.identity(of: value, ignoring: ignored), false)
  }

  /// A Boolean value that indicates whether there are objects in the value.
  var holdsObjects: Bool { !numbers.isEmpty }

  /// Reads a value and all objects in it.
  init(of value: Any, ignoring ignored: IgnoredProperties = .none) {
    text = text(of: value, ignored, depth: 0)
  }

  private mutating func text(
    of value: Any, _ ignored: IgnoredProperties, depth: Int
  ) -> String {
    partCount += 1
    guard depth < Self.deepest, partCount < Self.mostParts else { return "…" }
    if type(of: value) is AnyClass {
      return text(ofObject: value as AnyObject, ignored, depth: depth)
    }
    let reflected = ReflectedValue(value)
    let parts = reflected.parts(ignored)
    // What can be counted in steps, such as a number or a pointer, is one thing. An address is none of its content.
    guard !parts.isEmpty, !(value is any Strideable) else {
      let text = String(reflecting: value)
      return value is String ? text : text.withoutAddresses
    }
    let texts = reflected.isUnordered ? texts(inAnyOrder: parts, depth) : texts(of: parts, depth)
    return "(\(texts.joined(separator: ", ")))"
  }

  private mutating func text(
    ofObject object: AnyObject, _ ignored: IgnoredProperties, depth: Int
  ) -> String {
    let identifier = ObjectIdentifier(object)
    if let number = numbers[identifier] { return "#\(number)" }
    numbers[identifier] = numbers.count
    let (number, parts) = (
      numbers.count - 1, texts(of: ReflectedValue(object).parts(ignored), depth)
    )
    return "\(typeText(of: object))#\(number)(\(parts.joined(separator: ", ")))"
  }

  /// Returns the texts of the elements of a set or a dictionary, in the order of the texts.
  ///
  /// Equal sets may list their elements in different orders, but the objects inside must get the same
  /// numbers.
  private mutating func texts(inAnyOrder parts: [ReflectedValue.ReadPart], _ depth: Int) -> [String]
  {
    let ordered = parts.map { part -> (part: ReflectedValue.ReadPart, text: String) in
      var content = self
      let text = content.text(of: part.value, part.ignored, depth: depth + 1)
      partCount = content.partCount
      return (part, text)
    }.sorted { $0.text < $1.text }
    return texts(of: ordered.map(\.part), depth)
  }

  private mutating func texts(of parts: [ReflectedValue.ReadPart], _ depth: Int) -> [String] {
    parts.map { label, value, ignored in
      (label.map { "\($0): " } ?? "") + text(of: value, ignored, depth: depth + 1)
    }
  }
}
