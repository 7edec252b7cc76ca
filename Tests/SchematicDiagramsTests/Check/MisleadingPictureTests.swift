import Foundation
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicDiagrams

/// Texts that read as the graph of the code and are drawn as something else.
@MainActor @Suite struct MisleadingPictureTests {
  private let temporary = TemporaryFolder()

  init() throws {
    _ = try DiagramGenerator(folder: temporary.folder, formats: [.dot]).generate(Door.catalog)
  }

  nonisolated private static let arrow = "\"open\" -> \"closed\" ["

  @Test(
    arguments: [
      (arrow, "\(arrow)style=invis ", "arrow open -> closed"),
      (arrow, "\(arrow)style=\"dashed, invis\" ", "arrow open -> closed"),
      (arrow, "\(arrow)color=transparent ", "arrow open -> closed"),
      (arrow, "\(arrow)color=\"#00000000\" ", "arrow open -> closed"),
      (arrow, "\(arrow)penwidth=0 ", "arrow open -> closed"),
      (arrow, "\(arrow)fontcolor=transparent ", "arrow open -> closed"),
      (arrow, "\(arrow)dir=back ", "arrow open -> closed"),
      (arrow, "\(arrow)dir=both ", "arrow open -> closed"),
      (arrow, "\(arrow)arrowhead=none ", "arrow open -> closed"),
      (arrow, "\(arrow)headlabel=\"never\" ", "arrow open -> closed"),
      (
        "\(arrow)label=\"push\"", "\(arrow)label=\"pull\" transitions=\"push\"",
        "arrow open -> closed"
      ),
      ("\(arrow)label=\"push\"", "\(arrow)transitions=\"push\"", "arrow open -> closed"),
      ("  \"locked\";", "  \"locked\" [style=invis];", "state locked"),
      ("  \"locked\";", "  \"locked\" [shape=point];", "state locked"),
      ("  \"locked\";", "  \"locked\" [xlabel=\"broken\"];", "state locked"),
      ("graph [", "graph [label=\"Window\" ", "title"),
    ])
  func areFound(old: String, new: String, part: String) throws {
    try temporary.edit("Door.dot", replacing: old, with: new)
    let problems = try DiagramCheck(folder: temporary.folder).problems(with: Door.catalog)
    #expect(problems.map(\.kind) == [.misleading([part])])
    #expect(problems.map(\.isDrift) == [true])
    #expect(problems.first?.description.hasSuffix("shows something else: \(part)") == true)
  }

  /// Colors, sizes and places are the reader's business.
  @Test(
    arguments: [
      (arrow, "\(arrow)color=red penwidth=3 "), (arrow, "\(arrow)style=bold fontsize=20 "),
      ("\(arrow)label=\"push\"", "\(arrow)label=\"push\\l\""),
      ("  \"locked\";", "  \"locked\" [label=\"locked\" fillcolor=yellow shape=ellipse];"),
      ("graph [", "graph [ratio=1 "),
    ])
  func leaveRoomForTaste(old: String, new: String) throws {
    try temporary.edit("Door.dot", replacing: old, with: new)
    let problems = try DiagramCheck(folder: temporary.folder).problems(with: Door.catalog)
    #expect(problems.map(\.kind) == [.formatting])
  }
}

/// Disguises of random diagrams: a hundred in each of two folders, or in as many as the environment
/// variable `DRIFT_FOLDERS` says.
@MainActor @Suite struct DisguiseTests {
  nonisolated private static let folders =
    ProcessInfo.processInfo.environment["DRIFT_FOLDERS"].flatMap(Int.init) ?? 2

  private let temporary = TemporaryFolder()

  /// Attributes after the others, of which the last of a name counts.
  nonisolated private static let disguises = [
    "style=invis", "color=transparent", "dir=back", "dir=none", "arrowhead=none", "penwidth=0",
    "xlabel=\"disguised\"", "taillabel=disguised",
  ]

  @Test(arguments: Seeds.first(folders))
  func areSeenThrough(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let rules = (0..<100).map { _ in RandomRules(using: &random) }
    let catalog = DiagramCatalog(
      rules.enumerated().map { Diagram("Diagram \($0)", $1.graph) })
    _ = try DiagramGenerator(folder: temporary.folder, formats: [.dot]).generate(catalog)
    var count = 0
    for file in try temporary.folder.fileNames() {
      let text = try #require(try temporary.text(of: file))
      let disguised = disguised(text, using: &random)
      count += disguised == text ? 0 : 1
      try temporary.write(disguised, to: file)
    }
    let problems = try DiagramCheck(folder: temporary.folder).problems(with: catalog)
    // The others have no arrow but those of the state to itself.
    #expect(count > 95, "SEED=\(seed)")
    #expect(problems.count == count, "SEED=\(seed)")
    for problem in problems {
      let isSeen = if case .misleading(let parts) = problem.kind { parts.count == 1 } else { false }
      #expect(isSeen, "SEED=\(seed) \(problem)")
    }
  }

  /// Hides, turns or relabels an arrow, so that the text still reads as the same graph.
  private func disguised(_ text: String, using random: inout SplitMix64) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let arrows = lines.indices.filter { lines[$0].contains(#/^  "[a-d]" -> "[a-d]" \[/#) }
    guard let arrow = arrows.randomElement(using: &random) else { return text }
    let line = lines[arrow]
    if Bool.random(using: &random),
      let match = line.firstMatch(of: #/ \[label="((?:\\.|[^"\\])*)"\];$/#)
    {
      lines[arrow].replaceSubrange(
        match.range, with: " [label=\"disguised\" transitions=\"\(match.output.1)\"];")
    } else {
      let disguise = Self.disguises.randomElement(using: &random) ?? ""
      lines[arrow] = "\(line.dropLast(2)) \(disguise)];"
    }
    return lines.joined(separator: "\n")
  }
}
