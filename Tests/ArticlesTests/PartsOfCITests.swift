import Foundation
import Testing

/// `.ci/run` has the checks that every change must pass, and other files have the same list.
@Suite struct PartsOfCITests {
  private static func text(of path: String) throws -> String {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The commands of both lanes of `.ci/run`.
  private static func parts() throws -> [Substring] {
    let lanes = try text(of: ".ci/run").split(separator: "<<'PARTS'").dropFirst()
    return try lanes.flatMap { lane in
      let lines = lane.split(separator: "\n").dropFirst()
      return lines[..<(try #require(lines.firstIndex(of: "PARTS")))]
    }
  }

  @Test func aPullRequestRunsEachPartAsAJob() throws {
    let workflow = try Self.text(of: ".github/workflows/linux.yml").split(separator: "\n")
    let start = try #require(workflow.firstIndex { $0.hasSuffix("        part:") })
    let jobs = workflow[(start + 1)...].prefix { $0.hasPrefix("          - ") }.map {
      $0.dropFirst(12)
    }
    #expect(try jobs.sorted() == Self.parts().sorted())
  }

  @Test func contributorsReadWhatEachPartProves() throws {
    let page = try Self.text(of: "CONTRIBUTING.md")
    #expect(try Self.parts().filter { !page.contains("\n| `\($0)`") } == [])
  }
}
