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
