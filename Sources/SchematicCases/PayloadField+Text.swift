extension PayloadField.Value: CustomStringConvertible {
  /// The maximum length of a value in a condition, in characters.
  private static let longest = 40

  /// The value as a condition shows it, shortened if it is long.
  package var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .none: "nil"
    case .some: "some"
    case .missing: ""
    case .told(let text), .alike(let text): text
    case .other(let text, _):
      text.count > Self.longest ? Self.balanced("\(text.prefix(Self.longest - 1))…") : text
    }
  }
}

extension PayloadField.Value {
  /// Returns other values for those that share a description, or `nil` if none do.
  ///
  /// A text shows where the values first differ: `…method: GET`. If that isn't enough, the values get
  /// numbers, which no diagram shows: `envelope (1 of 2)`.
  static func told(apart alike: [String: Set<Self>]) -> [Self: Self]? {
    var texts: [Self: Self] = [:]
    var taken = Set(alike.keys)
    for (description, values) in alike.sorted(by: { $0.key < $1.key }) where values.count > 1 {
      // The order depends on nothing but the values, so every condition gives a value the same number.
      let sorted = values.sorted { $0.wholeText < $1.wholeText }
      let excerpts = excerpts(of: sorted.map(\.text))
      let isClear = Set(excerpts).count == sorted.count && taken.isDisjoint(with: excerpts)
      if isClear { taken.formUnion(excerpts) }
      for (number, value) in sorted.enumerated() {
        texts[value] =
          isClear
          ? .told(excerpts[number])
          : .alike("\(description) (\(number + 1) of \(sorted.count))")
      }
    }
    return texts.isEmpty ? nil : texts
  }

  /// Returns the part of each text that begins where the texts first differ.
  private static func excerpts(of texts: [String]) -> [String] {
    let shared = texts.dropFirst().reduce(texts[0]) { $0.commonPrefix(with: $1) }
    let start = shared.lastIndex { ",( ".contains($0) }.map { shared.index(after: $0) }
    let count = start.map { shared.distance(from: shared.startIndex, to: $0) } ?? 0
    return texts.map { text in
      var rest = text.dropFirst(count)
      // Without a separator nearby, the excerpt begins a little before the difference.
      if shared.count - count > longest / 2 { rest = text.dropFirst(shared.count - 4) }
      let isCut = rest.count > longest
      return (rest.count < text.count ? "…" : "")
        + balanced(isCut ? "\(rest.prefix(longest))…" : String(rest))
    }
  }

  /// Returns a part of a text with as many opening as closing parentheses, and no quotation mark alone.
  ///
  /// A condition would otherwise put the whole text in quotation marks.
  fileprivate static func balanced(_ excerpt: String) -> String {
    var (text, open) = ("", 0)
    let hasPairs = excerpt.count { $0 == "\"" }.isMultiple(of: 2)
    for character in excerpt where hasPairs || character != "\"" {
      if character == ")", open == 0 { continue }
      open += character == "(" ? 1 : character == ")" ? -1 : 0
      text.append(character)
    }
    return text + String(repeating: ")", count: open)
  }

  private var text: String { if case .other(let text, _) = self { text } else { description } }

  /// A text that differs for all different values.
  private var wholeText: String {
    switch self {
    case .bool: "truth"
    case .integer: "integer"
    case .other(let text, let structure): "value \(text) \(structure)"
    case .none: "none"
    case .some: "some"
    case .missing: "missing"
    case .told(let text), .alike(let text): "told \(text)"
    }
  }
}

extension String {
  /// Returns the characters with which both texts begin.
  package func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
