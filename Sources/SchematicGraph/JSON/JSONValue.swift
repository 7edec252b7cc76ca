/// A JSON value (RFC 8259).
///
/// This type exists because traces are also read without Foundation, and faster than by a general
/// decoder.
package enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A member of an object: a name with a value.
  package struct Member: Hashable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The text of a string, or `nil` if this is any other value.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// Reads a text, or returns `nil` if it isn't JSON or is nested too deeply.
  package init?(_ text: String) {
    var text = text
    let value = text.withUTF8 { bytes in
      var reader = JSONReader(bytes)
      return reader.document()
    }
    guard let value else { return nil }
    self = value
  }
}

// MARK: - Writing

extension JSONValue {
  /// The value of a member of an object; `nil` if there is none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Returns an object of the members that have a value.
  package static func object(of all: [(String, JSONValue?)]) -> JSONValue { .object(members(all)) }

  /// Returns the members that have a value.
  package static func members(_ all: [(String, JSONValue?)]) -> [Member] {
    all.compactMap { name, value in value.map { Member(name: name, value: $0) } }
  }

  /// The value on one line, its members in their order.
  package var line: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let number): number.whole.map(String.init) ?? "\(number)"
    case .string(let text): JSONText.quoted(text)
    case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map(\.line).joined(separator: ",") + "}"
    }
  }

  /// The value on several lines: one for each member of an object, and one for each element of a
  /// member that is a list of objects.
  package var lines: [String] {
    guard case .object(let members) = self else { return [line] }
    let blocks = members.map { member -> [String] in
      guard case .array(let values) = member.value, values.contains(where: \.isObject) else {
        return ["  \(member.line)"]
      }
      return ["  \(JSONText.quoted(member.name)):["]
        + Self.separated(values.map { ["    \($0.line)"] }) + ["  ]"]
    }
    return ["{"] + Self.separated(blocks) + ["}"]
  }

  private static func separated(_ blocks: [[String]]) -> [String] {
    blocks.enumerated().flatMap { index, block in
      index == blocks.count - 1 ? block : block.dropLast() + ["\(block[block.count - 1]),"]
    }
  }

  private var isObject: Bool { if case .object = self { true } else { false } }
}

extension JSONValue.Member {
  var line: String { "\(JSONText.quoted(name)):\(value.line)" }
}

/// A reader of JSON from left to right.
private struct JSONReader {
  /// The maximum depth of nesting, which ensures that no text can exhaust the stack.
  private static let deepest = 64

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the value that the whole text represents.
  mutating func document() -> JSONValue? {
    guard let value = value() else { return nil }
    skipBlanks()
    return position == bytes.count ? value : nil
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value() -> JSONValue? {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func nested(_ read: (inout JSONReader) -> JSONValue?) -> JSONValue? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    position += 1
    defer { depth -= 1 }
    return read(&self)
  }

  private mutating func object() -> JSONValue? {
    var members: [JSONValue.Member] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      skipBlanks()
      guard let name = string(), take(UInt8(ascii: ":")), let value = value() else { return nil }
      members.append(JSONValue.Member(name: name, value: value))
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? .object(members) : nil
  }

  private mutating func array() -> JSONValue? {
    var values: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return .array(values) }
    repeat {
      guard let value = value() else { return nil }
      values.append(value)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(values) : nil
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count else { return nil }
    for index in 0..<word.utf8CodeUnitCount where bytes[position + index] != word.utf8Start[index] {
      return nil
    }
    position = end
    return value
  }

  private mutating func number() -> JSONValue? {
    let start = position
    while let byte = next,
      byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let first = text.utf8.first, first != UInt8(ascii: "+") else { return nil }
    return Double(text).map(JSONValue.number)
  }

  private mutating func string() -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    position += 1
    var text = ""
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text.unicodeScalars.append(scalar)
      case ..<0x20: return nil
      default:
        let start = position - 1
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
          position += 1
        }
        text += String(decoding: bytes[start..<position], as: UTF8.self)
      }
    }
    return nil
  }

  /// Reads an escape sequence after its backslash, and returns the character.
  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return codePoint()
    default: return nil
    }
  }

  /// Returns the character for four hexadecimal digits, or for two such groups that form a
  /// surrogate pair.
  private mutating func codePoint() -> Unicode.Scalar? {
    guard let unit = hexadecimal() else { return nil }
    guard 0xD800...0xDBFF ~= unit else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    position += 2
    guard let low = hexadecimal(), 0xDC00...0xDFFF ~= low else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    position += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension Double {
  /// The number as an integer, or `nil` if it is a fraction or its magnitude is greater than 2⁵³.
  ///
  /// `Int(exactly:)` isn't used, because it calls a function of the C math library, which clients would
  /// have to link.
  package var whole: Int? {
    guard abs(self) <= 0x1p53 else { return nil }
    let number = Int(self)
    return Double(number) == self ? number : nil
  }
}
