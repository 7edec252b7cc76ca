/// An XML element with attributes and child elements, and no text.
struct SCXMLElement {
  private let name: String
  private var attributes: [(name: String, value: String)] = []
  private var children: [SCXMLElement] = []

  init(_ name: String) {
    self.name = name
  }

  /// Returns the element with one more attribute; without it for `nil`.
  func with(_ name: String, _ value: String?) -> SCXMLElement {
    guard let value else { return self }
    var element = self
    element.attributes.append((name, value))
    return element
  }

  /// Returns the element with more children.
  func with(_ children: [SCXMLElement]) -> SCXMLElement {
    var element = self
    element.children += children
    return element
  }

  /// The element as lines of text.
  var lines: [String] {
    let tag =
      name + attributes.map { " \($0.name)=\(SCXMLText.quoted($0.value))" }.joined()
    guard !children.isEmpty else { return ["<\(tag)/>"] }
    return ["<\(tag)>"] + children.flatMap(\.lines).map { "  " + $0 } + ["</\(name)>"]
  }
}
