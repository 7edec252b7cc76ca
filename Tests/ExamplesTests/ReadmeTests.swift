import Foundation
import Testing

/// Every block of the README that names a file stands in that file, so that no example is one that
/// the compiler and the scripts have not seen.
@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct Block: CustomTestStringConvertible {
    let file: String
    let lines: [Substring]
    var testDescription: String { file }
  }

  @Test(arguments: try blocks())
  func quotesItsFile(block: Block) throws {
    let file = try String(
      contentsOf: Self.root.appendingPathComponent(block.file), encoding: .utf8)
    #expect(file.contains(block.lines.joined(separator: "\n")))
  }

  @Test func namesAFileForEveryBlock() throws {
    let fences = try Self.lines().filter { $0.hasPrefix("```") }.count
    #expect(try Self.blocks().count * 2 == fences)
  }

  @Test(arguments: try links())
  func linksToWhatIsThere(path: String) {
    #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(path).path))
  }

  private static func lines() throws -> [Substring] {
    try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func blocks() throws -> [Block] {
    let lines = try lines()
    return lines.indices.compactMap { index in
      guard let file = lines[index].wholeMatch(of: #/<!-- (.+) -->/#)?.output.1,
        lines.indices.contains(index + 1), lines[index + 1].hasPrefix("```")
      else { return nil }
      let content = lines[(index + 2)...].prefix { $0 != "```" }
      return Block(file: String(file), lines: Array(content))
    }
  }

  private static func links() throws -> [String] {
    try lines().flatMap { $0.matches(of: #/\]\(([^)]+)\)/#).map { String($0.output.1) } }
  }
}
