import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of an XML document, as Foundation's parser reads it.
final class XMLNode {
  let name: String
  let attributes: [String: String]
  fileprivate(set) var children: [XMLNode] = []

  fileprivate init(name: String, attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// Reads a document; `nil` where it is not well-formed.
  static func root(of text: String) -> XMLNode? {
    let parser = XMLParser(data: Data(text.utf8))
    let reader = Reader()
    parser.delegate = reader
    return parser.parse() ? reader.root : nil
  }

  /// The element and all inside it, in the order of the document.
  var all: [XMLNode] { [self] + children.flatMap(\.all) }

  private final class Reader: NSObject, XMLParserDelegate {
    var root: XMLNode?
    private var open: [XMLNode] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      let node = XMLNode(name: name, attributes: attributes)
      open.last?.children.append(node)
      root = root ?? node
      open.append(node)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      open.removeLast()
    }
  }
}
