import Foundation
import SchematicGraph
import SchematicGraphviz
import SchematicTestKit
import Testing

// Linux has readers of XML in a module of their own.
#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What a page promises about its size, and about what a browser runs in it.
@Suite struct PlayerProgramTests {
  private static let small = StateGraph(
    states: [.init(identifier: "open")], transitions: [], initialState: "open")

  /// The places in which a graph has texts.
  enum Place: CaseIterable {
    case identifier, label, event, guardName, action, reason, entry, name

    func graph(_ text: String) -> StateGraph {
      func at(_ place: Place) -> String { self == place ? text : "\(place)" }
      let first = at(.identifier)
      return StateGraph(
        states: [
          .init(
            identifier: first, label: at(.label), parent: "outer",
            behaviors: [.init(.entry, at(.entry))]),
          .init(identifier: "second", parent: "outer"),
        ],
        composites: [.init(identifier: "outer", label: "around")],
        transitions: (1...5).map { number in
          .init(
            source: first, target: first, event: at(.event),
            guard: "payload = \(number)", action: at(.action))
        }
          + (1...5).map { number in
            .init(
              source: first, target: "second", event: "event \(number)", guard: at(.guardName)
            )
          },
        rejections: [.init(state: "second", event: at(.event), reason: at(.reason))],
        initialState: first)
    }
  }

  /// The page has the graph's JSON, events and guards once more, and a picture, which cuts texts.
  @Test(arguments: Place.allCases)
  func pageGrowsAsTheJSONOfItsGraph(place: Place) throws {
    let length = 16_000
    let text = String(String(repeating: "long text (of a)", count: length / 16).prefix(length))
    func sizes(_ text: String) throws -> (json: Int, page: Int) {
      let graph = place.graph(text)
      let page = try PlayerPage([(place == .name ? text : "Machine", graph)], title: "Machine").html
      return (graph.json().utf8.count, page.utf8.count)
    }
    let (short, long) = (try sizes("short"), try sizes(text))
    #expect(long.page - short.page < 2 * (long.json - short.json) + 3 * length)
  }

  /// Every sentence under *Safety* in the article about pages is tried by a test, here or in a browser by
  /// `Scripts/check-player.sh`.
  @Test func everyPromiseOfTheArticleIsTried() throws {
    let promises = [
      (
        "It loads nothing and sends nothing",
        ["pageAllowsNoRequests", "check_requests", "check_policy"]
      ),
      (
        "It runs only its own program",
        ["pageNamesItsProgramByItsHash", "check_hostile", "check_policy"]
      ),
      ("No name has a meaning for the program", ["namesOfMembersStayNames"]),
      ("A long text makes a page longer", ["pageGrowsAsTheJSONOfItsGraph", "pageCutsLongLines"]),
    ]
    var root = URL(filePath: #filePath)
    while root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
    let article = try String(
      contentsOf: root.deletingLastPathComponent().appending(
        path: "Sources/SchematicDiagrams/SchematicDiagrams.docc/Pages.md"), encoding: .utf8)
    let section = try #require(article.components(separatedBy: "### Send a page to others\n").last)
    let found = section.components(separatedBy: "\n- ").dropFirst()
    #expect(found.count == promises.count)
    for (text, (beginning, tests)) in zip(found, promises) {
      #expect(text.hasPrefix(beginning))
      #expect(!tests.isEmpty)
    }
  }

  /// A page that plays may ask nobody, and a live page its own server.
  @Test func pageAllowsNoRequests() throws {
    let page = try PlayerPage([("Open", Self.small)], title: "Open").html
    #expect(page.contains("content=\"default-src 'none'; "))
    for source in ["connect-src", "img-src", "font-src", "frame-src", "http:", "https:", "*;"] {
      let policy = page.components(separatedBy: "Content-Security-Policy\" content=\"")[1]
        .prefix { $0 != "\"" }
      #expect(!policy.contains(source))
    }
    #expect(page.contains("base-uri 'none'; form-action 'none'"))
    #expect(PlayerPage.live(title: "Live").html.contains("connect-src 'self'\""))
  }

  /// A line that is cut shows that it is, and is still XML.
  @Test(arguments: ["a", "&", "<", "é", "👩‍👩‍👧", "\u{301}"])
  func pageCutsLongLines(character: String) throws {
    let text = "x" + String(repeating: character, count: 3_000)
    let graph = StateGraph(
      states: [.init(identifier: "open", label: text)], transitions: [], initialState: "open")
    let page = try PlayerPage([("Open", graph)], title: "Open").html
    let svg = try #require(page.components(separatedBy: "\"svg\":").last)
    #expect(svg.contains("…"))
    let parser = XMLParser(data: Data(try Self.picture(in: page).utf8))
    #expect(parser.parse())
  }

  /// Returns the picture of the only machine in a page.
  private static func picture(in page: String) throws -> String {
    let start = try #require(page.range(of: "id=\"machines\">"))
    let end = try #require(
      page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    struct Machine: Decodable { let svg: String }
    let text = page[start.upperBound..<end.lowerBound]
    return try JSONDecoder().decode([Machine].self, from: Data(text.utf8))[0].svg
  }

  /// The program is named by its hash, because a page may say whatever a label says.
  @Test(arguments: ["playing", "linked", "live"])
  func pageNamesItsProgramByItsHash(kind: String) throws {
    let links = CodeLinks(to: nil, in: nil)
    let page =
      try kind == "live"
      ? PlayerPage.live(title: "Live").html
      : PlayerPage([("Open", Self.small)], title: "Open", links: kind == "linked" ? links : nil)
        .html
    let start = try #require(page.range(of: "<script>"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let hash = try SHA256Tool.base64(of: String(page[start.upperBound..<end.lowerBound]))
    #expect(page.contains("script-src 'sha256-\(hash)';"))
    #expect(!page.contains("nonce"))
    #expect(!page.contains("'unsafe-inline' 'sha"))
  }

  /// Each page of a machine has the same program, whatever the machine's texts are.
  @Test func allMachinesHaveOneProgram() throws {
    let hostile = Place.allCases.map { $0.graph("</script><script>alert(1)</script><!--") }
    let pages = try hostile.map {
      try PlayerPage([("</script>", $0)], title: "</title><script>").html
    }
    let programs = pages.map { page in
      page.components(separatedBy: "<script>").dropFirst().map {
        $0.components(separatedBy: "</script>")[0]
      }
    }
    #expect(programs.allSatisfy { $0.count == 1 })
    #expect(Set(programs).count == 1)
  }
}

/// The tool of the system that computes hashes.
private enum SHA256Tool {
  static func base64(of text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // The tool for SHA-256 has another name.
    #if canImport(Darwin)
      process.arguments = ["shasum", "-a", "256", file.path]
    #else
      process.arguments = ["sha256sum", file.path]
    #endif
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let digits = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .prefix(64)
    process.waitUntilExit()
    let bytes = stride(from: 0, to: 64, by: 2).compactMap { offset in
      UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
    }
    return Data(bytes).base64EncodedString()
  }
}
