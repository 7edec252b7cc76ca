import Foundation
import SchematicGraph

// Linux has readers of XML in a module of their own.
#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The texts of an SVG that Graphviz drew, by the titles of the nodes and edges that show them.
///
/// Read with an XML parser that knows nothing of Graphviz: a second opinion on every escape.
final class SVGText: NSObject, XMLParserDelegate {
  private(set) var lines: [String: [String]] = [:]
  private var title = ""
  private var element = ""
  private var text = ""

  init?(_ image: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(image))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  /// The text that a node or an edge shows; lines without characters are not drawn as such.
  func text(of title: String) -> String {
    lines[title, default: []].joined(separator: "\n")
  }

  /// Returns a label as the documentation of `render` says it comes out: control characters as
  /// control pictures, noncharacters replaced, no-break spaces and spaces alike, and a space in
  /// every line that is empty.
  static func expected(_ label: String) -> String {
    let visible = String(
      String.UnicodeScalarView(
        label.unicodeScalars.map { scalar -> Unicode.Scalar in
          switch scalar {
          case "\n", "\t": scalar
          case "\u{0}"..."\u{1F}": Unicode.Scalar(0x2400 + scalar.value)!
          case "\u{7F}": "\u{2421}"
          case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
          default: scalar
          }
        }))
    let lines = withoutHardSpaces(visible).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return withoutHardSpaces(visible) }
    return lines.map { $0.isEmpty ? " " : $0 }.joined(separator: "\n")
  }

  private static func withoutHardSpaces(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 }))
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    element = name
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    switch name {
    case "title": title = text
    case "text": lines[title, default: []].append(Self.withoutHardSpaces(text))
    default: break
    }
  }
}
