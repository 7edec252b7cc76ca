import Foundation
import SchematicGraph
import SchematicGraphviz

/// A file format in the folder of diagrams.
enum DiagramFormat: String, CaseIterable {
  case dot
  case svg
  /// An SVG in dark colors. DocC shows `Name~dark.svg` instead of `Name.svg` on dark pages.
  case dark
  case png
  case pdf
  case mmd
  case puml
  case md
  case json
  case html

  /// The formats that `generate` writes to an empty folder by default.
  static let standard: [DiagramFormat] = Graphviz.isBuilt ? [.dot, .svg, .png] : [.dot]

  /// The names of the standard formats, for help texts.
  static var standardNames: String { standard.map(\.rawValue).joined(separator: ", ") }

  /// The names of all formats, for help texts.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Creates the format with a name: the ending of its files, or its word.
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

  /// The word for the format on pages: `mermaid` for `mmd`, which is also the language of code
  /// blocks.
  var word: String {
    switch self {
    case .mmd: "mermaid"
    case .puml: "plantuml"
    case .md: "table"
    default: rawValue
    }
  }

  /// The format to request from Graphviz, or `nil` for texts.
  var image: ImageFormat? {
    switch self {
    case .svg, .dark: .svg
    case .png: .png
    case .pdf: .pdf
    default: nil
    }
  }

  /// The format of the stamp in a drawing, or `nil` for texts, which are compared directly.
  ///
  /// An interactive page contains the picture, which differs from system to system.
  var stamp: ImageFormat? { self == .html ? .svg : image }

  /// Returns whether a drawing is a page without pictures that can have them now.
  func lacksPicture(_ drawing: Data) -> Bool {
    self == .html && Graphviz.isBuilt && drawing.range(of: Data(PlayerPage.noPicture.utf8)) != nil
  }

  /// Returns the text that a drawing is made from.
  ///
  /// The stamp of the drawing contains its fingerprint.
  func source(of graph: StateGraph, named name: String, style: DiagramStyle) -> String {
    let dot = DOTPrinter(name: name, style: style).text(of: graph)
    return self == .html ? PlayerPage.program + dot : dot
  }

  /// A Boolean value that indicates whether a drawing can contain links to lines of code.
  var hasLinks: Bool { image == .svg || self == .html }

  /// Returns the drawing of a graph without a stamp, and the layout effort of an image; `nil` for
  /// texts.
  ///
  /// Links, if there are any, are in what is drawn for one person. Files that are checked have none.
  func drawing(
    of graph: StateGraph, named name: String, style: DiagramStyle,
    marks: DiagramMarks = DiagramMarks(), links: CodeLinks? = nil
  ) throws(GraphvizError) -> (data: Data, effort: DrawingEffort?)? {
    if self == .html {
      let page = try PlayerPage([(name, graph)], title: name, links: links)
      return (Data(page.html.utf8), nil)
    }
    guard let image else { return nil }
    let style = self.style(from: style)
    var printer = DOTPrinter(name: name, style: style, marks: marks)
    printer.link = links?.maker
    var (drawn, effort) = try Graphviz.draw(printer.picture(of: graph), as: image)
    if image == .svg {
      drawn = SVGHead.added(to: drawn, of: graph, named: name, style, hasLinks: links != nil)
    }
    return (Data(drawn), effort)
  }

  /// Returns the text of a graph in this notation, or `nil` for images.
  func text(of graph: StateGraph, named name: String, style: DiagramStyle) -> String? {
    switch self {
    case .dot: graph.dot(name: name, style: style)
    case .mmd: graph.mermaid(name: name, style: style)
    case .puml: graph.plantUML(style: style)
    case .md: graph.markdownTable(style: style)
    case .json: graph.json()
    case .svg, .dark, .png, .pdf, .html: nil
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
  private var suffix: String { self == .dark ? "~dark.svg" : ".\(rawValue)" }

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
  static let ofPages: [DiagramFormat] = [.md, .mmd, .puml, .dot]

  /// The names of these notations, for help texts.
  static var pageNames: String { ofPages.map(\.word).joined(separator: ", ") }

  /// Returns the Markdown that shows a graph in this notation.
  ///
  /// Of a DOT text, it shows the picture alone: nobody compares the record on a page.
  func markdown(showing graph: StateGraph, named name: String, style: DiagramStyle) -> String {
    let text =
      self == .dot
      ? DOTPrinter(name: name, style: style).text(of: graph)
      : text(of: graph, named: name, style: style) ?? ""
    // A table is Markdown itself.
    guard self != .md else { return text }
    // Longer than any fence in the text, so that nothing in the text ends the block.
    let fence = String(repeating: "`", count: max(3, Self.longestFence(in: text) + 1))
    return "\(fence)\(word)\n\(text)\(fence)\n"
  }

  private static func longestFence(in text: String) -> Int {
    text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
  }
}
