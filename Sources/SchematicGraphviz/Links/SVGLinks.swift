import SchematicGraph

extension CodeLinks {
  /// Returns Graphviz's drawing with links to the lines of code of what it shows.
  ///
  /// Each row of text leads to its own line, and what else is drawn to the line of the whole. The drawing
  /// looks as it does without links.
  ///
  /// - Parameters:
  ///   - svg: An SVG whose elements have names.
  ///   - elements: The lines of the elements, by their names.
  /// - Returns: The SVG.
  package func linked(_ svg: [UInt8], _ elements: [String: ElementLines]) -> [UInt8] {
    var rest = svg[...]
    var result: [UInt8] = []
    result.reserveCapacity(svg.count * 2)
    while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
      result += rest[..<tag]
      rest = rest[tag...]
      if rest.starts(with: "<!--".utf8) {
        result += rest.take(through: "-->")
        continue
      }
      let start = rest.take(through: ">")
      result += start
      if let element = Self.name(in: start).flatMap({ elements[$0] }) {
        result += linked(rest.take(upTo: "</g>"), element)
      }
    }
    return result + rest
  }

  /// Returns the content of an element with links.
  private func linked(_ content: ArraySlice<UInt8>, _ element: ElementLines) -> [UInt8] {
    var rest = content
    var pieces: [(bytes: ArraySlice<UInt8>, isLinked: Bool, isText: Bool)] = []
    while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
      pieces.append((rest[..<tag], false, false))
      rest = rest[tag...]
      let isTitle = rest.starts(with: "<title>".utf8)
      let isText = rest.starts(with: "<text".utf8)
      let end = isTitle ? "</title>" : isText ? "</text>" : ">"
      pieces.append((rest.take(through: end), !isTitle, isText))
    }
    let whole = place(of: element.whole)
    let rows = element.rows.map(place)
    let texts = pieces.count { $0.isText }
    // A state's name comes before its rows. If there are fewer texts than rows, nobody knows which.
    var row = texts < rows.count ? rows.count : rows.count - texts
    var result: [UInt8] = []
    for piece in pieces {
      var link = whole
      if piece.isText {
        if rows.indices.contains(row), let place = rows[row] { link = place }
        row += 1
      }
      result += piece.isLinked ? Self.linked(piece.bytes, to: link) : Array(piece.bytes)
    }
    return result + rest
  }

  private static func linked(_ shape: ArraySlice<UInt8>, to place: Place?) -> [UInt8] {
    guard let place, let href = place.href else { return Array(shape) }
    // Editors open their links without a page.
    let target = href.lowercased().hasPrefix("http") ? " target=\"_blank\"" : ""
    return Array(
      "<a xlink:href=\"\(XMLText.encoded(href))\"\(target)><title>\(XMLText.encoded(place.text))</title>"
        .utf8)
      + shape + Array("</a>".utf8)
  }

  /// Returns the name in the tag of a group.
  private static func name(in tag: ArraySlice<UInt8>) -> String? {
    let start = Array("<g id=\"".utf8)
    guard tag.starts(with: start) else { return nil }
    let name = tag.dropFirst(start.count).prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: name, as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// Removes and returns the bytes before a mark; all if there is none.
  fileprivate mutating func take(upTo mark: String) -> ArraySlice {
    let (whole, mark) = (self, Array(mark.utf8))
    while let found = firstIndex(of: mark[0]) {
      self = self[found...]
      if starts(with: mark) { return whole[..<found] }
      self = dropFirst()
    }
    self = self[endIndex...]
    return whole
  }

  /// Removes and returns the bytes up to the end of a mark; all if there is none.
  fileprivate mutating func take(through mark: String) -> ArraySlice {
    let whole = self
    _ = take(upTo: mark)
    self = dropFirst(mark.utf8.count)
    return whole[..<startIndex]
  }
}
