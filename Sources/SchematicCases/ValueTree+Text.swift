extension ValueTree {
  /// The text of the value in a condition; a state is shown by its label, a string in quotes.
  ///
  /// The text is the same in every run. `String(describing:)` doesn't promise that: it shows addresses,
  /// and the elements of sets and dictionaries in any order. `…` takes the place of an ignored property.
  package var text: String { print(.words) { $0.text(of: self) } }

  /// The text of the value with neither its label nor quotes.
  package var ownText: String { print(.words) { $0.ownText(of: self) } }

  /// The values that the case carries, in parentheses; empty if it carries none.
  package var carriedText: String { print(.words) { $0.textOfCarried(self) } }

  /// The text of the value's parts, whatever its own description is; empty for an object, and for a value without parts.
  ///
  /// The text is the same in every run, because an object among the parts is named after its type.
  package var structure: String {
    guard kind != nil, object == nil, isCut || !children.isEmpty else { return "" }
    return print(.parts) { $0.text(of: self) }
  }

  /// All that the value and the objects in it contain, as a text that is the same for equal contents.
  package var content: String { print(.contents) { $0.text(of: self) } }

  private func print(_ way: TreePrint.Way, _ body: (inout TreePrint) -> String) -> String {
    var print = TreePrint(way)
    return body(&print)
  }
}

/// A print of trees.
struct TreePrint {
  enum Way {
    /// Values describe themselves.
    case words
    /// Values are described by their parts, and objects are named.
    case parts
    /// Values are described by their parts; an object has a number, and its parts follow the first time.
    case contents
  }

  private let way: Way
  private var numbers: [ObjectIdentifier: Int] = [:]

  init(_ way: Way) { self.way = way }

  mutating func text(of tree: ValueTree) -> String {
    if let value = tree.value as? any StringProtocol { return String(value).debugDescription }
    if way == .words, let value = tree.value as? any Graphable, !tree.leavesOut {
      return value.diagramLabel
    }
    return ownText(of: tree)
  }

  mutating func ownText(of tree: ValueTree) -> String {
    let value = tree.value
    if let value = value as? String { return value.withoutContexts.withVisibleControls }
    if way != .contents, value is any Continuation { return "continuation" }
    if tree.kind == .struct, let text = Self.text(ofBytes: value) { return text }
    return textOfParts(tree)
      ?? String(describing: value).withoutContexts.withoutAddresses.withVisibleControls
  }

  /// Returns the text of a value that is shown by its parts or its type, or `nil` if the value describes itself.
  private mutating func textOfParts(_ tree: ValueTree) -> String? {
    if let object = tree.object { return text(of: object, tree) }
    // What can be counted in steps, such as a number or a pointer, is one thing. An address is none of its content.
    if way == .contents, tree.value is any Strideable { return nil }
    if tree.isCut { return way == .words ? nil : Self.dump(tree.value) }
    switch tree.kind {
    case .enum, .struct:
      let describesItself = tree.value is any CustomStringConvertible
      // An enum may describe two cases in the same way.
      let hasParts = way == .words ? tree.leavesOut : tree.caseName != nil
      guard !describesItself || hasParts || !tree.children.isEmpty && way != .words else {
        return nil
      }
      guard let name = tree.caseName else {
        return typeText(of: tree.value) + tuple(tree.children.map { ($0.label, $0) })
      }
      return name + textOfCarried(tree)
    case .optional: return tree.children.first.map { text(of: $0) } ?? "nil"
    case .tuple: return tuple(tree.children.map { ($0.label, $0) })
    case .collection: return "[\(elements(tree).joined(separator: ", "))]"
    case .set, .dictionary: return "[\(elements(tree).sorted().joined(separator: ", "))]"
    default:
      guard way == .contents, !tree.children.isEmpty else { return nil }
      return tuple(tree.children.map { ($0.label, $0) })
    }
  }

  private mutating func text(of object: ObjectIdentifier, _ tree: ValueTree) -> String? {
    let name = typeText(of: tree.value)
    switch way {
    // Nobody looks into an object to describe it.
    case .words: return tree.value is any CustomStringConvertible ? nil : name
    case .parts: return String(reflecting: type(of: tree.value)).withoutContexts
    case .contents:
      if let number = numbers[object] { return "#\(number)" }
      let number = numbers.count
      numbers[object] = number
      return "\(name)#\(number)" + tuple(tree.children.map { ($0.label, $0) })
    }
  }

  mutating func textOfCarried(_ tree: ValueTree) -> String {
    let carried = tree.carried
    return carried.isEmpty ? "" : tuple(carried)
  }

  private mutating func tuple(_ parts: [ValueTree.Carried]) -> String {
    let texts = parts.map { label, tree in (label.map { "\($0): " } ?? "") + text(of: tree) }
    return "(\(texts.joined(separator: ", ")))"
  }

  private mutating func elements(_ tree: ValueTree) -> [String] {
    // Only an object's number depends on the order.
    let parts = way == .contents ? ordered(tree) : tree.children
    return parts.map { part in
      if tree.kind == .dictionary {
        return part.children.map { text(of: $0) }.joined(separator: ": ")
      }
      return tree.kind == .set ? part.value as? String ?? text(of: part) : text(of: part)
    }
  }

  /// Returns the elements of a tree, those of a set or a dictionary in the order of their texts.
  ///
  /// Equal sets may list their elements in different orders, but the objects inside must get the same
  /// numbers.
  func ordered(_ tree: ValueTree) -> [ValueTree] {
    guard tree.isUnordered, tree.children.count > 1 else { return tree.children }
    return tree.children.map { part in
      var copy = self
      return (part, text: copy.text(of: part))
    }.sorted { $0.text < $1.text }.map { $0.0 }
  }

  /// Returns how the standard library prints all of a value that is beyond the limits.
  private static func dump(_ value: Any) -> String {
    var text = ""
    Swift.dump(value, to: &text)
    return text.withoutAddresses
  }

  /// The number of bytes up to which they are shown.
  private static let mostBytes = 8

  /// Returns the text of a few bytes whose description tells how many they are, such as that of `Data`; `nil` for any
  /// other value.
  private static func text(ofBytes value: Any) -> String? {
    func bytes(_ list: some Collection) -> [UInt8]? {
      list.prefix(mostBytes + 1).map(\.self) as? [UInt8]
    }
    guard let list = value as? any RandomAccessCollection, let bytes = bytes(list),
      (1...mostBytes).contains(bytes.count)
    else { return nil }
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return bytes.map { "x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    }
    return String(decoding: bytes, as: UTF8.self).debugDescription
  }
}

/// Returns the name of a value's type, without its module and the contexts of private types.
package func typeText(of value: Any) -> String {
  String(describing: type(of: value)).withoutContexts
}

extension String {
  /// The text without the contexts of private types, such as `(unknown context at $5a1b)`.
  package var withoutContexts: String {
    guard utf8.contains(UInt8(ascii: "$")) else { return self }
    let parts = split(separator: "(unknown context at $", omittingEmptySubsequences: false)
    return parts.enumerated().map { number, part in
      guard number > 0, let end = part.firstIndex(of: ")") else { return String(part) }
      let rest = part[part.index(after: end)...]
      return String(rest.hasPrefix(".") ? rest.dropFirst() : rest)
    }.joined()
  }

  /// The text with `\n` in place of a line break, and so on for other control characters.
  fileprivate var withVisibleControls: String {
    guard utf8.contains(where: { !(0x20..<0x7F).contains($0) }) else { return self }
    return String(
      unicodeScalars.flatMap { $0.isControl ? $0.escaped(asASCII: true) : String($0) })
  }

  /// The text with `0x…` in place of each address, because addresses differ from run to run.
  ///
  /// A hexadecimal number with six or more digits counts as an address.
  package var withoutAddresses: String {
    guard utf8.contains(UInt8(ascii: "x")) else { return self }
    return split(separator: "0x", omittingEmptySubsequences: false).enumerated().map {
      number, part in
      let digits = part.prefix(while: \.isHexDigit)
      guard number > 0 else { return String(part) }
      return digits.count >= 6 ? "0x…" + part.dropFirst(digits.count) : "0x" + part
    }.joined()
  }
}
