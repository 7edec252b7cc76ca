import Schematic
import SchematicGraph
import SchematicTestKit

/// Two machines that run side by side, as data: the parts of one machine, drawn as its regions.
///
/// Most events concern one of them; some move both, by one action.
struct PredictedPair: Hashable, Sendable {
  /// The pair whose states are declared ones.
  @TaskLocal static var declared: PredictedPair?

  var left: PredictedChart
  var right: PredictedChart
}

/// States of two parts.
struct ChartPair: GraphableProduct, PredictedState {
  var left: ChartPlace
  var right: ChartPlace
  var value: Int { 0 }

  static var graphCases: [ChartPair] {
    guard let pair = PredictedPair.declared else { return [] }
    return pair.left.nodes.indices.flatMap { left in
      pair.right.nodes.indices.map { right in
        ChartPair(
          left: .make(left, 0, in: pair.left), right: .make(right, 0, in: pair.right))
      }
    }
  }
}

extension PredictedPair {
  /// Creates a random pair.
  init(using random: inout SplitMix64) {
    let owners = ChartEvent.names.map { _ in Int.random(in: 0..<5, using: &random) / 2 }
    func events(of owner: Int) -> [Int] { owners.indices.filter { owners[$0] == owner } }
    left = PredictedChart(handling: events(of: 0), sharing: events(of: 2), using: &random)
    right = PredictedChart(handling: events(of: 1), sharing: events(of: 2), using: &random)
  }

  /// The schema of the pair.
  var schema: StateMachineSchema<ChartPair, ChartEvent, PredictedSubject<ChartPair, ChartEvent>> {
    let pair = self
    let schema = StateMachineSchema<
      ChartPair, ChartEvent, PredictedSubject<ChartPair, ChartEvent>
    >(initialState: ChartPair(left: .make(0, 0, in: left), right: .make(0, 0, in: right))) {
      state, event, when in
      pair.transition(state, event, when)
    }
    return right.adding(to: left.adding(to: schema, in: \.left), in: \.right)
  }

  private func transition(
    _ state: ChartPair, _ event: ChartEvent,
    _ when: Guard<PredictedSubject<ChartPair, ChartEvent>>
  ) -> Transition<ChartPair, PredictedSubject<ChartPair, ChartEvent>> {
    func answer(_ chart: PredictedChart, _ place: ChartPlace) -> PredictedChart.Decision {
      PredictedChart.answer(chart.rules[place.index][event.index], 0, event.payload) { name in
        when(name) { $0.answers.contains(name) }
      }
    }
    var next = state
    switch (answer(left, state.left), answer(right, state.right)) {
    case (.moves(let one, _, let label), .moves(let other, _, _)):
      next.left = .make(one, 0, in: left)
      next.right = .make(other, 0, in: right)
      guard let label else { return .to(next) }
      return .to(next, label) { try $0.act(label) }
    case (.moves(let target, _, let label), _):
      next.left = .make(target, 0, in: left)
      guard let label else { return .to(next, reentering: \.left) }
      return .to(next, label, reentering: \.left) { try $0.act(label) }
    case (_, .moves(let target, _, let label)):
      next.right = .make(target, 0, in: right)
      guard let label else { return .to(next, reentering: \.right) }
      return .to(next, label, reentering: \.right) { try $0.act(label) }
    case (.ignored, let answer): return answer.unmoved()
    case (let answer, _): return answer.unmoved()
    }
  }
}

extension PredictedChart {
  /// Creates a random chart of a part.
  ///
  /// - Parameters:
  ///   - own: The events that concern this part alone.
  ///   - shared: The events that move all parts by one action.
  ///   - counts: The possible numbers of states.
  ///   - random: The source of random numbers.
  init(
    handling own: [Int], sharing shared: [Int], count counts: ClosedRange<Int> = 2...4,
    using random: inout SplitMix64
  ) {
    let boxes = [[], [], ["a"], ["a"], ["a", "deep"]]
    let count = Int.random(in: counts, using: &random)
    self.init(
      nodes: (0..<count).map { index in
        Node(path: boxes.randomElement(using: &random)! + ["s\(index)"])
      }, rules: [])
    rules = nodes.indices.map { state in
      ChartEvent.names.indices.map { event in
        if own.contains(event) {
          return decision(in: state, hasPayloads: true, depth: 2, using: &random)
        }
        guard shared.contains(event), Int.random(in: 0..<3, using: &random) > 0 else {
          return .ignored
        }
        // One action moves all parts; one that leads a part to where it is would leave only others.
        let others = nodes.indices.filter { $0 != state }
        return .moves(
          to: others.randomElement(using: &random)!, value: 0, label: "move \(event)")
      }
    }
    addBehaviors(using: &random)
    addTimeouts(using: &random)
    // A timeout concerns its own part alone.
    for list in timeouts.indices {
      timeouts[list].timeouts = timeouts[list].timeouts.compactMapValues { choices in
        guard !own.isEmpty else { return nil }
        return choices.map { choice in
          guard var timeout = choice else { return nil }
          timeout.event = own[timeout.event % own.count]
          return timeout
        }
      }
    }
  }

  /// Returns a schema with what the chart says about states of a part.
  fileprivate func adding(
    to schema: StateMachineSchema<ChartPair, ChartEvent, PredictedSubject<ChartPair, ChartEvent>>,
    in part: any KeyPath<ChartPair, ChartPlace> & Sendable
  ) -> StateMachineSchema<ChartPair, ChartEvent, PredictedSubject<ChartPair, ChartEvent>> {
    var schema = schema
    for behavior in behaviors {
      let label = { @Sendable (place: ChartPlace) in
        Self.owner(place.path, at: behavior.level).flatMap { behavior.labels[$0] }
      }
      schema = schema.states(in: part, level: behavior.level) { place in
        label(place).map { .perform(behavior.kind, $0) } ?? .none
      }
    }
    for list in timeouts {
      schema = schema.states(in: part, level: list.level) { place in
        Self.owner(place.path, at: list.level).flatMap { list.timeout(of: $0, 0) }
          .map { .after($0) } ?? .none
      }
    }
    return schema
  }
}
