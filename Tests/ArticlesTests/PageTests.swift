import Foundation
import Testing

/// Pages quote files: a block of code after a comment that names a file stands in that file, so that
/// the compiler, the tests or a script have seen all that a page shows.
@Suite struct PageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A block of code on a page.
  struct Block: CustomTestStringConvertible {
    let page: String
    let language: Substring
    /// The file that the comment before the block names.
    let file: String?
    let lines: [Substring]

    var testDescription: String { "\(page): \(file ?? "\(lines.first ?? "")")" }
  }

  /// What stands where a file could: what a test prints, an address to be filled in, make's targets, and
  /// a file as it is for a while, which a script follows.
  private static let notFiles = ["message", "placeholder", "commands", "followed"]

  @Test(arguments: try blocks().filter { $0.file.map { !notFiles.contains($0) } ?? false })
  func blockOfAPageQuotesItsFile(block: Block) throws {
    let file = try String(
      contentsOf: Self.root.appending(path: #require(block.file)), encoding: .utf8)
    #expect(Self.stands(block.lines, in: Self.lines(of: file)))
  }

  @Test(arguments: try blocks().filter { $0.file == "commands" })
  func blockOfAPageNamesTargetsOfMake(block: Block) throws {
    let makefile = try String(contentsOf: Self.root.appending(path: "Makefile"), encoding: .utf8)
    for line in block.lines {
      let target = try #require(line.wholeMatch(of: #/\$ make ([a-z-]+)/#)?.output.1)
      #expect(makefile.contains("\n\(target):"))
    }
  }

  /// Overviews show fragments; pages that are followed step by step show nothing else than files.
  @Test(
    arguments: try blocks().filter {
      isFollowed($0.page) && !["text", "sql"].contains($0.language)
    })
  func blockOfAPageNamesAFile(block: Block) {
    #expect(block.file != nil)
  }

  @Test(arguments: try links())
  func pageLinksToWhatIsThere(path: String) {
    #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path))
  }

  /// Returns whether lines stand in a file one after the other, all of them indented alike.
  private static func stands(_ lines: [Substring], in file: [Substring]) -> Bool {
    guard let first = lines.first(where: { !$0.isEmpty }) else { return false }
    let offset = lines.firstIndex(of: first)!
    return file.indices.contains { index in
      guard file[index].hasSuffix(first), index >= offset,
        index - offset + lines.count <= file.count
      else { return false }
      let indentation = file[index].dropLast(first.count)
      guard indentation.allSatisfy({ $0 == " " }) else { return false }
      return zip(lines, file[(index - offset)...]).allSatisfy { line, other in
        line.isEmpty ? other.isEmpty : other == indentation + line
      }
    }
  }

  private static func isFollowed(_ page: String) -> Bool {
    page == "README.md" || page.contains("/Articles/")
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func pages() throws -> [String] {
    let files = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    let articles = (files?.allObjects as? [String] ?? [])
      .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
    return ["README.md", "CONTRIBUTING.md"] + articles.sorted().map { "Sources/\($0)" }
  }

  private static func lines(ofPage page: String) throws -> [Substring] {
    lines(of: try String(contentsOf: root.appending(path: page), encoding: .utf8))
  }

  private static func blocks() throws -> [Block] {
    try pages().flatMap { page in
      let lines = try lines(ofPage: page)
      var blocks: [Block] = []
      var index = lines.startIndex
      while let start = lines[index...].firstIndex(where: { $0.hasPrefix("```") }) {
        let content = lines[(start + 1)...].prefix { $0 != "```" }
        let comment = start > 0 ? lines[start - 1].wholeMatch(of: #/<!-- (.+) -->/#) : nil
        blocks.append(
          Block(
            page: page, language: lines[start].dropFirst(3),
            file: (comment?.output.1).map(String.init), lines: Array(content)))
        index = min(content.endIndex + 1, lines.endIndex)
      }
      return blocks
    }
  }

  private static func links() throws -> [String] {
    try ["README.md", "CONTRIBUTING.md"].flatMap { page in
      try lines(ofPage: page).flatMap {
        $0.matches(of: #/\]\(([^)#]+)[^)]*\)/#).map { String($0.output.1) }
      }
    }.filter { !$0.contains("://") }
  }
}
