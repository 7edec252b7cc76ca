/// The quoting rules of a record's label: compartments one below the other.
///
/// UML lists what happens inside a state, without leaving it, in a compartment below its name (OMG
/// UML 2.5.1, §14.2.4.5). Graphviz draws compartments as a record, in whose label `{`, `|` and `}`
/// have a meaning and spaces at the ends or in runs are lost
/// (<https://graphviz.org/doc/info/shapes.html#record>). Where a compartment's text has them, they
/// are written as hexadecimal entities, which labels do not use for them otherwise.
package enum DOTRecord {
  /// The shape of a node with compartments.
  package static let shape = "record"

  private static let special: [Unicode.Scalar: String] = [
    "{": "&#x7B;", "|": "&#x7C;", "}": "&#x7D;", " ": "&#x20;",
  ]

  /// Returns the label of a record from those of its two compartments, all without quotes.
  static func encode(name: String, inside: String, _ direction: DOTDirection) -> String {
    let fields = "\(encode(name))|\(encode(inside))"
    // A record's outermost fields run across the direction of the diagram.
    return direction == .topToBottom ? "{\(fields)}" : fields
  }

  /// Returns the labels of the two compartments; `nil` for records that we did not write.
  package static func decode(_ label: String) -> (name: String, inside: String)? {
    var fields = Substring(label).unicodeScalars
    if fields.first == "{", fields.last == "}" { fields = fields.dropFirst().dropLast() }
    let compartments = fields.split(separator: "|", omittingEmptySubsequences: false)
    guard compartments.count == 2 else { return nil }
    return (decode(field: compartments[0]), decode(field: compartments[1]))
  }

  private static func encode(_ field: String) -> String {
    let scalars = Array(field.unicodeScalars)
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let isLost = index == 0 || index == scalars.count - 1 || scalars[index - 1] == " "
      if let entity = special[scalar], scalar != " " || isLost {
        result += entity
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func decode(field: Substring.UnicodeScalarView) -> String {
    var result = String.UnicodeScalarView()
    var rest = field
    while let scalar = rest.popFirst() {
      let entity = special.first { _, entity in
        scalar == "&" && rest.starts(with: entity.unicodeScalars.dropFirst())
      }
      result.append(entity?.key ?? scalar)
      rest = rest.dropFirst(entity.map { $0.value.unicodeScalars.count - 1 } ?? 0)
    }
    return String(result)
  }
}
