/// Text in comma-separated values (RFC 4180).
enum CSV {
  /// Returns the fields of each line.
  ///
  /// A field in double quotes may hold commas and line breaks, and `""` for one quote.
  static func lines(of text: String) -> [[String]] {
    var lines: [[String]] = []
    var line: [String] = []
    var field = ""
    var isQuoted = false
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        field.append(character)
      case "\"":
        isQuoted.toggle()
      case "," where !isQuoted:
        line.append(field)
        field = ""
      case "\n" where !isQuoted, "\r\n" where !isQuoted:
        lines.append(line + [field])
        (line, field) = ([], "")
      default:
        field.append(character)
      }
    }
    return line.isEmpty && field.isEmpty ? lines : lines + [line + [field]]
  }
}
