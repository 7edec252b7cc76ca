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

/// An SVG says what it shows to those who don't see it.
@Suite struct SVGDescriptionTests {
  private enum Door: Hierarchical, Graphable, Hashable {
    case locked, unlocked(Leaf)
    static var graphCases: [Door] { [.locked, .unlocked(.open), .unlocked(.shut)] }
  }
  private enum Leaf: CaseIterable, Hierarchical, Graphable { case open, shut }
  private enum Event: CaseIterable, Graphable { case key, push, kick }

  private static let graph = StateGraph(
    StateMachineSchema<Door, Event, Void>(initialState: .locked) { door, event in
      switch (door, event) {
      case (.locked, .key): return .to(.unlocked(.shut), "turn")
      case (.locked, .kick): return .rejected("it hurts")
      case (.unlocked(.shut), .key): return .to(.locked)
      case (.unlocked(.shut), .push): return .to(.unlocked(.open))
      case (.unlocked(.open), .push): return .stay("creak")
      default: return .ignored
      }
    }
    .states { $0 == .unlocked(.open) ? .entry("let air in") { _ in } : .none })

  @Test func descriptionNamesEveryStateAndEveryRule() {
    #expect(
      DiagramDescription.sentences(about: Self.graph, DiagramStyle()) == [
        "Starts in locked.", "locked: key / turn, to unlocked.shut; kick / rejected: it hurts.",
        "unlocked.open: entry / let air in; push / creak, stays.",
        "unlocked.shut: key, to locked; push, to unlocked.open.",
      ])
  }

  @Test func descriptionNamesAStateWithoutALabel() {
    let graph = StateGraph(
      states: [.init(identifier: "idle", label: ""), .init(identifier: "busy", label: "")],
      transitions: [.init(source: "idle", target: "busy", event: "go")], initialState: "idle")
    #expect(
      DiagramDescription.sentences(about: graph, DiagramStyle())
        == ["Starts in (idle).", "(idle): go, to (busy)."])
  }

  @Test func imageHasARoleATitleAndADescriptionAtItsBeginning() throws {
    let image = try Self.graph.render(.svg, name: "Door")
    let root = try #require(Root(image))
    #expect(root.role == "img")
    #expect(root.children.prefix(2) == ["title", "desc"])
    #expect(root.texts["title"] == "Door")
    let sentences = DiagramDescription.sentences(about: Self.graph, DiagramStyle())
    #expect(root.texts["desc"] == sentences.joined(separator: "\n"))
  }

  @Test func imageWithLinksLetsReadersComeToThem() throws {
    let image = Array("<?xml?><svg width=\"1\"><g/></svg>".utf8)
    let linked = SVGHead.added(
      to: image, of: Self.graph, named: "Door", DiagramStyle(), hasLinks: true)
    let text = String(decoding: linked, as: UTF8.self)
    #expect(text.hasPrefix("<?xml?><svg role=\"graphics-document\" width=\"1\">"))
    #expect(text.hasSuffix("<g/></svg>"))
  }

  @Test(arguments: ["</desc><script>", "a & b", "\u{1B}[31m", "]]>", "\u{FFFE}"])
  func anyLabelIsShownAsText(label: String) throws {
    let graph = StateGraph(
      states: [.init(identifier: label)],
      transitions: [.init(source: label, target: label, event: label)], initialState: label)
    let root = try #require(Root(try graph.render(.svg, name: "Odd")))
    #expect(!root.children.contains("script"))
    #expect(root.texts["desc"]?.split(separator: "\n").count == 2)
  }

  /// What an XML parser finds directly inside the root of an SVG.
  private final class Root: NSObject, XMLParserDelegate {
    private(set) var role: String?
    private(set) var children: [String] = []
    private(set) var texts: [String: String] = [:]
    private var path: [String] = []

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
      if path.isEmpty { role = attributes["role"] }
      if path.count == 1 { children.append(name) }
      path.append(name)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if path.count == 2, let name = path.last { texts[name, default: ""] += string }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      path.removeLast()
    }
  }
}
