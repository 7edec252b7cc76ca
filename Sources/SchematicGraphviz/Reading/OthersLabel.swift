/// The quoting rules of a label that others wrote.
///
/// They are those of Graphviz's *escString* (<https://graphviz.org/docs/attr-types/escString/>): a
/// backslash before `n`, `l` or `r` ends a line, one before a capital letter may stand for a name,
/// and one before anything else stands for what follows. Entities are decoded.
enum OthersLabel {
  /// Returns the text that a label shows.
  static func decode(_ label: String) -> String {
    var lines = lines(of: label).map(decode(line:))
    // What ends the last line begins no further one.
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Returns the lines of a label, still encoded.
  static func lines(of label: String) -> [String] {
    var lines = [String.UnicodeScalarView()]
    func append(_ scalar: Unicode.Scalar) { lines[lines.count - 1].append(scalar) }
    var rest = Substring(label).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        let escaped = rest.popFirst()
        if let escaped, ["n", "l", "r"].contains(escaped) {
          lines.append(String.UnicodeScalarView())
        } else {
          append(scalar)
          if let escaped { append(escaped) }
        }
      case "\n": lines.append(String.UnicodeScalarView())
      case "\r" where rest.first == "\n": break
      default: append(scalar)
      }
    }
    return lines.map { String($0) }
  }

  /// Puts names in the place of the capital letters that stand for them after a backslash.
  static func replacing(_ names: [Unicode.Scalar: String], in label: String) -> String {
    var result = ""
    var rest = Substring(label).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let escaped = rest.popFirst() else {
        result.unicodeScalars.append(scalar)
        continue
      }
      if let name = names[escaped] {
        for part in name.unicodeScalars {
          result += part == "\\" ? "\\\\" : part == "&" ? "&amp;" : String(Character(part))
        }
      } else {
        result.unicodeScalars.append(contentsOf: [scalar, escaped])
      }
    }
    return result
  }

  /// Returns the text of a record's fields, a line each, still encoded.
  ///
  /// The names of ports, in angle brackets, are not drawn
  /// (<https://graphviz.org/doc/info/shapes.html#record>).
  static func fields(ofRecord label: String) -> String {
    var fields = [String.UnicodeScalarView()]
    var isPort = false
    var rest = Substring(label).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        fields[fields.count - 1].append(scalar)
        if let escaped = rest.popFirst() { fields[fields.count - 1].append(escaped) }
      case "{", "}", "|": fields.append(String.UnicodeScalarView())
      case "<": isPort = true
      case ">" where isPort: isPort = false
      case _ where isPort: break
      default: fields[fields.count - 1].append(scalar)
      }
    }
    return fields.map { String($0).trimmingSpaces }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the text that a line shows.
  static func decode(line: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = Substring(line).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\": result.append(rest.popFirst() ?? scalar)
      case "&": result.append(contentsOf: HTMLEntity.popCharacter(from: &rest))
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
