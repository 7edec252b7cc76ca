/// Divides a graph whose states have parts into regions, where the parts are independent.
///
/// Each part is looked at alone; if the machines that come of it, running side by side, make the very
/// graph that was explored, they are what it is made of. Where they do not, the parts depend on each
/// other, and only the whole graph tells the truth.
struct RegionFinder {
  private let graph: StateGraph
  /// The parts of each state, by its identifier.
  private let parts: [String: [Part]]

  /// A part of a state.
  struct Part {
    let name: String
    let place: StatePlace
    var identifier: String { place.state.identifier }
  }

  init(_ graph: StateGraph, parts: [String: [Part]]) {
    self.graph = graph
    self.parts = parts
  }

  /// The regions; none where the graph is not made of any.
  var regions: [StateGraph.Region] {
    let names = parts[graph.initialState, default: []].map(\.name)
    let isWhole = graph.states.allSatisfy {
      parts[$0.identifier, default: []].map(\.name) == names
    }
    guard names.count > 1, isWhole, hasEveryCombination(of: names.indices) else { return [] }
    let regions = names.indices.map {
      StateGraph.Region(name: names[$0], graph: projection(on: $0))
    }
    return StateGraph(regions: regions) == graph ? regions : []
  }

  /// Returns whether there are as many states as combinations of parts.
  ///
  /// Asked before the combinations are made, of which there may be more than anybody can wait for.
  private func hasEveryCombination(of indices: Range<Int>) -> Bool {
    var combinations = 1
    for index in indices {
      combinations *= Set(graph.states.map { part(of: $0.identifier, index) }).count
      if combinations > graph.states.count { return false }
    }
    return combinations == graph.states.count
  }

  /// Returns what can be seen of one part.
  private func projection(on index: Int) -> StateGraph {
    let places = graph.states.compactMap { parts[$0.identifier]?[index].place }
    let finals = Set(
      graph.states.filter(\.isFinal).compactMap { parts[$0.identifier]?[index].identifier })
    let moves = graph.transitions.filter {
      part(of: $0.source, index) != part(of: $0.target, index)
    }
    let loops = graph.transitions.filter { $0.source == $0.target }
    return StateGraph(
      states: places.map { place in
        StateGraph.State(
          identifier: place.state.identifier, label: place.state.label,
          isFinal: finals.contains(place.state.identifier), parent: place.state.parent)
      },
      composites: places.flatMap(\.composites),
      transitions: moves.map { transition in
        Stimulus(transition).transition(
          from: part(of: transition.source, index), to: part(of: transition.target, index))
      }
        + belonging(loops, to: index, from: \.source, apart: Stimulus.init).map { stimulus, part in
          stimulus.transition(from: part, to: part)
        },
      rejections: belonging(graph.rejections, to: index, from: \.state, apart: \.withoutState)
        .map { $0.in(state: $1) },
      initialState: part(of: graph.initialState, index))
  }

  /// Returns what happens without a move and depends on one part: it belongs to the first part whose
  /// value alone says whether it happens.
  private func belonging<Element, Key: Hashable>(
    _ elements: [Element], to index: Int, from state: KeyPath<Element, String>,
    apart key: (Element) -> Key
  ) -> [(Key, part: String)] {
    var states: [Key: Set<String>] = [:]
    for element in elements { states[key(element), default: []].insert(element[keyPath: state]) }
    let lively = graph.states.filter { !$0.isFinal }.map(\.identifier)
    func depends(_ found: Set<String>, on index: Int) -> Bool {
      let values = Set(found.map { part(of: $0, index) })
      return lively.allSatisfy { values.contains(part(of: $0, index)) == found.contains($0) }
    }
    return elements.filter { element in
      let found = states[key(element), default: []]
      return (0...index).first { depends(found, on: $0) } == index
    }.map { (key($0), part(of: $0[keyPath: state], index)) }
  }

  private func part(of state: String, _ index: Int) -> String {
    parts[state]?[index].identifier ?? ""
  }
}

extension StateGraph.Rejection {
  /// The rejection as it would be in no state.
  fileprivate var withoutState: StateGraph.Rejection { self.in(state: "") }

  /// Returns the rejection as it would be in another state.
  fileprivate func `in`(state: String) -> StateGraph.Rejection {
    StateGraph.Rejection(state: state, event: event, guard: `guard`, reason: reason)
  }
}
