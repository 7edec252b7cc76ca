/// The content of values and of the objects that they refer to, as text.
///
/// The text is the same for two objects with the same content. It changes if the content within the
/// limits does.
struct ObjectContent {
  /// The maximum depth to which values are inspected, and the maximum number of inspected values.
  private static let (deepest, mostParts) = (16, 10_000)

  private var numbers: [ObjectIdentifier: Int] = [:]
  private var partCount = 0
  /// A Boolean value that indicates whether copies of the value share more than the text tells.
  private var sharesMore = false

  private init() {}

  /// Returns the content of a value and of all objects in it.
  static func text(of value: Any, ignoring ignored: IgnoredProperties = .none) -> String {
    var content = ObjectContent()
    return content.text(of: value, ignored, depth: 0)
  }

  /// Returns the content of the objects that a value refers to, or `nil` if there are none, and whether
  /// the copies share more than that tells: a continuation, or what an object hides, such as an atomic number.
  ///
  /// The text doesn't change if only the value itself changes.
  static func shared(
    byCopiesOf value: Any, ignoring ignored: IgnoredProperties = .none
  ) -> (objects: String?, sharesMore: Bool) {
    var content = ObjectContent()
    let texts = content.objects(in: value, ignored, depth: 0)
    return (texts.isEmpty ? nil : texts.joined(separator: "\n"), content.sharesMore)
  }

  private mutating func objects(
    in value: Any, _ ignored: IgnoredProperties, depth: Int
  ) -> [String] {
    partCount += 1
    guard depth < Self.deepest, partCount < Self.mostParts else { return [] }
    if type(of: value) is AnyClass { return [text(of: value, ignored, depth: depth)] }
    if value is any Continuation { sharesMore = true }
    return ReflectedValue(value).parts(ignored).flatMap {
      objects(in: $0.value, $0.ignored, depth: depth + 1)
    }
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
    // The bytes of a `Data` are behind a pointer, which is another one for each object.
    guard parts.map(\.label) != ["pointerValue"] else { return "pointer" }
    guard !parts.isEmpty else {
      let text = String(reflecting: value)
      guard !(value is String) else { return text }
      // What can't be copied reads as nothing, what the compiler knows alone is opaque, and a C struct with an atomic
      // field has no fields.
      if value is Void || text == "(Opaque Value)"
        || text.hasSuffix("()") && Self.size(of: value) > 0
      {
        sharesMore = true
      }
      return text.withoutAddresses
    }
    let texts = reflected.isUnordered ? texts(inAnyOrder: parts, depth) : texts(of: parts, depth)
    return "(\(texts.joined(separator: ", ")))"
  }

  private static func size<Value>(of _: Value) -> Int { MemoryLayout<Value>.size }

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
