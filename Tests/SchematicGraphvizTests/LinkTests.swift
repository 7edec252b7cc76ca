import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@testable import SchematicGraphviz

// Linux has readers of XML in a module of their own.
#if canImport(FoundationXML)
  import FoundationXML
#endif

private enum Door: CaseIterable, Graphable { case open, closed, locked }
private enum Hand: CaseIterable, Graphable { case push, turnKey, knock }

/// Answers whose lines are their numbers.
private let schema = StateMachineSchema<Door, Hand, Void>(initialState: .closed) { state, event in
  switch (state, event) {
  case (.closed, .push):
    return .to(.open, "swing\nopen", fileID: "Doors/Door.swift", line: 1) { _ in }
  case (.closed, .turnKey): return .to(.locked, fileID: "Doors/Door.swift", line: 2)
  case (.closed, .knock): return .stay("answer", fileID: "Doors/Door.swift", line: 3) { _ in }
  case (.open, .push): return .to(.closed, fileID: "Doors/Door.swift", line: 4)
  case (.open, .turnKey): return .to(.closed, "click", fileID: "Doors/Door.swift", line: 5) { _ in }
  case (.open, .knock): return .rejected("it is open", fileID: "Doors/Door.swift", line: 6)
  case (.locked, .turnKey):
    return .to(.closed, "\"<&>\u{1B}", fileID: "A B/../#\"<x>.swift", line: 7) { _ in }
  case (.locked, _): return .ignored
  }
}
.states { state in
  state == .open ? .entry("light", fileID: "Doors/Door.swift", line: 8) { _ in } : .none
}

@Suite struct LinkTemplateTests {
  private func link(_ template: String, file: String = "Sources/A/B.swift") throws -> String? {
    try LinkTemplate(template).link(file: file, path: "/home/me/\(file)", line: 24)
  }

  @Test func linkHasTheFileItsPathAndTheLine() throws {
    #expect(
      try link("https://example.com/a/blob/main/{file}#L{line}")
        == "https://example.com/a/blob/main/Sources/A/B.swift#L24")
    #expect(
      try link("editor://open?url=file:///{path}&line={line}")
        == "editor://open?url=file:///home/me/Sources/A/B.swift&line=24")
    #expect(
      LinkTemplate.named("vscode")?.link(file: "B.swift", path: "/home/B.swift", line: 7)
        == "vscode://file/home/B.swift:7")
  }

  @Test func unknownPathMakesNoLink() throws {
    let template = try LinkTemplate("editor://file/{path}")
    #expect(template.link(file: "A.swift", path: nil, line: 1) == nil)
  }

  /// Nothing in the name of a file means anything in a link.
  @Test(
    arguments: [
      ("a b.swift", "a%20b.swift"), ("#?&=.swift", "%23%3F%26%3D.swift"),
      ("//evil.example/x", "evil.example/x"), ("{line}{path}", "%7Bline%7D%7Bpath%7D"),
      ("\"'<>\\\n", "%22%27%3C%3E%5C%0A"), ("javascript:x", "javascript%3Ax"), ("é", "%C3%A9"),
    ])
  func linkEscapesNames(file: String, escaped: String) throws {
    #expect(
      try link("https://example.com/{file}#{line}", file: file)
        == "https://example.com/\(escaped)#24")
  }

  @Test(
    arguments: [
      "", "github", "{file}", "/{file}", "https:{file}", "https://{file}", "https://a{file}",
      "https://example.com/", "https://example.com/{line}", "https://example.com/{file}{name}",
      "https://example.com/ {file}", "https://example.com/\"{file}", "https://example.com/<{file}",
      "https://example.com/\n{file}", "javascript:alert(1)//{file}",
      "javascript://a/%0Aalert(1){file}",
      "JavaScript://a/{file}", "data://a/{file}", "vbscript://a/{file}", "é://a/{file}",
      "://a/{file}",
    ])
  func templateRefusesWhatIsNoLink(text: String) {
    #expect(throws: LinkTemplate.Failure.self) { try LinkTemplate(text) }
  }
}

@Suite struct SVGLinkTests {
  private func links() throws -> CodeLinks {
    CodeLinks(to: try LinkTemplate("https://example.com/{file}#L{line}"), in: nil)
  }

  private func draw(_ graph: StateGraph, style: DiagramStyle = .init()) throws -> (
    plain: [UInt8], linked: [UInt8]
  ) {
    var printer = DOTPrinter(name: "Door", style: style)
    let plain = try Graphviz.render(printer.picture(of: graph), as: .svg)
    printer.link = try links().maker
    return (plain, try Graphviz.render(printer.picture(of: graph), as: .svg))
  }

  @Test func anElementLeadsToItsFirstLineAndNamesAll() throws {
    let texts = try #require(LinkedTexts(draw(StateGraph(schema)).linked))
    let lines = texts.links.mapValues { $0.components(separatedBy: "#L").last ?? "" }
    #expect(
      lines == [
        "closed": "1", "knock / answer": "1", "open": "8", "entry / light": "8",
        "knock / rejected: it is open": "8", "locked": "7",
        "push / swing": "1", "open (row)": "1", "turnKey": "2",
        "push": "4", "turnKey / click": "4", "turnKey / \"<&>␛": "7",
      ])
    #expect(texts.links["push"] == "https://example.com/Doors/Door.swift#L4")
    #expect(
      texts.links["locked"] == "https://example.com/A%20B/../%23%22%3Cx%3E.swift#L7")
    #expect(texts.titles.contains("push: Door.swift:4\nturnKey / click: Door.swift:5"))
    #expect(
      texts.titles.contains(
        """
        Door.swift:8
        entry / light: Door.swift:8
        knock / rejected: it is open: Door.swift:6
        """))
    #expect(texts.titles.contains("turnKey / \"<&>␛: #\"<x>.swift:7"))
    #expect(texts.targets == ["_blank"])
  }

  @Test func theDrawingIsTheSameWithoutItsLinks() throws {
    let (plain, linked) = try draw(StateGraph(schema))
    let text = String(decoding: linked, as: UTF8.self)
    let bare = text.replacing(/<g id="a_[^"]*"><a [^>]*>\n|<\/a>\n<\/g>\n/, with: "")
    #expect(text != bare)
    #expect(bare == String(decoding: plain, as: UTF8.self))
  }

  /// Graphviz hands the link of a cluster down to those inside.
  @Test func aBoxInsideABoxHasItsOwnLinkOrNone() throws {
    let graph = StateGraph(
      states: [
        .init(identifier: "on.deep.a", parent: "on.deep"), .init(identifier: "off"),
      ],
      composites: [.init(identifier: "on"), .init(identifier: "on.deep", parent: "on")],
      rules: [.init(source: "off", target: "on.deep.a", trigger: "go")], initialState: "off")
    var printer = DOTPrinter(name: "Boxes")
    printer.link = { _ in nil }
    let clusters = printer.text(of: graph).split(separator: "\n").filter {
      $0.contains("margin=14")
    }
    #expect(clusters.count == 2 && clusters.allSatisfy { $0.contains("URL=\"\"") })
  }

  @Test func aGraphWithoutLinesHasNoLinks() throws {
    let graph = StateGraph(initial: Door.closed, events: Hand.allCases) { _, _ in .open }
    let (plain, linked) = try draw(graph)
    #expect(plain == linked)
  }

  @Test func aFileThatIsNotInTheFolderHasNoLink() throws {
    let template = try LinkTemplate("https://example.com/{file}")
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = SourceLines([SourceLine(fileID: "Doors/Door.swift", line: 1)])
    let none = CodeLinks(to: template, in: SourceFiles(in: folder.path)).place(of: lines)
    #expect(none?.text == "Door.swift:1")
    #expect(none?.href == nil)
    try Data().write(to: folder.appending(path: "Door.swift"))
    let found = CodeLinks(to: template, in: SourceFiles(in: folder.path)).place(of: lines)
    #expect(found?.href == "https://example.com/Door.swift")
  }

  @Test func pagesNameLinesOnlyIfTheyAreAskedTo() throws {
    let graph = StateGraph(schema)
    let plain = try PlayerPage([("Door", graph)], title: "Door").html
    #expect(!plain.contains("Door.swift"))
    #expect(!plain.contains("codePlace"))
    let linked = try PlayerPage([("Door", graph)], title: "Door", links: links()).html
    #expect(
      linked.contains(#"{"text":"Door.swift:5","href":"https://example.com/Doors/Door.swift#L5"}"#))
    // The picture is played, and has no links.
    #expect(!linked.contains("xlink:href=\\\""))
    #expect(linked.contains("function codePlace"))
  }
}

/// The texts of an SVG that are links, read by an XML parser.
private final class LinkedTexts: NSObject, XMLParserDelegate {
  /// The links, by the texts; a text that occurs again has `(row)` behind it.
  private(set) var links: [String: String] = [:]
  private(set) var titles: Set<String> = []
  private(set) var targets: Set<String> = []
  private var link: String?
  private var text = ""

  init?(_ image: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(image))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    text = ""
    guard name == "a" else { return }
    link = attributes["xlink:href"]
    titles.formUnion(attributes["xlink:title"].map { [$0] } ?? [])
    targets.formUnion(attributes["target"].map { [$0] } ?? [])
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let link else { return }
    let shown = text.replacing("\u{A0}", with: " ").trimmingCharacters(in: .whitespaces)
    switch name {
    case "text": links[links[shown] == nil ? shown : "\(shown) (row)"] = link
    case "a": self.link = nil
    default: break
    }
  }
}
