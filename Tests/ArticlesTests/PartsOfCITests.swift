import Foundation
import Testing

/// `.ci/run` has the checks that every change must pass, and other files have the same list.
@Suite struct PartsOfCITests {
  private static func text(of path: String) throws -> String {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The commands of `.ci/run`, after those that prepare it.
  private static func parts() throws -> [Substring] {
    let lines = try text(of: ".ci/run").split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("cd ") })
    return lines[(start + 1)...].filter { !$0.hasPrefix("#") }
  }

  @Test func aPullRequestRunsEachPartAsAJob() throws {
    let workflow = try Self.text(of: ".github/workflows/linux.yml").split(separator: "\n")
    let start = try #require(workflow.firstIndex { $0.hasSuffix("        part:") })
    let jobs = workflow[(start + 1)...].prefix { $0.hasPrefix("          - ") }.map {
      $0.dropFirst(12)
    }
    #expect(try jobs == Self.parts())
  }

  @Test func contributorsReadWhatEachPartProves() throws {
    let page = try Self.text(of: "CONTRIBUTING.md")
    #expect(try Self.parts().filter { !page.contains("\n| `\($0)`") } == [])
  }
}
