/// The names of states and regions in a picture in plain text.
struct TextNames {
  private var names: [Statechart.Vertex: String] = [:]

  init(of outline: DiagramOutline, _ glyphs: TextGlyphs) {
    let places = Self.places(in: outline)
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

  private struct Place {
    let vertex: Statechart.Vertex
    /// The labels of the states and regions around it, and its own.
    let path: [String]
  }

  /// Returns all states and regions, each with the ones around it.
  private static func places(in outline: DiagramOutline) -> [Place] {
    var places: [Place] = []
    func add(_ vertex: Statechart.Vertex, _ label: String, in outer: Place?) -> Place {
      let place = Place(vertex: vertex, path: (outer?.path ?? []) + [label])
      places.append(place)
      return place
    }
    func add(_ regions: [DiagramOutline.Region], in outer: Place?) {
      for region in regions {
        let place = add(.composite(region.identifier), region.label, in: outer)
        add(region.outline.states, in: place)
      }
    }
    func add(_ states: [DiagramOutline.State], in outer: Place?) {
      for state in states {
        let place = add(state.vertex, state.label, in: outer)
        add(state.substates, in: place)
        add(state.regions, in: place)
      }
    }
    add(outline.states, in: nil)
    add(outline.regions, in: nil)
    return places
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
