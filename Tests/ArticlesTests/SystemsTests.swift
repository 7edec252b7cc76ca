import Foundation
import Testing

/// CONTRIBUTING.md lists every place that is compiled or behaves otherwise on another system.
@Suite struct SystemsTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file, and the conditions in it that depend on the system.
  struct Place: Hashable, CustomStringConvertible {
    let path: String
    let conditions: [String]

    var description: String {
      "| `\(path)` | \(conditions.map { "`\($0)`" }.joined(separator: ", ")) |"
    }
  }

  @Test func contributorsFindEveryPlaceThatDependsOnTheSystem() throws {
    let (listed, found) = try (Set(Self.rows().map(\.place)), Set(Self.places()))
    #expect(!found.isEmpty)
    #expect(found.subtracting(listed).map(\.description).sorted() == [], "add these lines")
    #expect(listed.subtracting(found).map(\.description).sorted() == [], "remove these lines")
  }

  @Test func contributorsReadWhatDiffers() throws {
    #expect(try Self.rows().allSatisfy { !$0.difference.isEmpty })
  }

  private static func rows() throws -> [(place: Place, difference: Substring)] {
    let page = try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    return page.matches(of: #/(?m)^\| `([\w./+-]+)` \| (`.*`) \| (.*) \|$/#).map { row in
      let conditions = row.output.2.split(separator: ", ").map { String($0.dropFirst().dropLast()) }
      return (Place(path: String(row.output.1), conditions: conditions), row.output.3)
    }
  }

  private static func places() throws -> [Place] {
    let folders = ["Sources", "Tests", "Examples", "Plugins", "IntegrationTests", "Benchmarks"]
    var paths = ["Package.swift", "Makefile"]
    for folder in folders + ["Scripts", "Action", ".ci"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      paths += (files?.allObjects as? [String] ?? [])
        .filter { !$0.contains(".build") && !$0.contains("/Goldens/") }.map { "\(folder)/\($0)" }
    }
    return try paths.filter {
      ["swift", "c", "h", "sh", ""].contains($0.suffixAfterDot) && !#filePath.hasSuffix($0)
    }
    .compactMap { path in
      let file = root.appending(path: path)
      guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true,
        let text = try? String(contentsOf: file, encoding: .utf8)
      else { return nil }
      let conditions = Set(text.split(separator: "\n").flatMap(conditions(in:)))
      return conditions.isEmpty ? nil : Place(path: path, conditions: conditions.sorted())
    }
  }

  /// Returns the conditions of a line: those of directives, of the manifest, and of scripts.
  private static func conditions(in line: Substring) -> [String] {
    // Most lines are none of these, and patterns take long.
    let text = line.drop { $0 == " " }
    if text.hasPrefix("#if") || text.hasPrefix("#el") {
      let words = #/(?:os|canImport|targetEnvironment)\(\w+\)|__APPLE__|__linux__/#
      return text.matches(of: words).map { String($0.output) }
    }
    if text.contains(".when(platforms:") || text.contains("[Platform]") { return ["platforms"] }
    return text.contains("$(uname)") ? ["uname"] : []
  }
}

extension String {
  /// The text after the last dot of a file's name; empty if there is none.
  fileprivate var suffixAfterDot: String {
    split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false)
      .dropFirst().last.map(String.init) ?? ""
  }
}
