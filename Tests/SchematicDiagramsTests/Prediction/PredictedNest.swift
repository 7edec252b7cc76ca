import Schematic
import SchematicGraph
import SchematicTestKit

/// A machine with regions in a state, one of which has regions in a state of its own, as data.
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

  var hull: PredictedChart
  var pair: PredictedPair
  /// For each event, where it leads from outside: to a state with these parts, or nowhere.
  var entries: [ChartCrew?]
  var exits: [Exit]
  /// The event that fills and empties the cabin.
  var filling: Int
}

/// States outside of regions and inside.
enum ChartNest: PredictedState {
  case off, away
  case on(ChartCrew)

  var value: Int { 0 }
  static var graphCases: [ChartNest] { [.off, .away] + ChartCrew.graphCases.map(ChartNest.on) }
}

/// The parts inside.
struct ChartCrew: GraphableProduct, PredictedState {
  var hull: ChartPlace
  var cabin: ChartCabin
  var value: Int { 0 }

  static var graphCases: [ChartCrew] {
    guard let nest = PredictedNest.declared else { return [] }
    return nest.hull.nodes.indices.flatMap { hull in
      ChartCabin.graphCases.map { cabin in
        ChartCrew(hull: .make(hull, 0, in: nest.hull), cabin: cabin)
      }
    }
  }
}

/// A part that has parts in one of its states.
enum ChartCabin: PredictedState {
  case empty
  case full(ChartPair)

  var value: Int { 0 }
  static var graphCases: [ChartCabin] {
    guard let nest = PredictedNest.declared else { return [] }
    return [.empty]
      + PredictedPair.$declared.withValue(nest.pair) { ChartPair.graphCases.map(ChartCabin.full) }
  }

  var pair: ChartPair? { if case .full(let pair) = self { pair } else { nil } }
}

extension PredictedNest {
  typealias Subject = PredictedSubject<ChartNest, ChartEvent>

  /// Creates a random nest.
  init(using random: inout SplitMix64) {
    let owners = ChartEvent.names.map { _ in Int.random(in: 0..<4, using: &random) }
    func events(of owner: Int) -> [Int] { owners.indices.filter { owners[$0] == owner } }
    let hull = PredictedChart(handling: events(of: 0), sharing: [], using: &random)
    let pair = PredictedPair(
      left: PredictedChart(handling: events(of: 1), sharing: [], using: &random),
      right: PredictedChart(handling: events(of: 2), sharing: [], using: &random))
    func cabin() -> ChartCabin {
      guard Int.random(in: 0..<3, using: &random) == 0 else { return .empty }
      return .full(
        ChartPair(
          left: .make(pair.left.nodes.indices.randomElement(using: &random)!, 0, in: pair.left),
          right: .make(pair.right.nodes.indices.randomElement(using: &random)!, 0, in: pair.right)))
    }
    let outer = events(of: 3)
    filling = outer.first ?? 0
    entries = ChartEvent.names.indices.map { _ in
      guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
      let state =
        Bool.random(using: &random) ? 0 : hull.nodes.indices.randomElement(using: &random)!
      return ChartCrew(hull: .make(state, 0, in: hull), cabin: cabin())
    }
    exits = ChartEvent.names.indices.map { event in
      guard outer.dropFirst().contains(event) else { return .never }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return .always
      case 1: return .fromEmpty
      case 2: return .fromLeft(pair.left.nodes.indices.randomElement(using: &random)!)
      case 3: return .fromHull(hull.nodes.indices.randomElement(using: &random)!)
      default: return .never
      }
    }
    (self.hull, self.pair) = (hull, pair)
  }

  /// The schema of the nest.
  var schema: StateMachineSchema<ChartNest, ChartEvent, Subject> {
    let nest = self
    let crew = ChartCrew(hull: .make(0, 0, in: hull), cabin: .empty)
    var inner = StateMachineSchema<ChartCrew, ChartEvent, Subject>(initialState: crew) {
      nest.transition($0, $1, $2)
    }
    inner = hull.adding(to: inner) { schema, level, answer in
      schema.states(in: \.hull, level: level, answer)
    }
    inner = inner.states(in: \.cabin, level: 1) { cabin in
      cabin == .empty ? .none : .perform(.entry, "fill")
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
      if case .on = state { return .perform(.exit, "land") }
      return .perform(.entry, "rest")
    }
  }

  /// Returns the transition of the states outside, and of those that lead out.
  private func transition(
    _ state: ChartNest, _ event: ChartEvent
  ) -> Transition<ChartNest, Subject> {
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

  /// Returns the transition of the parts.
  private func transition(
    _ state: ChartCrew, _ event: ChartEvent, _ when: Guard<Subject>
  ) -> Transition<ChartCrew, Subject> {
    func answer(_ chart: PredictedChart, _ place: ChartPlace) -> PredictedChart.Decision {
      PredictedChart.answer(chart.rules[place.index][event.index], 0, event.payload) { name in
        when(name) { $0.answers.contains(name) }
      }
    }
    func moved(
      _ next: ChartCrew, _ label: String?, _ region: PartialKeyPath<ChartCrew>
    ) -> Transition<ChartCrew, Subject> {
      guard let label else { return .to(next, reentering: region) }
      return .to(next, label, reentering: region) { try $0.act(label) }
    }
    var next = state
    if event.index == filling {
      next.cabin =
        state.cabin == .empty
        ? .full(ChartPair(left: .make(0, 0, in: pair.left), right: .make(0, 0, in: pair.right)))
        : .empty
      return .to(next)
    }
    let outside = answer(hull, state.hull)
    if case .moves(let target, _, let label) = outside {
      next.hull = .make(target, 0, in: hull)
      return moved(next, label, \.hull)
    }
    guard outside == .ignored, let inside = state.cabin.pair else { return outside.unmoved() }
    switch (answer(pair.left, inside.left), answer(pair.right, inside.right)) {
    case (.moves(let target, _, let label), _):
      next.cabin = .full(ChartPair(left: .make(target, 0, in: pair.left), right: inside.right))
      return moved(next, label, \.cabin.pair?.left)
    case (_, .moves(let target, _, let label)):
      next.cabin = .full(ChartPair(left: inside.left, right: .make(target, 0, in: pair.right)))
      return moved(next, label, \.cabin.pair?.right)
    case (.ignored, let answer): return answer.unmoved()
    case (let answer, _): return answer.unmoved()
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
