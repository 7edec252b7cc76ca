/// The replacements that notations show for characters that text on a page can't contain.
enum VisibleCharacter {
  /// Returns the replacement of a control character or noncharacter: its picture from Unicode's
  /// block of control pictures, or U+FFFD if there is none; `nil` for every other character.
  ///
  /// Tabs and line breaks are control characters too; a notation that has a form for them asks
  /// before.
  static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0xFFFE, 0xFFFF: "\u{FFFD}"
    default: nil
    }
  }

  /// Returns the scalars of a text with `\n` for each of the line breaks `\r\n` and `\r`.
  static func scalars(of text: String) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar != "\n" || !isAfterReturn { result.append(scalar == "\r" ? "\n" : scalar) }
      isAfterReturn = scalar == "\r"
    }
    return result
  }
}
