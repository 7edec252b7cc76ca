import Foundation
import Testing

/// The table of promises in the documentation names a test for each, and the tests are there.
@Suite struct PromiseTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The rows of all tables: the promise, and the test as `Suite/function`.
  private static let rows: [[String]] = {
    let page = root.appending(path: "Sources/Schematic/Schematic.docc/Promises.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| promise") }
      .map { $0.components(separatedBy: " | ").map { $0.trimmingCharacters(in: ["|", " ", "`"]) } }
  }()

  /// The text of each test file.
  private static let sources: [Data] = {
    let folder = root.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let swift = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    return swift.compactMap { try? Data(contentsOf: $0) }
  }()

  @Test func promisesHaveATable() {
    #expect(Self.rows.count > 50)
    #expect(Self.rows.allSatisfy { $0.count == 2 })
  }

  @Test(arguments: rows)
  func promisesAreTested(row: [String]) throws {
    let name = try #require(row.last).split(separator: "/")
    try #require(name.count == 2, "a test is named as Suite/function: \(row)")
    // Bytes, because text takes much longer to search.
    func contains(_ text: String) -> (Data) -> Bool { { $0.range(of: Data(text.utf8)) != nil } }
    let sources = Self.sources.filter(contains("struct \(name[0]) {"))
    try #require(!sources.isEmpty, "there is no suite \(name[0])")
    #expect(
      sources.contains(where: contains("func \(name[1])(")), "\(name[0]) has no test \(name[1])")
  }
}
