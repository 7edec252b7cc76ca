/// A scanner of the words, strings and signs in Schematic's DOT texts.
///
/// It reads each byte once, and holds one token at a time.
struct DOTScanner {
  enum Token: Equatable {
    /// Letters, digits, underscores and dots without quotes.
    case word(String)
    /// A string in quotes, or several joined by `+`. Only `\"` has been decoded.
    case string(String)
    /// One of `{}[]=;`, `+` and `->`.
    case sign(String)
    case end
  }

  private let bytes: [UInt8]
  private var offset = 0
  /// The line of the byte at the offset.
  private var nextLine = 1

  /// The token that comes next.
  private(set) var token = Token.end
  /// The line on which that begins.
  private(set) var line = 1

  init(_ text: String) throws(DOTError) {
    bytes = Array(text.utf8)
    try advance()
  }

  /// Moves to the next token.
  mutating func advance() throws(DOTError) {
    token = try scan()
    guard case .string(var text) = token else { return }
    let start = line
    var pieces: [String] = []
    while isPlusNext() {
      _ = try scan()
      guard case .string(let piece) = try scan() else {
        throw DOTError(line, notOurs: "There is `+` without a string in quotes after it")
      }
      pieces.append(piece)
    }
    if !pieces.isEmpty { text += pieces.joined() }
    (token, line) = (.string(text), start)
  }

  private mutating func isPlusNext() -> Bool {
    skipBlanks()
    return byte == UInt8(ascii: "+")
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let byte {
      switch byte {
      case UInt8(ascii: "\n"): nextLine += 1
      case UInt8(ascii: " "), UInt8(ascii: "\r"): break
      default: return
      }
      offset += 1
    }
  }

  private mutating func scan() throws(DOTError) -> Token {
    skipBlanks()
    line = nextLine
    guard let byte else { return .end }
    switch byte {
    case UInt8(ascii: "\""):
      offset += 1
      return .string(try rest(ofStringIn: line))
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "+"):
      offset += 1
      return .sign(String(Unicode.Scalar(byte)))
    case UInt8(ascii: "-") where bytes[offset...].dropFirst().first == UInt8(ascii: ">"):
      offset += 2
      return .sign("->")
    default:
      let start = offset
      while let byte = self.byte, Self.isInWord(byte) { offset += 1 }
      guard offset > start else { throw unknownCharacter() }
      return .word(String(decoding: bytes[start..<offset], as: UTF8.self))
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Reads on to the quote that ends a string.
  private mutating func rest(ofStringIn line: Int) throws(DOTError) -> String {
    var content: [UInt8] = []
    while let byte {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\") where self.byte == UInt8(ascii: "\""):
        content.append(UInt8(ascii: "\""))
        offset += 1
      case UInt8(ascii: "\\") where self.byte == UInt8(ascii: "\\"):
        content += [byte, byte]
        offset += 1
      case 0..<0x20, 0x7F:
        throw DOTError(line, notOurs: "A string holds a line break or another control character")
      default:
        content.append(byte)
      }
    }
    throw DOTError(line, notOurs: "A string is not ended by a quote")
  }

  private func unknownCharacter() -> DOTError {
    let mark = bytes[offset...].prefix(7)
    if [UInt8(ascii: "<"), UInt8(ascii: ">")].contains(where: { sign in
      mark.count == 7 && mark.allSatisfy { $0 == sign }
    }) {
      return DOTError(conflictAt: line)
    }
    // No character has more than four bytes.
    let character = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars
    return DOTError(line, notOurs: "There is `\(character.prefix(1))` outside of quotes")
  }
}

extension DOTScanner.Token: CustomStringConvertible {
  /// The token as a message quotes it, shortened.
  var description: String {
    switch self {
    case .word(let text): "`\(text.prefix(40))`"
    case .string(let text): "the string `\(text.prefix(40))`"
    case .sign(let text): "`\(text)`"
    case .end: "the end of the text"
    }
  }
}
