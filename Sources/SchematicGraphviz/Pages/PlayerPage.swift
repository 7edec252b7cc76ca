import Foundation
import SchematicGraph

/// A web page for playing machines: a single file that needs no other files and no network.
///
/// It has a picture of each machine as Graphviz drew it, its graph as ``StateGraph/json()`` writes it, the
/// texts that it shows of rules, and a program that interprets the graph. The program is in the folder
/// `Program` beside this file: `interpreter.js` knows nothing of pages, and the others nothing of rules. `view.js` moves the picture,
/// `picture.js` lights it, and `player.js` puts all together.
package struct PlayerPage {
  private let title: String
  private let machines: [String]
  private let kind: Kind

  private enum Kind {
    case playing
    /// A page that plays and names lines of code.
    case linked
    case live
  }

  /// Draws machines and creates the page.
  ///
  /// - Parameters:
  ///   - graphs: The graphs of the machines, with their names.
  ///   - title: The title of the page.
  ///   - links: The links to lines of code that the page shows; `nil` for none.
  /// - Throws: A ``GraphvizError`` if a graph can't be drawn.
  package init(
    _ graphs: [(name: String, graph: StateGraph)], title: String, links: CodeLinks? = nil
  ) throws(GraphvizError) {
    self.title = title
    kind = links == nil ? .playing : .linked
    var machines: [String] = []
    for (name, graph) in graphs { machines.append(try Self.machine(name, graph, links: links)) }
    self.machines = machines
  }

  private init(liveTitle: String) {
    title = liveTitle
    machines = []
    kind = .live
  }

  /// Returns the page of running machines, which gets everything that it shows from its server.
  package static func live(title: String) -> PlayerPage { PlayerPage(liveTitle: title) }

  /// The page as text.
  package var html: String {
    let isLive = kind == .live
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      script-src 'sha256-\(script.hash)'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\(isLive ? "; connect-src 'self'" : "")">
      <title>\(Self.escaped(title))</title>
      <style>
      \(Self.styles)\(kind == .playing ? "" : Self.file("lines.css"))
      </style>
      </head>
      <body>
      \(isLive ? Self.file("live.html") : "")\(Self.file("player.html"))
      <script type="application/json" id="machines">[\(machines.joined(separator: ",\n"))]</script>
      <script>\(script.text)</script>
      </body>
      </html>

      """
  }

  /// The program of a page, and its hash, which are made once.
  private struct Script {
    let text: String
    let hash: String

    static let playing = Script(scripts)
    static let linked = Script(file("lines.js") + scripts)
    static let live = Script(file("lines.js") + scripts + file("live.js"))

    private init(_ program: String) {
      text = "\n\"use strict\";\n\(program)\n"
      hash = ProgramHash.sha256(of: text)
    }
  }

  private var script: Script {
    switch kind {
    case .playing: .playing
    case .linked: .linked
    case .live: .live
    }
  }

  /// The text that is the same in every page.
  package static var program: String {
    [styles, file("player.html"), scripts].joined(separator: "\n")
  }

  private static var styles: String {
    ["player.css", "panels.css", "picture.css"].map(file).joined(separator: "\n")
  }

  private static var scripts: String {
    [
      "interpreter.js", "view.js", "picture.js", "notes.js", "panels.js", "walk.js", "lanes.js",
      "share.js", "player.js",
    ].map(file).joined(separator: "\n")
  }

  /// Returns a file of the program.
  private static func file(_ name: String) -> String {
    let bytes: [UInt8] =
      switch name {
      case "interpreter.js": PackageResources.interpreter_js
      case "view.js": PackageResources.view_js
      case "picture.js": PackageResources.picture_js
      case "notes.js": PackageResources.notes_js
      case "panels.js": PackageResources.panels_js
      case "walk.js": PackageResources.walk_js
      case "lanes.js": PackageResources.lanes_js
      case "share.js": PackageResources.share_js
      case "player.js": PackageResources.player_js
      case "player.css": PackageResources.player_css
      case "panels.css": PackageResources.panels_css
      case "picture.css": PackageResources.picture_css
      case "lines.css": PackageResources.lines_css
      case "lines.js": PackageResources.lines_js
      case "live.html": PackageResources.live_html
      case "live.js": PackageResources.live_js
      default: PackageResources.player_html
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What a page shows instead of pictures if it was made without Graphviz.
  package static let noPicture = "No picture: this page was made without Graphviz. The rest works."

  /// Returns a machine as the program reads it; without Graphviz, one without a picture.
  ///
  /// - Throws: A ``GraphvizError`` if its graph can't be drawn.
  package static func machine(
    _ name: String, _ graph: StateGraph, links: CodeLinks? = nil
  ) throws(GraphvizError) -> String {
    guard Graphviz.isBuilt else {
      return machine(name, graph, links: links, insteadOfPicture: noPicture)
    }
    var printer = DOTPrinter(name: name)
    printer.namesElements = true
    let svg = try Graphviz.render(printer.picture(of: graph), as: .svg)
    return machine(
      name, graph, links, svg: PagePicture.element(of: String(decoding: svg, as: UTF8.self)))
  }

  /// Returns a machine with a sentence in place of its picture.
  package static func machine(
    _ name: String, _ graph: StateGraph, links: CodeLinks? = nil,
    insteadOfPicture sentence: String
  ) -> String {
    let svg = """
      <svg viewBox="0 0 800 60" xmlns="http://www.w3.org/2000/svg"><text x="10" y="35">\
      \(escaped(sentence))</text></svg>
      """
    return machine(name, graph, links, svg: svg)
  }

  private static func machine(
    _ name: String, _ graph: StateGraph, _ links: CodeLinks?, svg: String
  ) -> String {
    let graph = graph.inRecordedOrder
    let elements = DiagramElements(of: graph)
    let positions = Dictionary(
      zip(graph.rules, graph.rules.indices), uniquingKeysWith: { first, _ in first })
    func numbers(_ rules: [StateGraph.Rule]) -> JSONValue {
      .array(rules.compactMap { positions[$0] }.map { .number(Double($0)) })
    }
    let nearest = NearestLines(in: graph)
    let document = JSONValue.object(of: [
      ("name", .string(name)), ("svg", .string(svg)), ("graph", graph.document),
      ("arrows", .array(elements.arrows.map { .array($0.lines.map(numbers)) })),
      ("texts", .array(graph.rules.map { text(of: $0, links) })),
      (
        "timeouts",
        .array(
          graph.composites.map { composite in
            .array(composite.behaviors.compactMap(\.trigger).map { .string("\($0)") })
          })
      ),
      ("collapsed", .array(graph.collapsedStates.sorted().map(JSONValue.string))),
      (
        "lines",
        .array(
          graph.states.compactMap { state in
            links?.place(of: nearest.lines(of: state.identifier, state.behaviors)).map {
              .array([.string(state.identifier), $0.document])
            }
          })
      ),
    ])
    // No tag may end the script around it.
    return document.line.replacing("<", with: "\\u003C")
  }

  /// Returns what a page shows of a rule: its event, its guard and its line of code.
  private static func text(of rule: StateGraph.Rule, _ links: CodeLinks?) -> JSONValue {
    let `guard` = rule.guard.map(JSONValue.string)
    let line = links?.place(of: rule.lines)?.document
    let last = line.map { [`guard` ?? .null, $0] } ?? `guard`.map { [$0] } ?? []
    return .array([.string(rule.event)] + last)
  }

  /// Returns a text escaped for HTML.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\0", with: "␀")
  }
}
