/// The characters that DOT text must write in another form, in labels and identifiers alike.
///
/// XML, and so SVG, cannot hold most control characters (XML 1.0 §2.2). A diagram shows a visible
/// replacement in their place, from Unicode's block of control pictures. So that reading the text
/// back gives the character that was meant, the replacement stands raw for the control character
/// and as a numeric entity for itself; both look the same when drawn. The control characters that
/// XML can hold are numeric entities too, so that none ever stands raw in the text.
enum DOTCharacter {
  private static let tab: Unicode.Scalar = "\t"
  private static let delete: Unicode.Scalar = "\u{7F}"
  private static let deletePicture: Unicode.Scalar = "\u{2421}"
  private static let replacement: Unicode.Scalar = "\u{FFFD}"
  private static let reversedByteOrderMark: Unicode.Scalar = "\u{FFFE}"
  private static let lastOfPlane: Unicode.Scalar = "\u{FFFF}"
  /// Another spelling of the replacement character, to tell the two noncharacters apart.
  private static let hexadecimalReplacement = "&#xFFFD;"

  /// Returns the form in which a character is written; `nil` when it is written as it is.
  static func encoded(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case tab, "\u{80}"..."\u{9F}": return entity(scalar)
    case "\u{0}"..."\u{1F}": return String(picture(ofControl: scalar))
    case delete: return String(deletePicture)
    case "\u{2400}"..."\u{241F}", deletePicture, replacement: return entity(scalar)
    case reversedByteOrderMark: return String(replacement)
    case lastOfPlane: return hexadecimalReplacement
    default: return nil
    }
  }

  /// Returns the character that a raw character of DOT text stands for.
  static func decoded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\u{2400}"..."\u{241F}": return Unicode.Scalar(UInt8(scalar.value - 0x2400))
    case deletePicture: return delete
    case replacement: return reversedByteOrderMark
    default: return scalar
    }
  }

  /// Returns the numeric entity of a character.
  static func entity(_ scalar: Unicode.Scalar) -> String { "&#\(scalar.value);" }

  /// Reads the entity whose `&` stands just before a text; `nil` when there is none.
  static func entity(
    in text: Substring.UnicodeScalarView
  ) -> (scalar: Unicode.Scalar, rest: Substring.UnicodeScalarView)? {
    guard let end = text.prefix(longestEntity).firstIndex(of: ";"),
      let scalar = scalar(named: String(text[..<end]))
    else { return nil }
    return (scalar, text[text.index(after: end)...])
  }

  /// The length of `#1114111;`, to which no name below comes close.
  private static let longestEntity = 9

  private static func scalar(named name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "nbsp": return "\u{A0}"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    guard digits.first == "x" else { return UInt32(digits).flatMap(Unicode.Scalar.init) }
    let scalar = UInt32(digits.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init)
    return scalar == replacement ? lastOfPlane : scalar
  }

  private static func picture(ofControl scalar: Unicode.Scalar) -> Character {
    // Every value from U+2400 to U+241F is a scalar.
    Character(Unicode.Scalar(0x2400 + scalar.value)!)
  }
}
