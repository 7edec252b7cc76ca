import Foundation
import SchematicGraph
import SchematicGraphviz

/// A web page on which machines are played: one file that needs no other, and no network.
///
/// It has a picture of each machine as Graphviz drew it, its graph as ``StateGraph/json()`` writes it,
/// and a program that interprets the graph. The program is in the folder `Program` beside this file:
/// `interpreter.js` knows nothing of pages, and the others nothing of rules.
package struct PlayerPage {
  private let title: String
  private let machines: [String]
  private var isLive = false

  /// Draws machines, and makes the page.
  ///
  /// - Parameters:
  ///   - graphs: The graphs of the machines, by their names.
  ///   - title: The title of the page.
  /// - Throws: A ``GraphvizError`` where a graph cannot be drawn.
  package init(_ graphs: [(name: String, graph: StateGraph)], title: String) throws(GraphvizError) {
    self.title = title
    var machines: [String] = []
    for (name, graph) in graphs { machines.append(try Self.machine(name, graph)) }
    self.machines = machines
  }

  private init(liveTitle: String) {
    title = liveTitle
    machines = []
    isLive = true
  }

  /// Returns the page of machines that run, which asks its server for everything that it shows.
  package static func live(title: String) -> PlayerPage { PlayerPage(liveTitle: title) }

  /// The page as text.
  package var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    script-src 'sha256-\(isLive ? ProgramHash.live : ProgramHash.playing)'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\(isLive ? "; connect-src 'self'" : "")">
    <title>\(Self.escaped(title))</title>
    <style>
    \(Self.file("player.css"))
    </style>
    </head>
    <body>
    \(isLive ? Self.file("live.html") : "")\(Self.file("player.html"))
    <script type="application/json" id="machines">[\(machines.joined(separator: ",\n"))]</script>
    <script>\(script)</script>
    </body>
    </html>

    """
  }

  /// The program, whose hash the page names.
  private var script: String {
    "\n\"use strict\";\n\(Self.scripts)\(isLive ? Self.file("live.js") : "")\n"
  }

  /// The text of everything in a page that is the same for all machines.
  package static var program: String {
    ["player.css", "player.html"].map(file).joined(separator: "\n") + scripts
  }

  private static var scripts: String {
    ["interpreter.js", "picture.js", "notes.js", "player.js"].map(file).joined(separator: "\n")
  }

  /// Returns a file of the program.
  private static func file(_ name: String) -> String {
    let bytes: [UInt8] =
      switch name {
      case "interpreter.js": PackageResources.interpreter_js
      case "picture.js": PackageResources.picture_js
      case "notes.js": PackageResources.notes_js
      case "player.js": PackageResources.player_js
      case "player.css": PackageResources.player_css
      case "live.html": PackageResources.live_html
      case "live.js": PackageResources.live_js
      default: PackageResources.player_html
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a machine as the program reads it.
  ///
  /// - Throws: A ``GraphvizError`` where its graph cannot be drawn.
  package static func machine(
    _ name: String, _ graph: StateGraph
  ) throws(GraphvizError) -> String {
    var printer = DOTPrinter(name: name)
    printer.namesElements = true
    // The page has colors of its own, for light and dark.
    var style = DiagramStyle()
    style.darkPalette = nil
    printer.style = style
    let svg = try Graphviz.render(dot: printer.text(of: graph), as: .svg, style: style)
    return machine(name, graph, svg: PagePicture.element(of: String(decoding: svg, as: UTF8.self)))
  }

  /// Returns a machine whose picture is a sentence.
  package static func machine(
    _ name: String, _ graph: StateGraph, insteadOfPicture sentence: String
  ) -> String {
    let svg = """
      <svg viewBox="0 0 800 60" xmlns="http://www.w3.org/2000/svg"><text x="10" y="35">\
      \(escaped(sentence))</text></svg>
      """
    return machine(name, graph, svg: svg)
  }

  private static func machine(_ name: String, _ graph: StateGraph, svg: String) -> String {
    let parts = DiagramPart.parts(of: graph)
    let places = parts.count > 1 ? DiagramPart.states(of: graph) : [:]
    let document = Document(
      name: name, svg: svg,
      parts: parts.map { part in
        Document.Part(
          name: part.name,
          arrows: part.arrows.map { $0.lines.map(Document.Line.init) },
          ends: part.arrows.map { [$0.source, $0.target] })
      }, places: places.sorted { $0.key < $1.key }.map { Document.Place(state: $0, parts: $1) })
    // A machine without regions is its only part.
    let graphs = parts.map { $0.graph == graph ? "null" : $0.graph.json() }
    let members = ["\"graph\":\(graph.json())", "\"graphs\":[\(graphs.joined(separator: ","))]"]
    return SharedTexts.packed(
      String(document.json.dropLast()) + "," + members.joined(separator: ",") + "}")
  }

  /// Returns a text as HTML shows it.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\0", with: "␀")
  }

  /// The members of a machine that are not in the JSON of its graph.
  private struct Document: Encodable {
    let name: String
    let svg: String
    let parts: [Part]
    /// The states of the parts that each state is made of; empty where there is one part.
    let places: [Place]

    struct Place: Encodable {
      let state: String
      let parts: [String]

      func encode(to encoder: any Encoder) throws {
        var pair = encoder.unkeyedContainer()
        try pair.encode(state)
        try pair.encode(parts)
      }
    }

    struct Part: Encodable {
      let name: String?
      /// The lines of each arrow, in the order in which they are drawn.
      let arrows: [[Line]]
      /// The states, or composite states, at the ends of each arrow.
      let ends: [[String]]
    }

    struct Line: Encodable {
      let event: String
      let `guard`: String?
      let action: String?
      let isInternal: Bool

      init(_ label: TransitionLabel) {
        event = label.event
        `guard` = label.guard
        action = label.action
        isInternal = if case .internal = label.effect { true } else { false }
      }
    }

    var json: String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // Text can always be encoded.
      return String(decoding: try! encoder.encode(self), as: UTF8.self)
    }
  }
}
