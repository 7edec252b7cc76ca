/// Text in comma-separated values (RFC 4180), in which a line that begins with `#` is a comment.
package enum CSV {
  /// The fields of a line.
  package struct Record: Hashable, Sendable {
    /// The number of the line in which the record begins, from one.
    package let line: Int
    /// The fields, without the quotes around them.
    package var fields: [String]
  }

  /// Returns the records of a text.
  ///
  /// A field in double quotes may hold commas and line breaks, and `""` for one quote. If its last quote
  /// is missing, the field ends with the text.
  package static func records(of text: String) -> [Record] {
    var records: [Record] = []
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var (line, first) = (1, 1)
    var rest = Substring(text)
    func isAtStart() -> Bool { fields.isEmpty && field.isEmpty && !isQuoted }
    while let character = rest.popFirst() {
      if character == "#", isAtStart() {
        rest = rest.drop { !$0.isNewline }
        rest = rest.dropFirst()
        (line, first) = (line + 1, line + 1)
        continue
      }
      switch character {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        field.append(character)
      case "\"":
        isQuoted.toggle()
      case "," where !isQuoted:
        fields.append(field)
        field = ""
      case "\n" where !isQuoted, "\r\n" where !isQuoted:
        records.append(Record(line: first, fields: fields + [field]))
        (fields, field) = ([], "")
        first = line + 1
      default:
        field.append(character)
      }
      if character == "\n" || character == "\r\n" { line += 1 }
    }
    return isAtStart() ? records : records + [Record(line: first, fields: fields + [field])]
  }
}
