import Foundation

/// Runs an SCXML document without parallel states, history and executable content.
///
/// After each step, the event `done.state.ID` of a final state inside another comes first, and then a
/// transition without an event.
///
/// The rules are those of the W3C Recommendation, §3.13: an event takes the first transition, in the
/// order of the document, of the innermost state that has one whose condition holds; the target is
/// entered down to a state without children; a `<final>` child of the root ends the run.
final class SCXMLEngine {
  private final class State {
    let node: XMLNode
    let parent: State?
    init(_ node: XMLNode, in parent: State?) {
      self.node = node
      self.parent = parent
    }
  }

  private var states: [String: State] = [:]
  private var current: State?
  private let root: XMLNode

  /// The variables of the data model that are not 0.
  var variables: Set<String> = []

  init?(_ text: String) {
    guard let root = XMLNode.root(of: text), root.name == "scxml" else { return nil }
    self.root = root
    collect(in: root, nil)
    guard let initial = root.attributes["initial"], enter(initial) else { return nil }
  }

  /// The identifier, in the graph, of the state that the document is in.
  var identifier: String {
    let attributes = current?.node.attributes ?? [:]
    return attributes["schematic:identifier"] ?? attributes["id"] ?? ""
  }

  /// Returns the names that elements have in the document, by what they were called in the graph.
  func names(of element: String, _ attribute: String) -> [String: String] {
    let pairs = root.all.filter { $0.name == element }.compactMap { node in
      node.attributes[attribute].map { (node.attributes["schematic:label"] ?? $0, $0) }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  func send(_ event: String) {
    guard let current, !(current.node.name == "final" && current.parent == nil) else { return }
    var isTaken = take(event)
    while isTaken {
      let parent = self.current?.parent?.node.attributes["id"]
      let isDone = self.current?.node.name == "final"
      isTaken = isDone ? parent.map { take("done.state.\($0)") } ?? false : take(nil)
    }
  }

  /// Takes the transition of an event, or one without an event for `nil`; returns whether a state was entered.
  private func take(_ event: String?) -> Bool {
    var source = current
    while let state = source {
      let taken = state.node.children.first { node in
        let descriptor = node.attributes["event"]
        let isMeant = event.map { matches(descriptor ?? "", $0) } ?? (descriptor == nil)
        return node.name == "transition" && isMeant && holds(node.attributes["cond"])
      }
      if let taken {
        guard let target = taken.attributes["target"] else { return false }
        precondition(enter(target))
        return true
      }
      source = state.parent
    }
    return false
  }

  private func collect(in node: XMLNode, _ parent: State?) {
    for child in node.children where child.name == "state" || child.name == "final" {
      let state = State(child, in: parent)
      precondition(states.updateValue(state, forKey: child.attributes["id"] ?? "") == nil)
      collect(in: child, state)
    }
  }

  private func enter(_ id: String) -> Bool {
    guard let state = states[id] else { return false }
    let first = state.node.children.first { $0.name == "state" || $0.name == "final" }
    guard let inner = state.node.attributes["initial"] ?? first?.attributes["id"] else {
      current = state
      return true
    }
    return enter(inner)
  }

  private func matches(_ descriptor: String, _ event: String) -> Bool {
    event == descriptor || event.hasPrefix(descriptor + ".")
  }

  private func holds(_ condition: String?) -> Bool {
    (condition?.split(separator: " && ") ?? []).allSatisfy { term in
      let words = term.split(separator: " ").map(String.init)
      return variables.contains(words[0]) == (words[1] == "!=")
    }
  }
}

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
