import Foundation
import Testing

/// CONTRIBUTING.md has a table of the places that are compiled or behave otherwise on another system.
///
/// What differs there is said in the comment beside a condition. With `RECORD_GOLDENS=1` in the environment,
/// the test writes the table.
@Suite struct SystemsTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func contributorsReadWhatDiffersOnOtherSystems() throws {
    let rows = Self.files().compactMap(Self.row(of:))
    let table = "| place | condition | what differs |\n|---|---|---|\n" + rows.joined()
    let file = Self.root.appending(path: "CONTRIBUTING.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let begin = try #require(page.firstRange(of: "<!-- systems -->\n\n")).upperBound
    let end = try #require(page.firstRange(of: "<!-- /systems -->")).lowerBound
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data((page[..<begin] + table + page[end...]).utf8).write(to: file)
      Issue.record("recorded; look at it and run again without RECORD_GOLDENS")
      return
    }
    let lines = [page[begin..<end], table[...]].map { Set($0.split(separator: "\n")) }
    #expect(
      lines[0].symmetricDifference(lines[1]).sorted() == [],
      "write the table of CONTRIBUTING.md with RECORD_GOLDENS=1")
  }

  /// Returns the row of a file with its conditions and the comments beside them; `nil` if it has no conditions.
  private static func row(of path: String) -> String? {
    // Most files have none of these, and taking a file apart takes long.
    let marks = ["#if", "platforms:", "[Platform]", "$(uname)"].map { Data($0.utf8) }
    guard let content = try? Data(contentsOf: root.appending(path: path)),
      marks.contains(where: { content.range(of: $0) != nil })
    else { return nil }
    let text = String(decoding: content, as: UTF8.self)
    var (found, reasons, beside) = (Set<String>(), [String](), [Substring]())
    var isInText = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let code = line.drop { $0 == " " }
      if line.contains("\"\"\"") { isInText.toggle() }
      let new = isInText ? [] : conditions(in: code).filter { !found.contains($0) }
      if !new.isEmpty {
        found.formUnion(new)
        // The other branches of a condition have its reason.
        if !code.hasPrefix("#el") {
          #expect(
            !beside.isEmpty,
            "\(path):\(index + 1): say in a comment above \(new.joined(separator: ", ")) what differs"
          )
          reasons.append(beside.joined(separator: " "))
        }
      }
      let comment = code.prefixMatch(of: #/(?:\/\/|#) (.*)/#).map(\.output.1)
      beside = comment.map { beside + [$0] } ?? []
    }
    guard !found.isEmpty else { return nil }
    let conditions = found.sorted().map { "`\($0)`" }.joined(separator: ", ")
    return "| `\(path)` | \(conditions) | \(reasons.joined(separator: " ")) |\n"
  }

  private static func files() -> [String] {
    let folders = [
      "Benchmarks", "Examples", "IntegrationTests", "Plugins", "Scripts", "Sources", "Tests",
    ]
    var paths = ["Package.swift", "Makefile"]
    for folder in folders + ["Action", ".ci"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      paths += (files?.allObjects as? [String] ?? [])
        .filter { !$0.contains(".build") && !$0.contains("/Goldens/") }.map { "\(folder)/\($0)" }
    }
    return paths.filter { path in
      let name = path.split(separator: "/").last ?? ""
      return ["swift", "c", "h", "sh"].contains(name.split(separator: ".").last)
        || !name.dropFirst().contains(".")
    }.filter { !#filePath.hasSuffix($0) }.sorted()
  }

  /// Returns the conditions of a line: those of directives, of the manifest, and of scripts.
  private static func conditions(in line: Substring) -> [String] {
    // Most lines are none of these, and patterns take long.
    if line.hasPrefix("#if") || line.hasPrefix("#el") {
      let words = #/(?:os|canImport|targetEnvironment)\(\w+\)|__APPLE__|__linux__/#
      return line.matches(of: words).map { String($0.output) }
    }
    if line.contains(".when(platforms:") || line.contains("[Platform]") { return ["platforms"] }
    return line.contains("$(uname)") ? ["uname"] : []
  }
}
