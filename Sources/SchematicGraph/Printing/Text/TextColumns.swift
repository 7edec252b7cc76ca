extension String {
  /// The number of columns that the text takes in a terminal.
  ///
  /// Wide characters take two columns, and accents none. Wide are blocks for East Asian scripts, and the characters that
  /// are shown as emoji (Unicode Standard Annex #11, East Asian Width, §4.1), except halves of a flag.
  var columns: Int { unicodeScalars.reduce(0) { $0 + Self.columns(of: $1) } }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default:
      let isEmoji = scalar.properties.isEmojiPresentation && !halvesOfFlags.contains(scalar.value)
      return isEmoji || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  private static let halvesOfFlags: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]

  /// The text with blanks behind it, up to a number of columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// The parts between blanks.
  var words: [String] {
    unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
  }
}

extension [String] {
  /// The number of columns of the parts with a blank between every two.
  var columns: Int { reduce(Swift.max(0, count - 1)) { $0 + $1.columns } }

  /// Divides the parts into lines, with a blank between every two.
  ///
  /// A part that is longer than a line is divided at its blanks; a word that is longer is alone on its line.
  ///
  /// - Parameters:
  ///   - width: The most columns of a line.
  ///   - indent: The number of blanks before every line but the first.
  /// - Returns: The lines.
  func wrapped(to width: Int, indent: Int) -> [String] {
    guard columns > width else { return [joined(separator: " ")] }
    var lines: [String] = []
    var line: String?
    for part in flatMap({ $0.columns > width - indent ? $0.words : [$0] }) {
      if let begun = line, begun.columns + 1 + part.columns <= width {
        line = "\(begun) \(part)"
      } else {
        if let line { lines.append(line) }
        line = lines.isEmpty ? part : String(repeating: " ", count: indent) + part
      }
    }
    return lines + (line.map { [$0] } ?? [])
  }
}
