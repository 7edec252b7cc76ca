import Schematic
import SchematicGraph
import SchematicTestKit

/// A machine as data: states, rules, and what happens because of states.
///
/// The schema is made from it, and so are the mutations; the interpreter of pictures never sees it.
struct PredictedChart: Hashable, Sendable {
  /// A state, by its path; it stands for as many values as it says.
  struct Node: Hashable, Sendable {
    var path: [String]
    var values = 1
    var isFinal = false
    /// The answer to the completion of the state around it, if the machine inside that ends here.
    var completion: Decision?
    var identifier: String { path.joined(separator: ".") }
  }

  /// The meaning of an event in a state.
  indirect enum Decision: Hashable, Sendable {
    case ignored
    case rejected(String?)
    case moves(to: Int, value: Int, label: String?)
    case stays(value: Int?, label: String?)
    case asks(String, Decision, Decision)
    /// Decides by whether the part beside is in one of its states, by its number.
    case asksBeside(Int, Decision, Decision)
    /// Decides by the payload of the state.
    case byValue([Decision])
    /// Decides by the payload of the event.
    case byPayload([Decision])
  }

  /// Entry, exit or task, by the identifiers of the states that have it.
  struct Behavior: Hashable, Sendable {
    var kind: StateGraph.StateBehavior.Kind
    var level: Int?
    var labels: [String: String?]
    /// The values of a state that have it, if not all of them do.
    var values: [String: Set<Int>] = [:]

    /// Returns the label, which may be missing, if a state with a value has the behavior.
    func label(of owner: String, _ value: Int) -> String?? {
      guard values[owner]?.contains(value) ?? true else { return .none }
      return labels[owner]
    }
  }

  /// Timeouts, by the identifiers of the states that have them.
  struct Timeouts: Hashable, Sendable {
    struct Timeout: Hashable, Sendable {
      var nanoseconds: Int
      /// The name of a length that the subject says in place of the nanoseconds.
      var name: String?
      var event: Int
      var payload: Int
      /// The delay as a diagram shows it.
      var delay: StateGraph.Delay { name.map { .named($0) } ?? .fixed(.nanoseconds(nanoseconds)) }
    }
    var level: Int?
    /// One for all values of a state, or one for each of them.
    var timeouts: [String: [Timeout?]]

    /// Returns the timeout of a state with a value.
    func timeout(of owner: String, _ value: Int) -> Timeout? {
      timeouts[owner].flatMap { $0[value % $0.count] }
    }
  }

  /// The chart whose states are declared ones; elsewhere only those are drawn that are reached.
  @TaskLocal static var declared: PredictedChart?

  var nodes: [Node]
  /// A decision for each state and event.
  var rules: [[Decision]]
  var behaviors: [Behavior] = []
  var timeouts: [Timeouts] = []

  /// Returns whether a machine inside `a`, or inside `a.deep`, handles an event in a state, and not the
  /// machine as a whole: it handles every second one.
  func isInside(_ state: Int, _ event: Int) -> Bool {
    event % 2 == 0 && nodes[state].path.count > 1 && nodes[state].path[0] == "a"
  }

  /// Returns the answer if the machine inside `a` or inside `a.deep` ends in a state; `nil` if it doesn't.
  func completion(in state: Int) -> Decision? {
    nodes[state].path.count > 1 && nodes[state].path[0] == "a" ? nodes[state].completion : nil
  }

  /// Returns the identifier of the state that lies at a level around a state, or is the state itself.
  static func owner(_ path: [String], at level: Int?) -> String? {
    guard let level else { return path.joined(separator: ".") }
    return level <= path.count ? path.prefix(level).joined(separator: ".") : nil
  }
}

/// A state type whose machines are predicted.
protocol PredictedState: Graphable, Hashable, Sendable {
  /// The payload.
  var value: Int { get }
  /// The payloads of the states of regions, by their names.
  var valuesByRegion: [String: Int] { get }
}

extension PredictedState {
  var valuesByRegion: [String: Int] { [:] }
}

/// A state type that charts are made of.
protocol ChartState: PredictedState {
  var index: Int { get }
  static func make(_ index: Int, _ value: Int, in chart: PredictedChart) -> Self
  /// The path of the state.
  var path: [String] { get }
}

/// An event type that charts are made of.
protocol ChartSignal: Graphable, Hashable, Sendable {
  var index: Int { get }
  var payload: Int { get }
  static func make(_ index: Int, _ payload: Int) -> Self
}

/// States that nest and carry a payload.
struct ChartPlace: ChartState {
  let index: Int
  let value: Int
  let path: [String]

  static var graphCases: [ChartPlace] {
    guard let chart = PredictedChart.declared else { return [] }
    return chart.nodes.indices.flatMap { index in
      (0..<chart.nodes[index].values).map { make(index, $0, in: chart) }
    }
  }
  static func make(_ index: Int, _ value: Int, in chart: PredictedChart) -> ChartPlace {
    ChartPlace(index: index, value: value, path: chart.nodes[index].path)
  }
  var casePath: [String] { path }
}

/// Events that carry a payload.
struct ChartEvent: ChartSignal {
  /// The names of events: some read like something else in a picture.
  static let names = ["go", "stop", "entry", "after 7 ns", "pay", "tick"]
  /// The last two events carry one of two values.
  static let plainCount = 4

  let index: Int
  let payload: Int

  static var graphCases: [ChartEvent] {
    names.indices.flatMap { index in
      (0..<(index < plainCount ? 1 : 2)).map { ChartEvent(index: index, payload: $0) }
    }
  }
  static func make(_ index: Int, _ payload: Int) -> ChartEvent {
    ChartEvent(index: index, payload: index < plainCount ? 0 : payload)
  }
  var casePath: [String] { [Self.names[index]] }
}

/// States of a byte each, whose rules become a table.
enum ChartByte: Int, CaseIterable, ChartState {
  case s0, s1, s2, s3, s4, s5, s6, s7
  var index: Int { rawValue }
  var value: Int { 0 }
  var path: [String] { ["\(self)"] }
  static func make(_ index: Int, _ value: Int, in chart: PredictedChart) -> ChartByte {
    ChartByte(rawValue: index)!
  }
}

/// Events of a byte each.
enum ChartKey: Int, CaseIterable, ChartSignal {
  case go, stop, entry, late, pay, tick
  var index: Int { rawValue }
  var payload: Int { 0 }
  static func make(_ index: Int, _ payload: Int) -> ChartKey { ChartKey(rawValue: index)! }
  var graphLabel: String { ChartEvent.names[rawValue] }
}

// MARK: - The schema

extension PredictedChart {
  /// The names of guards: some read like more than a name.
  static let guards = ["paid", "salt and pepper", "not late", "(x)"]

  /// Returns the schema of the chart, as a machine of its own.
  func schema<State: ChartState, Event: ChartSignal>(
    _ state: State.Type, _ event: Event.Type
  ) -> StateMachineSchema<State, Event, PredictedSubject<State, Event>> {
    schema(state) { _, _ in false }
  }

  /// Returns the schema of the chart.
  ///
  /// - Parameters:
  ///   - state: The type of its states.
  ///   - beside: Returns whether the part beside is in one of its states, by its number.
  /// - Returns: The schema.
  func schema<State: ChartState, Event: ChartSignal, Whole>(
    _ state: State.Type,
    beside: @escaping @Sendable (Guard<PredictedSubject<Whole, Event>>, Int) -> Bool
  ) -> StateMachineSchema<State, Event, PredictedSubject<Whole, Event>> {
    let chart = self
    var schema = StateMachineSchema<State, Event, PredictedSubject<Whole, Event>>(
      initialState: State.make(0, 0, in: self)
    ) { state, event, when in
      if chart.isInside(state.index, event.index) { return .ignored }
      return chart.transition(
        chart.rules[state.index][event.index], state, event.payload, when, beside)
    }
    if nodes.contains(where: { $0.path.count > 1 }) {
      schema = embeddingMachines(in: schema, beside)
    }
    if nodes.contains(where: \.isFinal) {
      schema = schema.states { chart.nodes[$0.index].isFinal ? .final : .none }
    }
    for behavior in behaviors {
      schema = schema.states(level: behavior.level) { state in
        Self.owner(state.path, at: behavior.level).flatMap { behavior.label(of: $0, state.value) }
          .map { .perform(behavior.kind, $0) } ?? .none
      }
    }
    for list in timeouts {
      schema = schema.states(level: list.level) { state in
        Self.owner(state.path, at: list.level).flatMap { list.timeout(of: $0, state.value) }
          .map { .after($0) } ?? .none
      }
    }
    return schema
  }

  /// Returns a schema with a machine embedded in `a`, and one more inside that, in `a.deep`.
  private func embeddingMachines<State: ChartState, Event: ChartSignal, Whole>(
    in schema: StateMachineSchema<State, Event, PredictedSubject<Whole, Event>>,
    _ beside: @escaping @Sendable (Guard<PredictedSubject<Whole, Event>>, Int) -> Bool
  ) -> StateMachineSchema<State, Event, PredictedSubject<Whole, Event>> {
    let chart = self
    func machine(
      in box: [String]
    ) -> StateMachineSchema<State, Event, PredictedSubject<Whole, Event>> {
      StateMachineSchema(initialState: schema.initialState) { state, event, when in
        guard state.path.dropLast().elementsEqual(box), chart.isInside(state.index, event.index)
        else { return .ignored }
        return chart.transition(
          chart.rules[state.index][event.index], state, event.payload, when, beside)
      } states: { state in
        state.path.dropLast().elementsEqual(box) && chart.completion(in: state.index) != nil
          ? .final : .none
      }
    }
    func embedding(
      _ inner: StateMachineSchema<State, Event, PredictedSubject<Whole, Event>>,
      in box: [String],
      of outer: StateMachineSchema<State, Event, PredictedSubject<Whole, Event>>
    ) -> StateMachineSchema<State, Event, PredictedSubject<Whole, Event>> {
      outer.embedding(
        inner, in: { $0 },
        from: { state in
          state.path.count > box.count && state.path.starts(with: box) ? state : nil
        },
        completion: { state, when in
          chart.transition(chart.nodes[state.index].completion ?? .ignored, state, 0, when, beside)
        })
    }
    let inside = embedding(machine(in: ["a", "deep"]), in: ["a", "deep"], of: machine(in: ["a"]))
    return embedding(inside, in: ["a"], of: schema)
  }

  /// Returns the transition of an answer.
  private func transition<State: ChartState, Event: ChartSignal, Whole>(
    _ decision: Decision, _ state: State, _ payload: Int,
    _ when: Guard<PredictedSubject<Whole, Event>>,
    _ beside: (Guard<PredictedSubject<Whole, Event>>, Int) -> Bool
  ) -> Transition<State, PredictedSubject<Whole, Event>> {
    let answer = Self.answer(
      decision, state.value, payload, { name in when(name) { $0.answers.contains(name) } },
      beside: { beside(when, $0) })
    switch answer {
    case .moves(let target, let value, let label):
      let target = State.make(target, value, in: self)
      guard let label else { return .to(target) }
      return .to(target, label) { try $0.act(label) }
    case .stays(let value?, let label):
      let same = State.make(state.index, value, in: self)
      guard let label else { return .stay(as: same) }
      return .stay(as: same, label) { try $0.act(label) }
    default: return answer.unmoved()
    }
  }

  /// Returns the answer that a decision comes to, by payloads and guards.
  static func answer(
    _ decision: Decision, _ value: Int, _ payload: Int, _ holds: (String) -> Bool,
    beside: (Int) -> Bool
  ) -> Decision {
    func next(_ decision: Decision) -> Decision {
      answer(decision, value, payload, holds, beside: beside)
    }
    return switch decision {
    case .asks(let name, let yes, let no): next(holds(name) ? yes : no)
    case .asksBeside(let state, let yes, let no): next(beside(state) ? yes : no)
    case .byValue(let decisions): next(decisions[value % decisions.count])
    case .byPayload(let decisions): next(decisions[payload % decisions.count])
    default: decision
    }
  }
}

extension PredictedChart.Decision {
  /// Returns the transition of an answer that does not change the state.
  func unmoved<State, Outer, Event>() -> Transition<State, PredictedSubject<Outer, Event>> {
    switch self {
    case .stays(_, let label?): .stay(label) { try $0.act(label) }
    case .stays: .stay
    case .rejected(let reason?): .rejected(reason)
    case .rejected: .rejected
    default: .ignored
    }
  }
}
