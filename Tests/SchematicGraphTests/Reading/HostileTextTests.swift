import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

/// Random graphs with hostile labels, and texts with mistakes.
///
/// `RANDOM_GRAPHS=10000` prints and reads more graphs, `MUTATED_TEXTS=1000000` reads more texts;
/// `SEED=17` takes the one of that seed.
@Suite struct HostileTextTests {
  private static func count(_ variable: String, otherwise standard: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? standard
  }

  private func read(_ text: String, _ seed: UInt64) throws(DOTError) -> StateGraph {
    do {
      return try StateGraph(dot: text)
    } catch {
      Issue.record("SEED=\(seed) \(error)\n\(text)")
      throw error
    }
  }

  /// Returns the first lines that differ.
  private func firstDifference(_ first: String, _ second: String) -> String {
    let lines = [first, second].map { $0.split(separator: "\n") }
    let pair = zip(lines[0], lines[1]).first { !$0.utf8.elementsEqual($1.utf8) }
    return pair.map { "\($0)\n\($1)" } ?? "number of lines"
  }

  /// Many in one test, because a test for each would be most of the work.
  @Test func readsBackAndPrintsTheSameBytes() throws {
    for seed in Seeds.first(Self.count("RANDOM_GRAPHS", otherwise: 600)) {
      let graph = StateGraph.randomHostile(seed: seed)
      let text = graph.dot(name: "\(seed) \"\\")
      let read = try read(text, seed)
      #expect(read == graph, "SEED=\(seed) \(read.diff(from: graph))")
      #expect(read.fingerprint == graph.fingerprint, "SEED=\(seed)")
      // States that share a composite state come together in a text, and arrows in their order.
      let again = read.dot(name: "\(seed) \"\\")
      let isInOrder = read.states.map(\.identifier) == graph.states.map(\.identifier)
      let expected = isInOrder ? text : try StateGraph(dot: again).dot(name: "\(seed) \"\\")
      #expect(
        again.utf8.elementsEqual(expected.utf8),
        "SEED=\(seed) \(firstDifference(again, expected))")
    }
  }

  /// What a style hides is in attributes.
  @Test func readsBackWhateverIsShown() throws {
    for seed in Seeds.first(Self.count("RANDOM_GRAPHS", otherwise: 300)) {
      var random = SplitMix64(seed: seed)
      let graph = StateGraph.randomHostile(seed: seed)
      var style = DiagramStyle()
      style.labels = DiagramLabels(rawValue: Int.random(in: 0..<64, using: &random))
      let read = try read(graph.dot(style: style), seed)
      #expect(read == graph, "SEED=\(seed) \(read.diff(from: graph))")
    }
  }

  /// Every text is a graph that reads back, or an error with a line of the text.
  @Test func readsOrRefusesEveryMutatedText() throws {
    let originals = (1...40).map { Array(StateGraph.randomHostile(seed: $0).dot().utf8) }
    var graphs = 0
    var pictures = 0
    let seeds = Seeds.first(Self.count("MUTATED_TEXTS", otherwise: 4_000))
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var bytes = originals.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, using: &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(DOTError) {
        let graph = try StateGraph(dot: text)
        graphs += 1
        if text.contains(graph.dot().components(separatedBy: "// record")[1]) { pictures += 1 }
        let again = try StateGraph(dot: graph.dot())
        #expect(again == graph, "SEED=\(seed) \(again.diff(from: graph))")
      } catch {
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        #expect((1...lines) ~= error.line, "SEED=\(seed) \(error)")
        #expect(!error.message.isEmpty, "SEED=\(seed)")
      }
    }
    print("\(seeds.count) mutated texts, \(graphs) of them graphs, \(pictures) with the same rows")
  }

  private static let tokens = [
    "{", "}", "[", "]", ";", "=", "->", "+", "\"", "\\", "\\\"", "\\n", "\\l", "\\N", "<", "/*",
    "\n", "\r\n", "\0", "&", "&#65;", "&#8203;", "%", "digraph ", "subgraph ", "graph ", "label=",
    "shape=record", "class=internal", "class=final", "ltail=cluster_a ", "\"\" ", "🙂",
    "// ", "//+", "// end\n", "// record 1\n", "state ", " in ", " -> ", " ~> ", ": ", "[*] ", "region a\n// ",
    "  ", "after 3 s", " [if ", " and ", " + \"", "<<<<<<< ", "| ",
  ].map { Array($0.utf8) }

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
    case 6: exchangeLines(&bytes, using: &random)
    default: bytes.insert(contentsOf: Self.tokens.randomElement(using: &random) ?? [], at: start)
    }
  }

  private func exchangeLines(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let range = 0..<lines.count
    lines.swapAt(Int.random(in: range, using: &random), Int.random(in: range, using: &random))
    bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
