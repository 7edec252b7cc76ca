/// The names of states and regions in a picture in plain text.
struct TextNames {
  private var names: [Statechart.Vertex: String] = [:]

  init(of outline: DiagramOutline, _ glyphs: TextGlyphs) {
    let places = outline.paths
    let paths = Self.counts(places.map { Self.joined($0.path) })
    let uses = Self.counts(places.flatMap { Self.endings(of: $0.path) })
    for place in places {
      let (label, path) = (place.path.last ?? "", Self.joined(place.path))
      let name =
        Self.endings(of: place.path).first { uses[$0] == 1 } ?? (paths[path] == 1 ? path : nil)
      names[place.vertex] = glyphs.encode(
        name.flatMap { $0.isEmpty ? nil : $0 } ?? "\(label) (\(place.vertex.identifier))")
    }
  }

  /// Returns the name of a state or region: as much of its path as tells it from others.
  ///
  /// It is the text on a box, and at the end of the arrows that lead to the box.
  func name(of vertex: Statechart.Vertex) -> String {
    names[vertex] ?? names[.state(vertex.identifier)]
      ?? names[.composite(vertex.identifier), default: vertex.identifier]
  }

  /// Returns the ends of a path, the shortest first: `off`, `light.off`, `trip.light.off`.
  private static func endings(of path: [String]) -> [String] {
    path.indices.reversed().map { joined(path[$0...]) }
  }

  private static func joined(_ path: some Sequence<String>) -> String {
    path.joined(separator: ".")
  }

  private static func counts(_ texts: [String]) -> [String: Int] {
    Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
  }
}
