import Schematic

/// The states that remember in which states regions were left, as far as values show it.
///
/// A machine that leaves a state with regions may keep in which states they were, carry this through other states, and go
/// on there: UML's deep history (OMG UML 2.5.1, §14.2.3.4.7). Nobody declares that. A state carries what was left if each
/// arrow into it leaves the regions and keeps their states, or comes from another such state and changes nothing about
/// them.
struct RememberedRegions<State: Graphable> {
  /// A step from one explored value to another one.
  private struct Step {
    let source: (state: String, position: Int)
    let target: (state: String, position: Int?)
    let isInternal: Bool
  }

  private let placed: RegionPlaces<State>.Place
  private let value: (_ position: Int) -> State
  private let steps: [Step]
  /// What a value outside of the regions remembers: each combination of the regions' states that was left on the way to
  /// it, with the position of a value that was left.
  ///
  /// More than two combinations aren't distinguished from two.
  private var left: [Int: [RegionCombination: Int]] = [:]
  /// The positions of each state's values that remember something.
  private var positions: [String: [Int]] = [:]
  /// The states that carry what was left.
  private var carrying: Set<String> = []

  /// Reads the steps of cells; a machine that starts in the state `initial` has left nothing to return to.
  init(
    _ placed: RegionPlaces<State>.Place, in cells: [TransitionCell], initial: String?,
    _ value: @escaping (_ position: Int) -> State
  ) {
    (self.placed, self.value) = (placed, value)
    steps = cells.flatMap { cell in
      cell.answers.flatMap { answer in
        answer.outcomes.filter { $0.evidence[0].value != nil }.map { outcome in
          Step(
            source: (cell.source, answer.course.current),
            target: (outcome.target, outcome.evidence[0].target),
            isInternal: outcome.effect?.isInternal ?? false)
        }
      }
    }
    trace()
    carrying = Set(positions.keys).subtracting([place, initial].compactMap(\.self))
    removeForgetful()
  }

  private var place: String { placed.identifier }

  /// Follows what was left from value to value.
  private mutating func trace() {
    var next: [Int: [Step]] = [:]
    var reached: [Step] = []
    for step in steps where step.target.state != place {
      if step.source.state == place {
        if !step.isInternal { reached.append(step) }
      } else {
        next[step.source.position, default: []].append(step)
      }
    }
    while let step = reached.popLast() {
      guard let target = step.target.position else { continue }
      let (source, known) = (step.source.position, left[target, default: [:]])
      let remembered =
        step.source.state == place
        ? [placed.states(in: value(source)): source] : left[source, default: [:]]
      let all = known.merging(remembered) { first, _ in first }
      guard all.count > known.count, known.count < 2 else { continue }
      if known.isEmpty { positions[step.target.state, default: []].append(target) }
      left[target] = all
      reached += next[target, default: []]
    }
  }

  /// Removes the states into which an arrow leads that keeps nothing, or something else than another one.
  private mutating func removeForgetful() {
    carrying = carrying.filter { state in
      positions[state, default: []].allSatisfy { left[$0]?.count == 1 }
    }
    let into = Dictionary(grouping: steps) { $0.target.state }
    var count: Int
    repeat {
      count = carrying.count
      carrying = carrying.filter { state in
        into[state, default: []].allSatisfy { step in
          step.target.position != nil
            && (step.source.state == place
              ? !step.isInternal : carrying.contains(step.source.state))
        }
      }
    } while carrying.count < count
  }

  /// Returns whether each arrow of a cell into the regions leads to what was left, and what was left differs.
  func leadsBack(_ cell: TransitionCell) -> Bool {
    guard carrying.contains(cell.source) else { return false }
    var combinations: Set<RegionCombination> = []
    for answer in cell.answers {
      // Nothing leads to a value that remembers nothing.
      guard let kept = left[answer.course.current]?.keys.first else { continue }
      for outcome in answer.outcomes where outcome.leads(to: place) {
        guard let target = outcome.evidence[0].value as? State, placed.states(in: target) == kept
        else { return false }
        combinations.insert(kept)
      }
    }
    // One combination needs no memory: an arrow can lead there.
    return combinations.count > 1
  }

  /// Returns the names of the fields in which states keep what a history shows; `returning` are the states that lead back.
  func fields(leadingTo returning: Set<String>) -> [String: Set<String>] {
    let into = Dictionary(grouping: steps) { $0.target.state }
    let shown = BreadthFirstSearch(from: Array(returning)) { state in
      into[state, default: []].map(\.source.state).filter(carrying.contains).map { ((), $0) }
    }.nodes
    return Dictionary(uniqueKeysWithValues: shown.map { ($0, fields(of: $0)) })
  }

  /// Returns the names of the fields in which a state keeps what was left: of each value, the field equals the same piece
  /// of the value that was left.
  ///
  /// A field that merely varies with the regions is none of them, because the history doesn't tell its value.
  private func fields(of state: String) -> Set<String> {
    let kept = positions[state, default: []].compactMap { position in
      left[position]?.values.first.map { origin in
        (
          fields: Dictionary(
            firstOf: PayloadField.fields(of: value(position)).map { ($0.name, $0.value) }),
          // A struct that isn't `Graphable` is kept property by property.
          pieces: PayloadField.fields(of: value(origin)).reduce(
            into: Self.pieces(of: value(origin), at: "/")
          ) { $0[$1.name] = $1.value }
        )
      }
    }
    let places = Set(kept.flatMap(\.pieces.keys))
    return Set(kept.flatMap(\.fields.keys)).filter { name in
      places.contains { place in
        // A case of a remembered state may lack the field, and then the piece is missing, too.
        kept.allSatisfy { $0.fields[name] == $0.pieces[place] }
      }
    }
  }

  /// Returns what a field may keep of a value, by places: all of it, what is nested in it, and its regions.
  private static func pieces(of value: Any, at place: String) -> [String: PayloadField.Value] {
    let inside: [(name: String, value: Any)] =
      if let product = value as? any GraphableProduct {
        product.graphRegions.map { ($0.name, $0.state) }
      } else {
        ValueTree(value).nested.map { [("", $0)] } ?? []
      }
    return inside.reduce(into: [place: PayloadField("", ValueTree(value)).value]) { pieces, part in
      pieces.merge(Self.pieces(of: part.value, at: "\(place)/\(part.name)")) { first, _ in first }
    }
  }
}

extension [TransitionCell] {
  /// Redirects the arrows that lead back to where regions were left to a history, and returns the states that remember
  /// it, each with the names of the fields that the history shows.
  mutating func rememberRegions<State>(
    _ places: RegionPlaces<State>, initial: String?, _ value: @escaping (_ position: Int) -> State
  ) -> [String: Set<String>] {
    var remembering: [String: Set<String>] = [:]
    for place in places.places {
      let remembered = RememberedRegions(
        place, in: self, initial: initial, value)
      let returning = indices.filter { remembered.leadsBack(self[$0]) }
      for index in returning {
        self[index].answers.changeOutcomes {
          if $0.leads(to: place.identifier) { $0.entry = .history }
        }
      }
      let fields = remembered.fields(leadingTo: Set(returning.map { self[$0].source }))
      remembering.merge(fields) { $0.union($1) }
    }
    return remembering
  }
}
