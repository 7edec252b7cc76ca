import Foundation
import SchematicAnalysis
import SchematicGraph
import SchematicGraphviz

/// A file format in the folder of diagrams.
enum DiagramFormat: String, CaseIterable {
  case dot
  case svg
  /// An SVG in dark colors. DocC shows `Name~dark.svg` instead of `Name.svg` on dark pages.
  case dark
  /// An SVG that plays a walk: a sequence of transitions.
  case walk
  case png
  case pdf
  case mmd
  case puml
  case md
  /// A picture in plain text.
  case txt
  case json
  case html

  /// The formats that `generate` writes to an empty folder by default.
  static let standard: [DiagramFormat] = Graphviz.isBuilt ? [.dot, .svg, .png] : [.dot]

  /// The names of the standard formats, for help texts.
  static var standardNames: String { standard.map(\.rawValue).joined(separator: ", ") }

  /// The names of all formats, for help texts.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Creates the format with a name, such as `mmd` or `dark`, or with a ``word``, such as `mermaid`.
  init?(name: String) {
    guard let format = Self.allCases.first(where: { [$0.rawValue, $0.word].contains(name) }) else {
      return nil
    }
    self = format
  }

  /// Returns the format that an option names.
  static func named(_ name: String) throws(DiagramError) -> DiagramFormat {
    if let format = DiagramFormat(name: name) { return format }
    let words = allCases.flatMap { [$0.rawValue, $0.word] }
    let suggestion = SpellingSuggestion.nearest(to: name, in: words)
    throw DiagramError(
      .unknownName,
      "no format is named \"\(name)\"; "
        + (suggestion.map { "did you mean \"\($0)\"? " } ?? "") + "there are \(names)")
  }

  /// The word for the format in the markers and code blocks of pages, such as `mermaid` for `mmd`.
  var word: String {
    switch self {
    case .mmd: "mermaid"
    case .puml: "plantuml"
    case .md: "table"
    case .txt: "text"
    default: rawValue
    }
  }

  /// The format to request from Graphviz, or `nil` for texts and HTML pages.
  var image: ImageFormat? {
    switch self {
    case .svg, .dark, .walk: .svg
    case .png: .png
    case .pdf: .pdf
    default: nil
    }
  }

  /// The format of the stamp in a drawing, or `nil` for texts, which are compared directly.
  ///
  /// An HTML page has a stamp, too, because the page contains an SVG, which differs between systems.
  var stamp: ImageFormat? { self == .html ? .svg : image }

  /// Returns whether a file of this format was written by this program, or is empty.
  ///
  /// Nobody loses anything if such a file is replaced.
  func wrote(_ content: Data) -> Bool {
    guard let signature, !content.isEmpty else {
      return content.isEmpty || ImageStamp.fingerprint(in: content) != nil
    }
    return content.range(of: Data(signature.utf8)) != nil
  }

  /// The words that are in each text of this format, or `nil` for drawings, which have a stamp.
  private var signature: String? {
    switch self {
    case .dot: "// record "
    case .mmd: "accTitle: "
    case .puml: "hide empty description"
    case .md: "| State | Event | Guard | Action | Next state |"
    case .txt: "┌"
    case .json: "schematic-state-graph"
    case .svg, .dark, .walk, .png, .pdf, .html: nil
    }
  }

  /// Returns whether a drawing is an HTML page without pictures, although this program can draw them.
  func lacksPicture(_ drawing: Data) -> Bool {
    self == .html && Graphviz.isBuilt && drawing.range(of: Data(PlayerPage.noPicture.utf8)) != nil
  }

  /// Returns the text that a drawing is made from.
  ///
  /// The stamp of the drawing contains the fingerprint of this text.
  func fingerprintedText(of graph: StateGraph, named name: String, style: DiagramStyle) -> String {
    let style = self.style(from: style)
    let dot =
      DOTPrinter(name: name, style: style).text(of: graph)
      + (stamp == .svg ? SVGHead.sheet(of: style) : "")
    return switch self {
    case .html: PlayerPage.program + dot
    case .walk: WalkAnimation(of: WalkAnimation.walks(in: graph), in: graph, style).sheet + dot
    default: dot
    }
  }

  /// A Boolean value that indicates whether a drawing can contain links to lines of code.
  var hasLinks: Bool { image == .svg || self == .html }

  /// Returns a drawing, still without a stamp, and the effort of an image's layout; `nil` for texts.
  ///
  /// Only `render` passes links, or a walk that the user chose, because it draws for one person.
  func drawing(
    of graph: StateGraph, named name: String, style: DiagramStyle,
    marks: DiagramMarks = DiagramMarks(), links: CodeLinks? = nil, walk: Walk? = nil
  ) throws(GraphvizError) -> (data: Data, effort: DrawingEffort?)? {
    if self == .html {
      let page = try PlayerPage([(name, graph)], title: name, links: links)
      return (Data(page.html.utf8), nil)
    }
    guard let image else { return nil }
    let style = self.style(from: style)
    var printer = DOTPrinter(name: name, style: style, marks: marks)
    printer.link = links?.maker
    let walks = walk.map { [$0] } ?? (self == .walk ? WalkAnimation.walks(in: graph) : [])
    printer.namesElements = !walks.isEmpty
    let drawing = try Graphviz.draw(graph, by: printer, as: image)
    var drawn = drawing.image
    if image == .svg {
      drawn = SVGHead.added(
        to: drawn, of: graph, named: name, style, hasLinks: links != nil,
        motion: walks.isEmpty ? nil : WalkAnimation(of: walks, in: graph, style).motion)
    }
    return (Data(drawn), drawing.effort)
  }

  /// Returns the text of a graph in this notation, or `nil` for images and HTML pages.
  func text(of graph: StateGraph, named name: String, style: DiagramStyle) -> String? {
    switch self {
    case .dot: graph.dot(name: name, style: style)
    case .mmd: graph.mermaid(name: name, style: style)
    case .puml: graph.plantUML(style: style)
    case .md: graph.markdownTable(style: style)
    case .txt: graph.textPicture(style: style)
    case .json: graph.json()
    case .svg, .dark, .walk, .png, .pdf, .html: nil
    }
  }

  /// Returns the style in which images of this format are drawn.
  ///
  /// - Parameter style: The style of the diagram.
  /// - Returns: The style of the image.
  func style(from style: DiagramStyle) -> DiagramStyle {
    var style = style
    if self == .dark {
      style.palette = .dark
      style.darkPalette = nil
    }
    return style
  }

  /// The ending of file names in this format.
  private var suffix: String {
    switch self {
    case .dark: "~dark.svg"
    case .walk: ".walk.svg"
    default: ".\(rawValue)"
    }
  }

  /// Returns the name of a diagram's file in this format.
  func fileName(of diagram: String) -> String { diagram + suffix }

  /// Returns the name and format of the diagram that a file would belong to, or `nil` for other
  /// files.
  static func diagram(ofFile file: String) -> (name: String, format: DiagramFormat)? {
    let formats = allCases.filter { file.hasSuffix($0.suffix) }
    return formats.max { $0.suffix.count < $1.suffix.count }.map {
      (String(file.dropLast($0.suffix.count)), $0)
    }
  }
}

// MARK: - Sections of pages

extension DiagramFormat {
  /// The notations in which a section of a page can be written.
  static let ofPages: [DiagramFormat] = [.md, .mmd, .puml, .dot, .txt]

  /// The words for the notations of pages, for help texts.
  static var pageNames: String { ofPages.map(\.word).joined(separator: ", ") }

  /// Returns the text that shows a graph in a section of a page, in this notation.
  ///
  /// In DOT, this is the picture without the record, because pages are compared only as texts.
  func text(
    of graph: StateGraph, named name: String, style: DiagramStyle, in part: MarkedPage.Part
  ) -> String {
    let text =
      switch self {
      case .dot: DOTPrinter(name: name, style: style).text(of: graph)
      case .txt: TextPrinter(style: style, columns: part.columns).text(of: graph)
      default: text(of: graph, named: name, style: style) ?? ""
      }
    return part.isPlain ? text : markdown(showing: text)
  }

  /// Returns the Markdown that shows a text in this notation.
  func markdown(showing text: String) -> String {
    // A table is Markdown itself.
    guard self != .md else { return text }
    // The fence is longer than any in the text, so that nothing in the text ends the block.
    let fence = String(repeating: "`", count: max(3, Self.longestFence(in: text) + 1))
    return "\(fence)\(word)\n\(text)\(fence)\n"
  }

  private static func longestFence(in text: String) -> Int {
    text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
  }
}
