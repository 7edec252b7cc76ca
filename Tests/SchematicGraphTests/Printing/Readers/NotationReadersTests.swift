import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

/// Random graphs in each notation that promises rows, read by readers of these tests.
@Suite struct NotationReadersTests {
  enum Read: String, CaseIterable, Sendable {
    case mermaid, plantUML, markdown, text

    func rows(of graph: StateGraph) -> [ShownRow] {
      switch self {
      case .mermaid: StatementReader.rows(of: graph.mermaid(), in: .mermaid)
      case .plantUML: StatementReader.rows(of: graph.plantUML(), in: .plantUML)
      case .markdown: TableReader.rows(of: graph.markdownTable())
      case .text: PictureReader.rows(of: graph.textPicture())
      }
    }

    /// Returns rows as far as the notation tells them.
    func told(_ rows: [ShownRow]) -> [ShownRow: Int] {
      let told = rows.map { row -> ShownRow in
        var row = row
        switch self {
        // A picture in plain text marks the state in which something starts, not what starts there.
        case .text where row.text == ShownRow.start:
          if !row.target.isEmpty { (row.source, row.target) = (row.target, "") }
        // It names a completion, for which pictures have an arrow without a name.
        case .text where row.text.split(separator: " ").first == "completion":
          row.text = String(row.text.dropFirst("completion".count).drop { $0 == " " })
        // A table says where a state was left, and not how deep.
        case .markdown where row.target.hasSuffix(" H"): row.target += "*"
        // The box of a state lists its timeout, and a timeout that changes nothing, alike.
        case .mermaid, .plantUML:
          if row.text.hasPrefix("after "), row.target == ShownRow.stays { row.target = "" }
        default: break
        }
        return row
      }
      let counts = Dictionary(told.map { ($0, 1) }, uniquingKeysWith: +)
      return counts.mapValues { self == .text ? 1 : $0 }
    }
  }

  @Test(arguments: NearMisses.seeds(otherwise: 4))
  func rowsOfJoinedRulesComeBack(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    expectRows(of: StateGraph(JoinedRules(using: &random).schema), seed)
  }

  @Test(arguments: NearMisses.seeds(otherwise: 20))
  func rowsOfNestedRulesComeBack(seed: UInt64) {
    expectRows(of: StateGraph(RandomMachine(seed: seed, words: 0).schema), seed)
  }

  private func expectRows(of graph: StateGraph, _ seed: UInt64) {
    let rows = ShownRow.all(of: graph)
    for notation in Read.allCases {
      let (expected, read) = (notation.told(rows), notation.told(notation.rows(of: graph)))
      let lost = expected.filter { read[$0.key] != $0.value }.keys.map(\.description).sorted()
      let added = read.filter { expected[$0.key] != $0.value }.keys.map(\.description).sorted()
      #expect(lost.isEmpty, "SEED=\(seed) \(notation)")
      #expect(added.isEmpty, "SEED=\(seed) \(notation)")
    }
  }
}
