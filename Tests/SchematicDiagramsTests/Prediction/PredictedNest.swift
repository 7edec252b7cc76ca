import Schematic
import SchematicGraph
import SchematicTestKit

/// A machine with regions in a state, one of which has regions in a state of its own, and one of these
/// may have some again, as data.
///
/// Each event concerns one of the parts, or leads into the regions and out of them.
struct PredictedNest: Hashable, Sendable {
  /// The nest whose states are declared ones.
  @TaskLocal static var declared: PredictedNest?

  /// An event that leads out of the regions: always, or only from a state of a part.
  enum Exit: Hashable, Sendable {
    case always
    case fromHull(Int)
    case fromEmpty
    case fromLeft(Int)
    case never
  }

  /// The part beside the cabin, and the one inside the cabin if that has a cabin again.
  var hulls: [PredictedChart]
  /// The innermost parts.
  var pair: PredictedPair
  /// For each event, where it leads from outside: to a state with these parts, or nowhere.
  var entries: [ChartCrew?]
  var exits: [Exit]
  /// The event that fills the cabin, step by step, and empties it.
  var filling: Int
  /// The events on which the parts are kept as they are, and go on as they were; `nil` if none are.
  var history: History?

  struct History: Hashable, Sendable {
    var leaving: Int
    var returning: Int
    /// The parts that go on otherwise than they were; `nil` if all are remembered.
    var forgotten: ChartCrew?
  }
}

/// States outside of regions and inside.
enum ChartNest: PredictedState {
  case off, away
  case on(ChartCrew)
  case kept(ChartCrew)

  var value: Int { 0 }
  static var graphCases: [ChartNest] {
    let crews = ChartCrew.graphCases
    return [.off, .away] + crews.map(ChartNest.on)
      + (PredictedNest.declared?.history == nil ? [] : crews.map(ChartNest.kept))
  }
}

/// The parts inside.
struct ChartCrew: GraphableProduct, PredictedState {
  var hull: ChartPlace
  var cabin: ChartCabin
  var value: Int { 0 }

  static var graphCases: [ChartCrew] {
    PredictedNest.declared.map { $0.crews(in: $0.hulls[...]) } ?? []
  }
}

/// A part that has parts in one of its states.
enum ChartCabin: PredictedState {
  case empty
  case full(ChartPair)
  indirect case deep(ChartCrew)

  var value: Int { 0 }
  static var graphCases: [ChartCabin] {
    PredictedNest.declared.map { $0.cabins(in: $0.hulls.dropFirst()) } ?? []
  }

  /// The parts inside, one of which is a cabin again.
  var crew: ChartCrew? {
    get { if case .deep(let crew) = self { crew } else { nil } }
    set { self = newValue.map { .deep($0) } ?? .empty }
  }

  /// The innermost parts.
  var pair: ChartPair? {
    get { if case .full(let pair) = self { pair } else { crew?.cabin.pair } }
    set {
      if crew == nil {
        self = newValue.map { .full($0) } ?? .empty
      } else {
        crew?.cabin.pair = newValue
      }
    }
  }
}

extension PredictedNest {
  /// Returns all states of the parts, the outermost beside a cabin first.
  fileprivate func crews(in hulls: ArraySlice<PredictedChart>) -> [ChartCrew] {
    guard let hull = hulls.first else { return [] }
    return hull.nodes.indices.flatMap { index in
      cabins(in: hulls.dropFirst()).map { ChartCrew(hull: .make(index, 0, in: hull), cabin: $0) }
    }
  }

  fileprivate func cabins(in hulls: ArraySlice<PredictedChart>) -> [ChartCabin] {
    [.empty]
      + (hulls.isEmpty
        ? PredictedPair.$declared.withValue(pair) { ChartPair.graphCases.map(ChartCabin.full) }
        : crews(in: hulls).map { .deep($0) })
  }
}

extension PredictedNest {
  typealias Subject = PredictedSubject<ChartNest, ChartEvent>

  /// A Boolean value that indicates whether a state remembers where the parts were left.
  var remembers: Bool { history.map { $0.forgotten == nil } ?? false }

  /// The schema of the nest.
  var schema: StateMachineSchema<ChartNest, ChartEvent, Subject> {
    let nest = self
    let crew = ChartCrew(hull: .make(0, 0, in: hulls[0]), cabin: .empty)
    var inner = StateMachineSchema<ChartCrew, ChartEvent, Subject>(initialState: crew) {
      nest.transition($0, $1, $2)
    }
    inner = hulls[0].adding(to: inner) { schema, level, answer in
      schema.states(in: \.hull, level: level, answer)
    }
    inner = inner.states(in: \.cabin, level: 1) { cabin in
      cabin == .empty ? .none : .perform(.entry, "fill")
    }
    if hulls.count > 1 {
      inner = hulls[1].adding(to: inner) { schema, level, answer in
        schema.states(inside: \.cabin.crew?.hull, level: level, answer)
      }
      inner = inner.states(inside: \.cabin.crew?.cabin, level: 1) { cabin in
        cabin == .empty ? .none : .perform(.exit, "drain")
      }
    }
    inner = pair.left.adding(to: inner) { schema, level, answer in
      schema.states(inside: \.cabin.pair?.left, level: level, answer)
    }
    inner = pair.right.adding(to: inner) { schema, level, answer in
      schema.states(inside: \.cabin.pair?.right, level: level, answer)
    }
    return StateMachineSchema(initialState: .off) { state, event in
      nest.transition(state, event)
    }
    .embedding(inner, in: ChartNest.on)
    .states(level: 1) { state in
      switch state {
      case .on: return .perform(.exit, "land")
      case .kept: return .none
      case .off, .away: return .perform(.entry, "rest")
      }
    }
  }

  /// Returns the transition of the states outside, and of those that lead out.
  private func transition(
    _ state: ChartNest, _ event: ChartEvent
  ) -> Transition<ChartNest, Subject> {
    if let history, let answer = transition(state, event, history) { return answer }
    guard case .on(let crew) = state else {
      let label = "enter \(event.index)"
      guard let crew = entries[event.index] else {
        return state == .off ? .to(.away) : .ignored
      }
      return .to(.on(crew), label) { try $0.act(label) }
    }
    let leaves =
      switch exits[event.index] {
      case .always: true
      case .fromHull(let index): crew.hull.index == index
      case .fromEmpty: crew.cabin == .empty
      case .fromLeft(let index): crew.cabin.pair?.left.index == index
      case .never: false
      }
    return leaves ? .to(.away) : .ignored
  }

  /// Returns the transition that keeps the parts, or goes on with them; `nil` for any other.
  private func transition(
    _ state: ChartNest, _ event: ChartEvent, _ history: History
  ) -> Transition<ChartNest, Subject>? {
    switch state {
    case .on(let crew) where event.index == history.leaving:
      return .to(.kept(crew), "keep") { try $0.act("keep") }
    case .kept(let crew):
      guard event.index == history.returning else {
        return event.index == history.leaving ? .to(.away) : .ignored
      }
      let isForgotten = history.forgotten?.hull == crew.hull
      return .to(.on(isForgotten ? history.forgotten! : crew), "go on") { try $0.act("go on") }
    case .on, .off, .away: return nil
    }
  }

  /// The parts that are no cabins, each with the region that it is, and with its place if there is one.
  private var parts:
    [(
      chart: PredictedChart, region: PartialKeyPath<ChartCrew>,
      place: WritableKeyPath<ChartCrew, ChartPlace>
    )]
  {
    [
      (hulls[0], \.hull, \.hull),
      (hulls[hulls.count - 1], \.cabin.crew?.hull, \.cabin.crew!.hull),
      (pair.left, \.cabin.pair?.left, \.cabin.pair!.left),
      (pair.right, \.cabin.pair?.right, \.cabin.pair!.right),
    ]
  }

  /// Returns the transition of the parts.
  private func transition(
    _ state: ChartCrew, _ event: ChartEvent, _ when: Guard<Subject>
  ) -> Transition<ChartCrew, Subject> {
    var next = state
    if event.index == filling {
      next.cabin.fill(in: self)
      return .to(next)
    }
    for part in parts {
      guard let place = state[keyPath: part.region] as? ChartPlace else { continue }
      let rule = part.chart.rules[place.index][event.index]
      let answer = PredictedChart.answer(rule, 0, event.payload) { name in
        when(name) { $0.answers.contains(name) }
      }
      if answer == .ignored { continue }
      guard case .moves(let target, _, let label) = answer else { return answer.unmoved() }
      next[keyPath: part.place] = .make(target, 0, in: part.chart)
      guard let label else { return .to(next, reentering: part.region) }
      return .to(next, label, reentering: part.region) { try $0.act(label) }
    }
    return .ignored
  }
}

extension ChartCabin {
  /// Fills the cabin by one step, or empties it if it is full.
  fileprivate mutating func fill(in nest: PredictedNest) {
    if self == .empty, nest.hulls.count > 1 {
      crew = ChartCrew(hull: .make(0, 0, in: nest.hulls[1]), cabin: .empty)
    } else if pair == nil {
      let (left, right) = (nest.pair.left, nest.pair.right)
      pair = ChartPair(left: .make(0, 0, in: left), right: .make(0, 0, in: right))
    } else {
      self = .empty
    }
  }
}

extension PredictedChart {
  /// Returns a schema with what the chart says about the states of a part.
  fileprivate func adding<State, Outer>(
    to schema: StateMachineSchema<State, ChartEvent, PredictedSubject<Outer, ChartEvent>>,
    _ add: (
      StateMachineSchema<State, ChartEvent, PredictedSubject<Outer, ChartEvent>>, Int?,
      @escaping @Sendable (ChartPlace) -> StateBehavior<
        ChartEvent, PredictedSubject<Outer, ChartEvent>
      >
    ) -> StateMachineSchema<State, ChartEvent, PredictedSubject<Outer, ChartEvent>>
  ) -> StateMachineSchema<State, ChartEvent, PredictedSubject<Outer, ChartEvent>> {
    var schema = schema
    for behavior in behaviors {
      schema = add(schema, behavior.level) { place in
        Self.owner(place.path, at: behavior.level).flatMap { behavior.labels[$0] }
          .map { .perform(behavior.kind, $0) } ?? .none
      }
    }
    for list in timeouts {
      schema = add(schema, list.level) { place in
        Self.owner(place.path, at: list.level).flatMap { list.timeout(of: $0, 0) }
          .map { .after($0) } ?? .none
      }
    }
    return schema
  }
}
