/// A name in double quotes, as labels write it if it could be read as anything else.
///
/// A quote or a backslash in the name has a backslash before it.
enum QuotedText {
  /// Returns a name in quotes.
  static func quoted(_ name: String) -> String {
    var result = "\"".unicodeScalars
    for scalar in name.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result) + "\""
  }

  /// Returns the name in the quotes that a text begins with, and what follows them; `nil` if it
  /// begins with none.
  static func divided(_ text: String) -> (name: String, rest: String)? {
    var rest = text.unicodeScalars[...]
    guard rest.popFirst() == "\"" else { return nil }
    var name = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return (String(name), String(rest)) }
      guard scalar == "\\" else {
        name.append(scalar)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      name.append(escaped)
    }
    return nil
  }
}
