/// The size of a DOT text that this package wrote, counted before C sees it.
///
/// A statement of the text is a state with its attributes, an arrow, or a setting; names of states are
/// words or strings outside of brackets.
struct DOTSize: Hashable {
  /// The number of nodes: states, and the points where the machine and its composite states start.
  private(set) var nodes = 0
  /// The number of arrows.
  private(set) var edges = 0
  private let length: Int
  private var longestString = 0
  private var deepest = 0

  // Graphviz's time grows with the product of a string's length and its pieces, and its parser gives
  // up at a depth of some 1,600.
  private static let mostBytes = 32 << 20
  private static let mostBytesOfAString = 1 << 20
  private static let mostDepth = 250

  /// A Boolean value that indicates whether the text is read in no time.
  var isShort: Bool { length < 1 << 18 }

  /// What there is too much of, whatever the limits of a drawing; `nil` if nothing.
  var excess: String? {
    if length > Self.mostBytes { return "more than \(Self.mostBytes) bytes of DOT text" }
    if longestString > Self.mostBytesOfAString {
      return "a text of more than \(Self.mostBytesOfAString) bytes"
    }
    // The braces of the graph itself are not counted.
    return deepest - 1 > Self.mostDepth
      ? "states more than \(Self.mostDepth) deep in each other" : nil
  }

  /// The size in words.
  var words: String { Self.words(nodes, edges) }

  static func words(_ nodes: Int, _ edges: Int) -> String { "\(nodes) nodes and \(edges) edges" }

  /// Counts what is in a text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(of text: String) {
    var rest = Array(text.utf8)[...]
    length = rest.count
    var names: Set<ArraySlice<UInt8>> = []
    // The name of a node, unless the token after it says otherwise.
    var name: ArraySlice<UInt8>?
    var depth = 0
    var lengthOfString = 0
    var isInList = false
    var last = UInt8(ascii: ";")
    while let token = Self.token(from: &rest), let first = token.first {
      switch first {
      case _ where first == UInt8(ascii: "\"") || Self.isInWord(first):
        lengthOfString = token.count + (last == UInt8(ascii: "+") ? lengthOfString : 0)
        longestString = max(longestString, lengthOfString)
        // Neither a piece of a string nor the value of an attribute.
        guard !isInList, last != UInt8(ascii: "+"), last != UInt8(ascii: "=") else { break }
        if let name { names.insert(name) }
        name = token
      case UInt8(ascii: "="), UInt8(ascii: "{"):
        name = nil
        if first == UInt8(ascii: "{") { depth += 1 }
        deepest = max(deepest, depth)
      case UInt8(ascii: "+"): break
      default:
        if let name { names.insert(name) }
        name = nil
        if first == UInt8(ascii: "[") { isInList = true }
        if first == UInt8(ascii: "]") { isInList = false }
        if first == UInt8(ascii: "}") { depth -= 1 }
        if token.count == 2, !isInList { edges += 1 }
      }
      last = first
    }
    nodes = names.subtracting(Self.keywords).count
  }

  private static let keywords = Set(
    ["digraph", "subgraph", "graph", "node", "edge"].map { Array($0.utf8)[...] })

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Takes the next word, string in quotes, arrow or sign from a text; `nil` at its end.
  private static func token(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var start = rest.startIndex
    while start < rest.endIndex, isSpace(rest[start]) { start += 1 }
    rest = rest[start...]
    // The rows of the record, in comments, are the end of a text.
    if rest.starts(with: "//".utf8) { return nil }
    guard let first = rest.first else { return nil }
    var end = rest.startIndex + 1
    if first == UInt8(ascii: "\"") {
      while end < rest.endIndex, rest[end] != first {
        end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end += 1
    } else if isInWord(first) {
      while end < rest.endIndex, isInWord(rest[end]) { end += 1 }
    } else if first == UInt8(ascii: "-"), rest.dropFirst().first == UInt8(ascii: ">") {
      end += 1
    }
    defer { rest = rest[min(end, rest.endIndex)...] }
    return rest[..<min(end, rest.endIndex)]
  }
}
