/// Names for a grammar that allows few characters: a different one for each key.
///
/// A name keeps the ASCII letters and digits of a text; everything between them becomes an
/// underscore. If the name is taken, or is a word of the grammar, a number is added. Names that
/// differ only in case count as equal, because not every tool distinguishes them. The same keys in
/// the same order always get the same names.
struct UniqueNames<Key: Hashable> {
  private let fallback: String
  /// The words that no further name may be, in lower case.
  private(set) var taken: Set<String>
  private var names: [Key: String] = [:]

  /// Creates an empty list of names.
  ///
  /// - Parameters:
  ///   - reserved: Words that no name may be, in lower case.
  ///   - fallback: The name for a text without letters and digits, and the prefix if a digit comes first.
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
  ///   - text: The text from which the name is made.
  ///   - suffixes: The suffixes that the grammar itself appends to the name; the results must be free, too.
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

  /// Returns the runs of ASCII letters and digits in a text, joined by underscores.
  ///
  /// `fallback` replaces an empty result, and is put before a result that begins with a digit.
  static func stem(of text: String, or fallback: String) -> String {
    let words = text.unicodeScalars.split { !$0.isPlainWord }.map { String($0) }
    let stem = words.joined(separator: "_")
    guard let first = stem.unicodeScalars.first else { return fallback }
    return first.isDigit ? "\(fallback)_\(stem)" : stem
  }

  private static func spellings(of name: String, _ suffixes: [String]) -> Set<String> {
    Set(([""] + suffixes).map { (name + $0).lowercased() })
  }
}

extension UniqueNames where Key == Statechart.Vertex {
  /// Names the states, regions and histories of a diagram after their identifiers.
  ///
  /// A region has the key of a composite state. The grammar appends the suffixes to the name of a composite
  /// state.
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
