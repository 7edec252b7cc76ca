import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Random graphs with hostile labels, and texts with mistakes.
///
/// `SEEDS=100` prints and reads 10,000 graphs, `SEEDS=2000` reads a million texts; `SEED=17` takes the one of
/// that seed.
@Suite struct HostileTextTests {
  /// Many in one test, because a test for each would be most of the work.
  @Test func everyGraphReadsBackAndPrintsTheSameBytes() throws {
    for seed in Seeds.first(100) {
      var random = SplitMix64(seed: seed)
      let graph = StateGraph.randomHostile(seed: seed)
      var style = DiagramStyle()
      style.labels = DiagramLabels(rawValue: Int.random(in: 0..<64, using: &random))
      let text = graph.dot(name: "\(seed) \"\\", style: style)
      do {
        let read = try StateGraph(dot: text)
        #expect(read == graph, "SEED=\(seed) \(read.diff(from: graph))")
        #expect(read.fingerprint == graph.fingerprint, "SEED=\(seed)")
        let again = read.dot(name: "\(seed) \"\\", style: style)
        #expect(again.utf8.elementsEqual(text.utf8), "SEED=\(seed)\n\(again)\n\(text)")
      } catch {
        Issue.record("SEED=\(seed) \(error)\n\(text)")
      }
    }
  }

  /// Every text is a graph that prints the same rows, or an error with a line of the text.
  @Test func everyMutatedTextIsReadOrRefused() throws {
    let originals = (1...40).map { Array(StateGraph.randomHostile(seed: $0).dot().utf8) }
    var graphs = 0
    let seeds = Seeds.first(500)
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      var bytes = originals.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, using: &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(DOTError) {
        let graph = try StateGraph(dot: text)
        graphs += 1
        let again = try StateGraph(dot: graph.dot())
        #expect(again == graph, "SEED=\(seed) \(again.diff(from: graph))")
        let lines = Set(text.split(whereSeparator: \.isNewline).map(String.init))
        #expect(
          GraphRecord.lines(of: graph).allSatisfy(lines.contains), "SEED=\(seed): other rows")
      } catch {
        let lines = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
        #expect((1...lines) ~= error.line, "SEED=\(seed) \(error)")
        #expect(!error.message.isEmpty, "SEED=\(seed)")
      }
    }
    if Seeds.factor > 1 { print("\(seeds.count) mutated texts, \(graphs) of them graphs") }
  }

  private static let tokens = [
    "{", "}", "[", "]", ";", "->", "\"", "\\", "\\\"", "\\n", "\n", "\r\n", "\0", "&", "digraph ",
    "\"\" ", "🙂", "// ", "//+", "// end\n", "// record 1\n", "state ", "final ", "passed ", " in ",
    " -> ", " ~> ", ": ", "[*] ", "region a\n// ", "  ", "after 3 s", " [if ", " and ", "not ",
    " / ", "rejected: ", "traps", "<<<<<<< ", "| ", "\u{2028}", "omits states 1 transitions ",
  ].map { Array($0.utf8) }

  private func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) {
    // Most of a text is the picture, which is not read.
    let record = bytes.firstIndex { $0 == UInt8(ascii: "/") } ?? 0
    let least = Int.random(in: 0..<4, using: &random) == 0 ? 0 : min(record, bytes.count)
    let start = Int.random(in: least...bytes.count, using: &random)
    let length = Int.random(in: 0...12, using: &random)
    let range = start..<min(bytes.count, start + length)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes.removeSubrange(range)
    case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: start)
    case 2:
      for index in range.prefix(1) { bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &random) }
    case 3:
      bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0...bytes.count, using: &random))
    case 4 where Bool.random(using: &random): bytes.removeSubrange(start...)
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
