/// The quoting rules of an identifier: it is compared, not drawn, and keeps its backslashes.
///
/// In a quoted DOT identifier only `"` is special (<https://graphviz.org/doc/info/lang.html>), with
/// four gaps that are closed by numeric entities here: a backslash before a quote, a backslash or
/// the end cannot be written; cgraph renames what begins with `%`; the empty identifier belongs to
/// the initial pseudo-state; and identifiers become SVG titles, where Graphviz passes on everything
/// that looks like an entity, whether XML knows it or not.
package enum DOTIdentifier {
  /// The node that stands for the initial pseudo-state.
  package static let initial = ""

  /// Stands for the empty identifier: a space without width, which is never written like this
  /// otherwise.
  private static let empty = "&#8203;"

  /// Returns an identifier in double quotes.
  static func quoted(_ identifier: String) -> String {
    DOTLabel.quoted(encoded: encode(identifier))
  }

  /// Returns the text between the quotes.
  static func encode(_ identifier: String) -> String {
    guard !identifier.isEmpty else { return empty }
    var result = ""
    var rest = Substring(identifier).unicodeScalars
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        result += "\\\""
      case "\\" where rest.first.map { $0 == "\\" || $0 == "\"" || $0 == "\n" } ?? true:
        result += DOTCharacter.entity(scalar)
      case "%" where result.isEmpty, "&", "\n":
        result += DOTCharacter.entity(scalar)
      default:
        if let encoded = DOTCharacter.encoded(scalar) {
          result += encoded
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// Returns the identifier that the name of a node stands for.
  package static func decode(_ name: String) -> String {
    guard name != empty else { return "" }
    var result = String.UnicodeScalarView()
    var rest = Substring(name).unicodeScalars
    while let scalar = rest.popFirst() {
      // Named entities are text: only numeric ones are ever written here.
      if scalar == "&", rest.first == "#", let entity = DOTCharacter.entity(in: rest) {
        result.append(entity.scalar)
        rest = entity.rest
      } else {
        result.append(DOTCharacter.decoded(scalar))
      }
    }
    return String(result)
  }
}
