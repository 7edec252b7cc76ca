/// Puts the differences between two graphs in the order and the words in which they are reviewed.
struct GraphReview {
  let edits: [GraphEdit]

  init(from old: StateGraph, to new: StateGraph) {
    let byRegion = Self.editsByRegion(from: old, to: new)
    edits = byRegion.isEmpty ? Self.edits(from: old, to: new) : byRegion
  }

  /// The states of a graph of regions are all combinations of theirs, and one change of a region
  /// would be as many edits as the others have states.
  private static func editsByRegion(
    from old: StateGraph, to new: StateGraph
  ) -> [GraphEdit] {
    guard old.regions.map(\.name) == new.regions.map(\.name) else { return [] }
    return zip(old.regions, new.regions).flatMap { old, new in
      edits(from: old.graph, to: new.graph).map { edit in
        var edit = edit
        edit.region = new.name
        return edit
      }
    }
  }

  private static func edits(from old: StateGraph, to new: StateGraph) -> [GraphEdit] {
    var edits: [GraphEdit] = []
    if old.initialState != new.initialState {
      edits.append(.initialState(from: old.initialState, to: new.initialState))
    }
    edits += pairs(old.composites, new.composites, by: \.identifier).compactMap {
      GraphEdit.composite(from: $0, to: $1)
    }
    let states = pairs(old.states, new.states, by: \.identifier).compactMap {
      GraphEdit.state(from: $0, to: $1)
    }
    let order = Dictionary(
      (new.states + old.states).enumerated().map { ($1.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
    let reviewed = states + reactionEdits(from: old, to: new)
    return edits + reviewed.stablySorted { $0.state.flatMap { order[$0] } ?? order.count }
  }

  private static func reactionEdits(from old: StateGraph, to new: StateGraph) -> [GraphEdit] {
    let (olds, news) = (old.reactions, new.reactions)
    let (oldSet, newSet) = (Set(olds), Set(news))
    return ReactionPairing(
      removed: olds.filter { !newSet.contains($0) },
      added: news.filter { !oldSet.contains($0) }
    ).edits
  }

  /// Returns what differs, the old and the new element of one identifier together.
  private static func pairs<Element: Equatable>(
    _ old: [Element], _ new: [Element], by identifier: (Element) -> String
  ) -> [(Element?, Element?)] {
    let olds = Dictionary(
      old.map { (identifier($0), $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(new.map(identifier))
    return old.filter { !kept.contains(identifier($0)) }.map { ($0, nil) }
      + new.map { (olds[identifier($0)], $0) }.filter { $0 != $1 }
  }
}

extension StateGraph {
  fileprivate var reactions: [Reaction] {
    transitions.map(Reaction.init) + rejections.map(Reaction.init)
  }
}
