import SchematicGraph
import SchematicTestKit

/// DOT texts with mistakes in them, of kinds that people, programs and disks make.
struct DOTMutation {
  private static let tokens = [
    "{", "}", "[", "]", ";", ",", "=", "->", "--", ":n", "+", "\"", "\\", "\\\"", "\\n", "\\N", "<",
    ">",
    "<b>", "</b>", "<!--", "-->", "/*", "*/", "//", "\n#", "\n#line 9", "\n", "\r\n", "\r", "\0",
    "\u{FEFF}",
    "&", "&#x41;", "&eacute;", "%", "strict ", "digraph ", "graph ", "subgraph ", "cluster_a ",
    "node ",
    "edge ", "label=", "xlabel=\"a/b\"", "shape=point", "shape=record", "shape=doublecircle",
    "color=red", "initial=true", "style=invis", "dir=both", "dir=back", "dir=none",
    "ltail=cluster_a",
    "lhead=cluster_a", "__start0 ", "\"\" ", "class=internal", "class=final", "rejects=x", "1",
    "-.5",
    "é", "🙂",
  ].map { Array($0.utf8) }

  /// What is mutated: files of the corpora, texts of ours and samples.
  private let originals: [[UInt8]]

  init() throws {
    originals =
      try Corpora.learnedMachines.map { Array(try $0.text().utf8) }
      + (1...20).map { Array(StateGraph.randomNested(seed: $0).dot().utf8) }
      + [Sample.turnstile, Sample.clusters].map { Array($0.utf8) }
  }

  /// Returns the text of a seed.
  func text(seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var bytes = thinned(originals.randomElement(using: &random) ?? [], using: &random)
    for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, using: &random) }
    return bytes
  }

  /// Leaves some sixty lines of a long text, so that many texts can be tried.
  private func thinned(_ text: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 60 else { return text }
    var kept: [[UInt8].SubSequence] = []
    for (index, line) in lines.enumerated() {
      let isEdge = index < 3 || index >= lines.count - 5
      if isEdge || Int.random(in: 0..<lines.count, using: &random) < 60 { kept.append(line) }
    }
    return Array(kept.joined(separator: [UInt8(ascii: "\n")]))
  }

  private func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let length = Int.random(in: 0...12, using: &random)
    let range = start..<min(bytes.count, start + length)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.removeSubrange(range)
    case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: start)
    case 2:
      for index in range.prefix(1) { bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random) }
    case 3:
      bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0...bytes.count, using: &random))
    case 4: bytes.removeSubrange(start...)
    case 5: bytes.replaceSubrange(range, with: Self.tokens.randomElement(using: &random) ?? [])
    default: bytes.insert(contentsOf: Self.tokens.randomElement(using: &random) ?? [], at: start)
    }
  }
}
