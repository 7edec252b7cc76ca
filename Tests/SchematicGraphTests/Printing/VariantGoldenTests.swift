import SchematicTestKit
import Testing

@testable import SchematicGraph

/// Pictures of one large machine in unusual styles, with marks, and of parts of it; and pictures of odd
/// characters.
@Suite struct VariantGoldenTests {
  /// A way to show a graph, by the name of its golden.
  enum Variant: String, CaseIterable {
    case ascii = "ascii.txt"
    case narrow = "narrow.txt"
    case table = "table.md"
    case words = "words.mmd"
    case part = "part.puml"
    case linked = "linked.dot"
    case counted = "counted.dot"
    case edits = "edits.md"
    case differencesInDOT = "differences.dot"
    case differencesInMermaid = "differences.mmd"
    case differencesInText = "differences.txt"
    case oddDOT = "odd.dot"
    case oddMermaid = "odd.mmd"
    case oddPlantUML = "odd.puml"
    case oddTable = "odd.md"
    case oddEdits = "oddEdits.md"

    func text() throws -> String {
      let (graph, old, odd) = (Scooter.new.graph, Scooter.old.graph, VariantGoldenTests.odd)
      let diff = graph.diff(from: old)
      let both = graph.comparison(with: old)
      return switch self {
      case .ascii: graph.textPicture(style: DiagramStyle(usesASCII: true))
      case .narrow: TextPrinter(columns: 60).text(of: graph)
      case .table: graph.markdownTable()
      case .words: graph.mermaid(style: DiagramStyle(labelStyle: .words))
      case .part: try graph.without(events: ["check", "push"]).plantUML()
      case .linked: VariantGoldenTests.linked.text(of: graph)
      case .counted: DOTPrinter(marks: VariantGoldenTests.counts).text(of: graph)
      case .edits: diff.markdown(title: "Scooter") { $0.all.first.map { "\($0)" } }
      case .differencesInDOT: DOTPrinter(marks: both.marks).text(of: both.graph)
      case .differencesInMermaid:
        both.graph.mermaid(name: "Scooter", style: DiagramStyle(), marks: both.marks)
      case .differencesInText: TextPrinter(marks: both.marks).text(of: both.graph)
      case .oddDOT: DOTPrinter().text(of: odd)
      case .oddMermaid: odd.mermaid()
      case .oddPlantUML: odd.plantUML()
      case .oddTable: odd.markdownTable()
      case .oddEdits:
        odd.diff(from: StateGraph(states: [], rules: [], initialState: " ")).markdown()
      }
    }
  }

  /// A dark picture whose states are in the order of a walk, and whose elements have names and links.
  private static let linked = {
    var printer = DOTPrinter(name: "Scooter")
    (printer.style.palette, printer.style.arrangement) = (.dark, .straightWalk)
    printer.namesElements = true
    printer.link = { lines in
      lines.all.first.map { DOTLink(address: "https://example.org/\($0)", place: "\($0)") }
    }
    return printer
  }()

  /// The marks of a scooter that was started 12 times and checked, and never came farther than to the wall.
  private static let counts = {
    let graph = Scooter.new.graph
    let counts = [
      "off: turnKey": 12, "inUse.ride: check": 1, "inUse.ride: pause": 3, "aside: resume": 2,
    ]
    let taken = graph.transitions.compactMap { rule in
      counts["\(rule.source): \(rule.event)"].map { (rule, $0) }
    }
    return DiagramMarks.taken(Dictionary(uniqueKeysWithValues: taken), in: graph)
  }()

  /// A machine whose texts have all printable characters of ASCII, blanks where they are lost, and controls.
  private static let odd = {
    let signs = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))
    let controls = "\u{0}\u{7}\t\u{7F}\u{85}\r\n\u{2028}\u{FFFF}"
    return StateGraph(
      states: [
        .init(identifier: " "), .init(identifier: "\\"), .init(identifier: "a\tb"),
        .init(identifier: "\\\"", label: " \n a|b"), .init(identifier: "%"),
      ],
      rules: [
        .init(source: " ", target: "\\", event: signs, guard: "#1"),
        .init(source: "\\", target: "a\tb", event: controls, action: "  two  blanks  "),
        .init(source: "a\tb", target: "\\\"", event: "", action: " "),
        .init(source: "\\\"", target: "\\\"", event: signs, action: controls, isInternal: true),
        .init(state: "\\\"", event: "{x}", reason: "<b>no</b> | &amp;"),
      ], initialState: " ")
  }()

  @Test(arguments: Variant.allCases)
  func variantIsWrittenAsRecorded(variant: Variant) throws {
    let text = try variant.text()
    #expect(try Golden("Variants/\(variant.rawValue)").difference(from: text) == nil)
  }

  @Test func everyGoldenIsAVariant() throws {
    #expect(try Golden.names(in: "Variants") == Set(Variant.allCases.map(\.rawValue)))
  }

  @Test func asciiTextHasOnlyASCII() {
    let style = DiagramStyle(usesASCII: true)
    #expect(Scooter.new.graph.textPicture(style: style).allSatisfy { $0.isASCII })
    Seeds.each(10) { seed in
      let nested = StateGraph.randomNested(seed: seed)
      for graph in [nested, .sideBySide([("left", nested), ("right", nested)])] {
        #expect(graph.textPicture(style: style).allSatisfy { $0.isASCII })
        let lines = { (text: String) in text.split(separator: "\n").count }
        #expect(lines(graph.textPicture(style: style)) == lines(graph.textPicture()))
      }
    }
  }

  @Test func darkPictureDiffersOnlyByItsColors() {
    func colorless(_ palette: DiagramPalette, _ graph: StateGraph, _ marks: DiagramMarks) -> String
    {
      var style = DiagramStyle()
      style.palette = palette
      return DOTPrinter(style: style, marks: marks).text(of: graph)
        .replacing(/#[0-9a-f]{6}/, with: "color")
    }
    let both = Scooter.new.graph.comparison(with: Scooter.old.graph)
    for (graph, marks) in [(Scooter.new.graph, Self.counts), both] {
      #expect(colorless(.dark, graph, marks) == colorless(.light, graph, marks))
    }
  }
}
