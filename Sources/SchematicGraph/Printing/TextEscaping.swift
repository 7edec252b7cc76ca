/// Names for a grammar that allows few characters: one for each key, and each one once.
///
/// A name keeps the ASCII letters and digits of its text; everything else becomes an underscore. If
/// the name is taken, or is a word of the grammar, a number is added. Names that differ only in
/// case count as equal, because not every tool distinguishes them. The same keys in the same order
/// always get the same names.
struct UniqueNames<Key: Hashable> {
  private let fallback: String
  /// The words that no other name may use.
  private(set) var taken: Set<String>
  private var names: [Key: String] = [:]

  /// Creates an empty list of names.
  ///
  /// - Parameters:
  ///   - reserved: Words that no name may be, in lower case.
  ///   - fallback: The name if there are no letters, and the prefix before a digit.
  init(reserved: Set<String> = [], fallback: String) {
    taken = reserved
    self.fallback = fallback
  }

  /// Returns the name of a key, or an empty string if it has none.
  subscript(key: Key) -> String { names[key, default: ""] }

  /// Gives a key its name, unless it already has one.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - text: What the name is to look like.
  ///   - suffixes: The suffixes with which the name must be free too, because the grammar generates
  ///     such names.
  mutating func add(_ key: Key, like text: String, reserving suffixes: [String] = []) {
    guard names[key] == nil else { return }
    let stem = Self.stem(of: text, or: fallback)
    var name = stem
    var number = 1
    while !taken.isDisjoint(with: Self.spellings(of: name, suffixes)) {
      number += 1
      name = "\(stem)_\(number)"
    }
    taken.formUnion(Self.spellings(of: name, suffixes))
    names[key] = name
  }

  /// Returns a text with an underscore for every run of characters that a name can't contain.
  static func stem(of text: String, or fallback: String) -> String {
    let words = text.unicodeScalars.split { !isLetter($0) && !isDigit($0) }.map { String($0) }
    let stem = words.joined(separator: "_")
    guard let first = stem.unicodeScalars.first else { return fallback }
    return isDigit(first) ? "\(fallback)_\(stem)" : stem
  }

  private static func spellings(of name: String, _ suffixes: [String]) -> Set<String> {
    Set(([""] + suffixes).map { (name + $0).lowercased() })
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }
}

extension UniqueNames where Key == Statechart.Vertex {
  /// Names everything in a diagram after the identifiers, which are paths; a region is named like a
  /// composite state.
  ///
  /// - Parameters:
  ///   - outline: The diagram.
  ///   - reserved: Words that no name may be, in lower case.
  ///   - suffixes: What the grammar appends to the name of a composite state.
  init(
    of outline: DiagramOutline, reserved: Set<String> = [], reserving suffixes: [String] = []
  ) {
    self.init(reserved: reserved, fallback: "state")
    add(outline, suffixes)
  }

  private mutating func add(_ outline: DiagramOutline, _ suffixes: [String]) {
    for composite in outline.graph.composites {
      add(.composite(composite.identifier), like: composite.identifier, reserving: suffixes)
    }
    func addRegions(_ regions: [DiagramOutline.Region]) {
      for region in regions {
        add(.composite(region.identifier), like: region.identifier, reserving: suffixes)
        add(region.outline, suffixes)
      }
    }
    addRegions(outline.regions)
    outline.forEachState { state in
      guard case .state(let identifier) = state.vertex else { return }
      add(state.vertex, like: identifier, reserving: state.regions.isEmpty ? [] : suffixes)
      addRegions(state.regions)
    }
    for history in outline.chart.histories {
      add(history.vertex, like: "\(history.composite)_history")
    }
  }
}

extension DiagramOutline {
  /// The regions that the machine, or one of its states, consists of.
  var innerRegions: [Region] {
    var regions = regions
    forEachState { regions += $0.regions }
    return regions
  }

  /// Calls a function with each state of the machine, composite ones included, those around others first.
  func forEachState(_ body: (State) -> Void) {
    func visit(_ states: [State]) {
      for state in states {
        body(state)
        visit(state.substates)
      }
    }
    visit(states)
  }
}

extension StateGraph.Entry {
  /// The text at an arrow that enters several regions in other states than usual: `→ light.on, gear.sport`;
  /// `nil` if the end of the arrow says it.
  var label: String? {
    guard case .states(let states) = self, states.count > 1 else { return nil }
    return "→ " + states.map(StateGraph.Region.shortName).joined(separator: ", ")
  }
}

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

/// The escaping rules of XML text and attributes.
///
/// Markup and quotes are written as entities, and so is white space that reading an attribute would
/// turn into spaces (XML 1.0, §2.4 and §3.3.3, <https://www.w3.org/TR/xml/>). Characters that XML
/// can't contain in any form (§2.2) are replaced by a picture.
package enum XMLText {
  /// Returns a text as the content of an element or the value of an attribute.
  package static func encoded(_ text: String) -> String {
    text.unicodeScalars.map(encoded).joined()
  }

  private static func encoded(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": return "&amp;"
    case "<": return "&lt;"
    case ">": return "&gt;"
    case "\"": return "&quot;"
    // The last of them are allowed, but readers differ in what they make of them.
    case "\t", "\n", "\r", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
      return "&#\(scalar.value);"
    default: return String(VisibleCharacter.replacement(of: scalar) ?? scalar)
    }
  }
}

/// Text for logs, escaped so that no part of it is mistaken for a command.
///
/// Terminals obey control characters. GitHub obeys lines that begin with spaces and `::`. GitHub,
/// Azure and TeamCity obey `##[…]`, `##vso[…]` and `##teamcity[…]` anywhere in a line.
package enum LogText {
  /// Returns a text with pictures in place of control characters, and with backslashes in text that
  /// looks like a command.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAtStart = true
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if isAtStart, rest.starts(with: "::".unicodeScalars) { result.append("\\") }
      rest.removeFirst()
      let isShown = scalar == "\n" || !isObeyed(scalar)
      result.append(isShown ? scalar : VisibleCharacter.replacement(of: scalar) ?? "\u{FFFD}")
      if scalar == "#", endsCommandMark(rest) { result.append("\\") }
      isAtStart = scalar == "\n" || isAtStart && isShown && scalar.properties.isWhitespace
    }
    return String(result)
  }

  /// Returns a JSON document of the same values, in which such characters of strings are escaped.
  package static func escaped(json text: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar != "\n" && isObeyed(scalar) || scalar == "#" && endsCommandMark(rest) {
        let digits = String(scalar.value, radix: 16)
        result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".unicodeScalars
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns whether a terminal does more with a character than to show it, or a log has a line end there.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Returns whether the text after a `#` goes on like `#vso[`.
  private static func endsCommandMark(_ rest: Substring.UnicodeScalarView) -> Bool {
    rest.first == "#"
      && rest.dropFirst().first { !("a"..."z").contains($0) && !("A"..."Z").contains($0) } == "["
  }
}
