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
  /// Names the composite states and states of a graph by their identifiers.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - prefix: The text before each identifier.
  ///   - reserved: Words that no name may be, in lower case.
  ///   - suffixes: What the grammar appends to the name of a composite state.
  ///   - drawn: The graph as it is drawn.
  init(
    of graph: StateGraph, after prefix: String = "", reserved: Set<String> = [],
    reserving suffixes: [String] = [], drawnAs drawn: FoldedHistories? = nil
  ) {
    self.init(reserved: reserved, fallback: "state")
    let drawn = drawn ?? FoldedHistories(of: graph)
    let graph = drawn.graph
    for composite in graph.composites {
      add(
        .composite(composite.identifier), like: prefix + composite.identifier,
        reserving: suffixes)
    }
    addStates(of: graph, after: prefix) { $0 }
    addRegions(of: graph, after: prefix, reserving: suffixes) { $0 }
    addHistories(of: drawn, after: prefix) { $0 }
  }

  private mutating func addHistories(
    of drawn: FoldedHistories, after prefix: String,
    _ key: (Statechart.Vertex) -> Statechart.Vertex
  ) {
    guard !drawn.histories.isEmpty else { return }
    for state in drawn.graph.states {
      guard let history = drawn.histories[state.identifier] else { continue }
      add(key(history.vertex), like: "\(prefix)\(history.composite)_history")
    }
  }

  private mutating func addStates(
    of graph: StateGraph, after prefix: String, _ key: (Statechart.Vertex) -> Statechart.Vertex
  ) {
    let combined = Set(graph.composites.filter { !$0.regions.isEmpty }.map(\.identifier))
    for state in graph.states where !(state.parent.map(combined.contains) ?? false) {
      add(key(.state(state.identifier)), like: prefix + state.identifier)
    }
  }

  /// Names the regions in composite states, and what is inside them, after the composite states.
  private mutating func addRegions(
    of graph: StateGraph, after prefix: String, reserving suffixes: [String],
    _ key: (Statechart.Vertex) -> Statechart.Vertex
  ) {
    for owner in graph.composites {
      for (index, region) in owner.regions.enumerated() {
        func inside(_ vertex: Statechart.Vertex) -> Statechart.Vertex {
          key(.inner(owner.identifier, region: index, vertex))
        }
        let name = "\(prefix)\(owner.identifier)_\(region.name)"
        add(inside(VertexNames.whole), like: name, reserving: suffixes)
        for composite in region.graph.composites {
          add(
            inside(.composite(composite.identifier)), like: "\(name)_\(composite.identifier)",
            reserving: suffixes)
        }
        addStates(of: region.graph, after: name + "_", inside)
        addRegions(of: region.graph, after: name + "_", reserving: suffixes, inside)
      }
    }
  }

  /// Returns names for regions, and for their states, which begin with the name of their region.
  ///
  /// - Parameters:
  ///   - regions: The regions.
  ///   - reserved: Words that no name may be, in lower case.
  ///   - suffixes: What the grammar appends to the name of a composite state.
  /// - Returns: The name of each region, and those of its states.
  static func names(
    ofRegions regions: [(name: String, label: String, outline: DiagramOutline)],
    reserved: Set<String> = [],
    reserving suffixes: [String] = []
  ) -> [(region: String, states: UniqueNames)] {
    var taken = reserved
    return regions.map { name, _, outline in
      var names = UniqueNames<String>(reserved: taken, fallback: "region")
      names.add(name, like: name, reserving: suffixes)
      let states = UniqueNames(
        of: outline.graph, after: names[name] + "_", reserved: names.taken, reserving: suffixes,
        drawnAs: FoldedHistories(unfolded: outline.graph, outline.chart.histories))
      taken = states.taken
      return (names[name], states)
    }
  }
}

/// The names of the states of a graph, or of those in a region of it.
struct VertexNames {
  /// The vertex that stands for a region itself.
  fileprivate static let whole = Statechart.Vertex.composite("")

  private let names: UniqueNames<Statechart.Vertex>
  /// The composite states and regions around, the outermost first.
  private var around: [(composite: String, region: Int)] = []

  init(_ names: UniqueNames<Statechart.Vertex>) { self.names = names }

  /// Returns the name of a state, of which a combination that is entered has that of its composite state.
  subscript(vertex: Statechart.Vertex) -> String {
    names[
      around.reversed().reduce(vertex.border) {
        .inner($1.composite, region: $1.region, $0)
      }]
  }

  /// Returns the name of a region in a composite state.
  func region(_ index: Int, in composite: String) -> String {
    inside(composite, index)[Self.whole]
  }

  /// Returns the names of the states in a region of a composite state.
  func inside(_ composite: String, _ region: Int) -> VertexNames {
    var names = self
    names.around.append((composite, region))
    return names
  }
}

extension Statechart.Vertex {
  /// The vertex; of a combination that is entered, the border of its composite state.
  fileprivate var border: Statechart.Vertex {
    switch self {
    case .fork(let composite, _): .composite(composite)
    case .inner(let composite, let region, let vertex):
      .inner(composite, region: region, vertex.border)
    case .state, .composite, .history: self
    }
  }
}

extension DiagramOutline {
  /// Returns the label of the combination that an arrow enters, if several regions start in other states
  /// than their initial ones.
  func combination(at vertex: Vertex) -> String? {
    chart.inner?.combination(at: vertex).map { "→ \($0)" }
  }
}

extension InnerRegions {
  fileprivate func combination(at vertex: Statechart.Vertex) -> String? {
    switch vertex {
    case .state, .composite, .history: nil
    case .fork(_, let state): graph.states.first { $0.identifier == state }?.label
    case .inner(let owner, let region, let vertex):
      composites[owner]?.regions[region].combination(at: vertex)
    }
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
