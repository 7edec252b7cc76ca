import Foundation
import SchematicGraph

/// A web page for playing machines: a single file, which needs no network unless it shows running machines.
///
/// The page contains each machine's picture, its graph as ``StateGraph/json()`` writes it, and the texts of
/// its rules. A program interprets the graphs. The program is in the folder `Program` beside this file:
/// `interpreter.js` follows the rules; `picture.js` lights the picture and `view.js` moves it;
/// `panels.js`, `walk.js` and `lanes.js` show what is beside and below the picture; `notes.js` writes
/// walks and reads traces; `share.js` copies and loads them; `player.js` puts everything
/// together. The folder `Live` has what only some pages contain: `lines.js` for pages that name lines of code, and
/// `live.js` for pages of running machines.
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
      \(Self.file("player.css"))
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
    [file("player.css"), file("player.html"), scripts].joined(separator: "\n")
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
      case "lines.js": PackageResources.lines_js
      case "live.html": PackageResources.live_html
      case "live.js": PackageResources.live_js
      default: PackageResources.player_html
      }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text that a page shows instead of a picture if it was made without Graphviz.
  package static let noPicture = "No picture: this page was made without Graphviz. The rest works."

  /// Returns a machine in JSON, for the program.
  ///
  /// Without Graphviz, a sentence replaces the picture.
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
    let svg = try Graphviz.draw(graph, by: printer, as: .svg).image
    return machine(
      name, graph, links, svg: PagePicture.element(of: String(decoding: svg, as: UTF8.self)))
  }

  /// Returns a machine in JSON, with a sentence in place of its picture.
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
    // The tag `</script>` in a text would end the script around the JSON.
    return document.line.replacing("<", with: "\\u003C")
  }

  /// Returns the texts of a rule that a page shows: its event, its guard and its line of code.
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

/// A picture as a page contains it: Graphviz's drawing without its invisible parts.
enum PagePicture {
  /// The maximum length of a line of text in a picture, in Unicode scalars.
  ///
  /// A longer line is wider than any screen.
  static let mostCharacters = 1_000

  /// Returns the element of Graphviz's drawing without its titles and comments, which repeat names,
  /// and with long lines shortened.
  static func element(of svg: String) -> String {
    var rest = svg.utf8[...]
    skip(to: "<svg", in: &rest)
    var picture = ""
    picture.reserveCapacity(rest.count)
    while let tag = rest.firstIndex(of: 0x3C) {
      picture += String(rest[..<tag]) ?? ""
      rest = rest[tag...]
      if rest.starts(with: "<!--".utf8) {
        skip(past: "-->", in: &rest)
      } else if rest.starts(with: "<title>".utf8) {
        skip(past: "</title>", in: &rest)
      } else if rest.starts(with: "<text".utf8) {
        guard let end = rest.firstIndex(of: 0x3E) else { break }
        picture += String(rest[...end]) ?? ""
        rest = rest[rest.index(after: end)...]
        let next = rest.firstIndex(of: 0x3C) ?? rest.endIndex
        picture += shortened(String(rest[..<next]) ?? "")
        rest = rest[next...]
      } else {
        picture += "<"
        rest = rest.dropFirst()
      }
    }
    return picture + (String(rest) ?? "")
  }

  /// Returns an XML text, cut off after ``mostCharacters``.
  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > mostCharacters, text.unicodeScalars.count > mostCharacters else {
      return text
    }
    // Counted in Unicode scalars, because a character can have any number of them.
    var start = Substring(text.unicodeScalars.prefix(mostCharacters))
    // Don't cut a character reference in half.
    if let name = start.lastIndex(of: "&"), !start[name...].contains(";") { start = start[..<name] }
    return "\(start)…"
  }

  private static func skip(past mark: String, in rest: inout Substring.UTF8View) {
    skip(to: mark, in: &rest)
    rest = rest.dropFirst(mark.utf8.count)
  }

  private static func skip(to mark: String, in rest: inout Substring.UTF8View) {
    guard let first = mark.utf8.first else { return }
    while let found = rest.firstIndex(of: first) {
      rest = rest[found...]
      if rest.starts(with: mark.utf8) { return }
      rest = rest.dropFirst()
    }
    rest = rest[rest.endIndex...]
  }
}
