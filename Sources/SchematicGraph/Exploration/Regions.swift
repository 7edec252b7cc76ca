extension StateGraph {
  /// One of several machines that run side by side and are, together, the machine of a graph.
  public struct Region: Hashable, Sendable {
    /// The name of the region, such as that of the property that holds its state.
    public let name: String
    /// What happens in it.
    public let graph: StateGraph

    /// Creates a region.
    ///
    /// - Parameters:
    ///   - name: The name of the region.
    ///   - graph: What happens in it.
    public init(name: String, graph: StateGraph) {
      self.name = name
      self.graph = graph
    }

    /// Returns the identifier or label of a state of all regions from those of its parts.
    static func joined(_ names: [String]) -> String {
      names.joined(separator: "+")
    }
  }

  /// Creates the graph of machines that run side by side: its states are all combinations of theirs.
  ///
  /// An event that several of them handle alike moves all of them at once. A state is final where all
  /// its parts are. No machines are, together, one state in which nothing happens.
  ///
  /// - Parameter regions: The machines.
  /// - Complexity: O(*n*) in the number of states and transitions of the result, which is the product
  ///   of the numbers of states.
  public init(regions: [Region]) {
    let product = RegionProduct(of: regions)
    self.init(
      states: product.states, transitions: product.transitions, rejections: product.rejections,
      initialState: Region.joined(regions.map(\.graph.initialState)))
    self.regions = regions
  }
}

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

/// All combinations of the states of machines that run side by side, and what happens in them.
struct RegionProduct {
  private let regions: [StateGraph.Region]
  private let combinations: [[StateGraph.State]]

  init(of regions: [StateGraph.Region]) {
    self.regions = regions
    combinations = Self.combinations(of: regions.map(\.graph.states))
  }

  var states: [StateGraph.State] {
    combinations.map { parts in
      StateGraph.State(
        identifier: StateGraph.Region.joined(parts.map(\.identifier)),
        label: StateGraph.Region.joined(parts.map(\.label)),
        isFinal: parts.allSatisfy(\.isFinal))
    }
  }

  /// Returns the identifiers of the parts of a state.
  func parts(of state: String) -> [String]? {
    combinations.lazy.map { $0.map(\.identifier) }.first { StateGraph.Region.joined($0) == state }
  }

  /// What every combination does, without those that are final.
  var transitions: [StateGraph.Transition] {
    let moves = regions.map { Dictionary(grouping: $0.graph.transitions, by: \.source) }
    return lively.flatMap { parts -> [StateGraph.Transition] in
      let moving = zip(moves, parts).map { $0[$1, default: []] }
      let stimuli = moving.flatMap { $0.map(Stimulus.init) }.uniqued()
      return stimuli.flatMap { stimulus in
        // What does not move stays; what has several ways to go takes each of them.
        let targets = zip(moving, parts).map { moves, part in
          let targets = moves.filter { Stimulus($0) == stimulus }.map(\.target)
          return targets.isEmpty ? [part] : targets
        }
        return Self.combinations(of: targets).map {
          stimulus.transition(
            from: StateGraph.Region.joined(parts), to: StateGraph.Region.joined($0))
        }
      }
    }
  }

  /// What every combination rejects.
  var rejections: [StateGraph.Rejection] {
    let rejected = regions.map { Dictionary(grouping: $0.graph.rejections, by: \.state) }
    return lively.flatMap { parts in
      zip(rejected, parts).flatMap { $0[$1, default: []] }.map { rejection in
        StateGraph.Rejection(
          state: StateGraph.Region.joined(parts), event: rejection.event, guard: rejection.guard,
          reason: rejection.reason)
      }
    }
  }

  private static func combinations<Element>(of choices: [[Element]]) -> [[Element]] {
    choices.reduce([[]]) { combinations, choice in
      combinations.flatMap { combination in choice.map { combination + [$0] } }
    }
  }

  private var lively: [[String]] {
    combinations.filter { !$0.allSatisfy(\.isFinal) }.map { $0.map(\.identifier) }
  }
}

/// What makes a machine move, and what it does on the way: a transition without its states.
struct Stimulus: Hashable {
  let event: String
  let `guard`: String?
  let action: String?
  let isInternal: Bool

  init(_ transition: StateGraph.Transition) {
    event = transition.event
    `guard` = transition.guard
    action = transition.action
    isInternal = transition.isInternal
  }

  /// Returns the transition that it makes between two states.
  func transition(from source: String, to target: String) -> StateGraph.Transition {
    StateGraph.Transition(
      source: source, target: target, event: event, guard: `guard`, action: action,
      isInternal: isInternal)
  }
}
