import Schematic
import SchematicGraph
import SchematicTestKit

/// A machine one of whose states consists of regions, one of which has such states again, down to three
/// levels, as data.
struct PredictedNest: Hashable, Sendable {
  /// An event that leads out of the regions: always, or only from some of their states.
  enum Exit: Hashable, Sendable {
    case always
    case fromHull(Int)
    case fromEmpty
    case fromLeft(Int)
    /// From a combination, which no region decides alone.
    case fromBoth(hull: Int, left: Int)
    case never
  }

  /// The regions that have no regions inside.
  var hull, rail, left, right: PredictedChart
  /// For each event, where it leads from outside: to a state with these regions, or nowhere.
  var entries: [ChartCrew?]
  var exits: [Exit]
  /// The event that fills the cabin and empties it, the one that shuts it, and the one that opens the hold.
  var filling, shutting, opening: Int
  /// The answer of the state around if all regions have ended.
  var completes: Bool
  /// A timeout of the state that consists of regions.
  var timeout: PredictedChart.Timeouts.Timeout?
  /// The events on which the regions are kept as they are, and go on as they were; `nil` if none are.
  var history: History?

  struct History: Hashable, Sendable {
    var leaving: Int
    var returning: Int
  }
}

/// Two machines that run side by side, as data.
struct PredictedPair: Hashable, Sendable {
  var left, right: PredictedChart
}

// MARK: - States

/// The machine that a state is one of, if states are declared.
protocol ChartPart: Hashable, Sendable {
  static var declared: PredictedChart? { get }
}
enum HullPart: ChartPart { @TaskLocal static var declared: PredictedChart? }
enum RailPart: ChartPart { @TaskLocal static var declared: PredictedChart? }
enum LeftPart: ChartPart { @TaskLocal static var declared: PredictedChart? }
enum RightPart: ChartPart { @TaskLocal static var declared: PredictedChart? }

/// States of a region that nest and carry a payload.
struct PartPlace<Part: ChartPart>: ChartState {
  let index: Int
  let value: Int
  let path: [String]

  static var graphCases: [PartPlace] {
    guard let chart = Part.declared else { return [] }
    return chart.nodes.indices.flatMap { index in
      (0..<chart.nodes[index].values).map { make(index, $0, in: chart) }
    }
  }
  static func make(_ index: Int, _ value: Int, in chart: PredictedChart) -> PartPlace {
    PartPlace(index: index, value: value, path: chart.nodes[index].path)
  }
  var casePath: [String] { path }
}

/// States outside of regions and inside.
enum ChartNest: PredictedState {
  case off, away
  case on(ChartCrew)
  case kept(ChartCrew)

  var value: Int { 0 }
  static var graphCases: [ChartNest] {
    [.off, .away, ChartCrew.first.map(ChartNest.on)].compactMap(\.self)
  }
  var valuesByRegion: [String: Int] {
    guard case .on(let crew) = self else { return [:] }
    return crew.values(in: "on")
  }
}

/// The regions of a state.
struct ChartCrew: Hashable, Sendable {
  var hull: PartPlace<HullPart>
  var cabin: ChartCabin

  static var first: ChartCrew? {
    HullPart.declared.map { ChartCrew(hull: .make(0, 0, in: $0), cabin: .empty) }
  }

  func values(in owner: String) -> [String: Int] {
    var values = ["\(owner)/hull": hull.value]
    switch cabin {
    case .full(let pair): values.merge(pair.values(in: "\(owner)/cabin/full/")) { $1 }
    case .deep(let bay):
      let inside = "\(owner)/cabin/deep"
      values["\(inside)/rail"] = bay.rail.value
      if case .open(let pair) = bay.hold {
        values.merge(pair.values(in: "\(inside)/hold/open/")) { $1 }
      }
    case .empty, .shut: break
    }
    return values
  }
}

/// A region that has regions in some of its states.
enum ChartCabin: PredictedState {
  case empty, shut
  case full(ChartPair)
  case deep(ChartBay)

  var value: Int { 0 }
  static var graphCases: [ChartCabin] {
    [.empty, .shut, ChartPair.first.map(ChartCabin.full), ChartBay.first.map(ChartCabin.deep)]
      .compactMap(\.self)
  }
}

/// Regions one level deeper.
struct ChartBay: Hashable, Sendable {
  var rail: PartPlace<RailPart>
  var hold: ChartHold

  static var first: ChartBay? {
    RailPart.declared.map { ChartBay(rail: .make(0, 0, in: $0), hold: .closed) }
  }
}

/// A region one level deeper that has regions in one of its states.
enum ChartHold: PredictedState {
  case closed
  case open(ChartPair)

  var value: Int { 0 }
  static var graphCases: [ChartHold] {
    [.closed, ChartPair.first.map(ChartHold.open)].compactMap(\.self)
  }
}

/// The regions of the deepest states, or of a machine as a whole.
struct ChartPair: GraphableRegions, PredictedState {
  var left: PartPlace<LeftPart>
  var right: PartPlace<RightPart>

  static var first: ChartPair? {
    guard let left = LeftPart.declared, let right = RightPart.declared else { return nil }
    return ChartPair(left: .make(0, 0, in: left), right: .make(0, 0, in: right))
  }
  var value: Int { 0 }
  var valuesByRegion: [String: Int] { values(in: "") }

  func values(in prefix: String) -> [String: Int] {
    ["\(prefix)left": left.value, "\(prefix)right": right.value]
  }
}

// MARK: - Schemas

extension PredictedPair {
  /// Returns the graph of the pair, whose states are declared.
  var graph: StateGraph {
    LeftPart.$declared.withValue(left) {
      RightPart.$declared.withValue(right) { StateGraph(schema) }
    }
  }

  /// The schema of the pair as a machine of its own.
  var schema: StateMachineSchema<ChartPair, ChartEvent, PredictedSubject<ChartPair, ChartEvent>> {
    anySchema()
  }

  /// Returns the schema of the pair, of which each part may ask where the other is.
  fileprivate func anySchema<Whole>() -> StateMachineSchema<
    ChartPair, ChartEvent, PredictedSubject<Whole, ChartEvent>
  > {
    let (left, right) = (left, right)
    return StateMachineSchema(
      initialState: ChartPair(left: .make(0, 0, in: left), right: .make(0, 0, in: right)),
      regions: .region(
        \.left,
        left.schema(PartPlace<LeftPart>.self) { when, index in
          when(in: \ChartPair.right, right.place(index))
        }),
      .region(
        \.right,
        right.schema(PartPlace<RightPart>.self) { when, index in
          when(in: \ChartPair.left, left.place(index))
        }))
  }
}

extension PredictedChart {
  /// Returns one of the states, or of those around them, by its number.
  fileprivate func place<Part>(_ number: Int) -> PartPlace<Part> {
    PartPlace(index: 0, value: 0, path: path(number))
  }

  private func path(_ number: Int) -> [String] {
    let paths = nodes.map(\.path) + nodes.map { [$0.path[0]] }.uniqued()
    return paths[number % paths.count]
  }

  /// The answers that somebody beside gets who asks where this part is, for each of its states.
  fileprivate var answersBeside: [(Int) -> Bool] {
    nodes.map { node in { node.path.starts(with: self.path($0)) } }
  }
}

extension PredictedNest {
  typealias Subject = PredictedSubject<ChartNest, ChartEvent>
  typealias Schema<State> = StateMachineSchema<State, ChartEvent, Subject>

  /// The graph of the nest, whose states are declared.
  var graph: StateGraph { declaring { StateGraph(schema) } }

  /// Returns what a closure returns in which the states are declared.
  func declaring<Result>(_ body: () -> Result) -> Result {
    HullPart.$declared.withValue(hull) {
      RailPart.$declared.withValue(rail) {
        LeftPart.$declared.withValue(left) { RightPart.$declared.withValue(right, operation: body) }
      }
    }
  }

  var pair: PredictedPair { PredictedPair(left: left, right: right) }
  private var crew: ChartCrew { ChartCrew(hull: .make(0, 0, in: hull), cabin: .empty) }
  private var bay: ChartBay { ChartBay(rail: .make(0, 0, in: rail), hold: .closed) }
  private var parts: ChartPair {
    ChartPair(left: .make(0, 0, in: left), right: .make(0, 0, in: right))
  }

  /// The schema of the nest.
  var schema: Schema<ChartNest> {
    let nest = self
    return StateMachineSchema(initialState: .off) { state, event in nest.transition(state, event) }
      .embedding(
        crewSchema, in: ChartNest.on,
        completion: { _, _ in nest.completes ? .to(.away, "done") { try $0.act("done") } : .ignored
        }
      )
      .states(level: 1) { state in
        switch state {
        case .on: return .perform(.exit, "land")
        case .kept: return .none
        case .off, .away: return .perform(.entry, "rest")
        }
      }
      .states(level: 1) { state in
        guard case .on = state else { return .none }
        return nest.timeout.map { .after($0) } ?? .none
      }
  }

  private var crewSchema: Schema<ChartCrew> {
    let (hull, places) = (hull, [ChartCabin.empty, .shut, .full(parts), .deep(bay)])
    return StateMachineSchema(
      initialState: crew,
      regions: .region(
        \.hull,
        hull.schema(PartPlace<HullPart>.self) { when, index in
          when(in: \ChartCrew.cabin, places[index % places.count])
        }), .region(\.cabin, cabinSchema))
  }

  private var cabinSchema: Schema<ChartCabin> {
    let nest = self
    return StateMachineSchema<ChartCabin, ChartEvent, Subject>(initialState: .empty) {
      cabin, event, when in
      switch (cabin, event.index) {
      case (.empty, nest.filling):
        let isDeep = when(in: \ChartCrew.hull, nest.hull.place(nest.filling))
        return isDeep ? .to(.deep(nest.bay)) : .to(.full(nest.parts), "fill") { try $0.act("fill") }
      case (.full, nest.filling), (.deep, nest.filling):
        return .to(.empty, "drain") { try $0.act("drain") }
      case (.shut, _): return .ignored
      case (_, nest.shutting): return .to(.shut)
      default: return .ignored
      }
    } states: {
      $0 == .shut ? .final : .none
    }
    .embedding(pair.anySchema(), in: ChartCabin.full, completion: { _, _ in .to(.shut) })
    .embedding(baySchema, in: ChartCabin.deep)
    .states(level: 1) { cabin in
      switch cabin {
      case .full, .deep: .perform(.entry, "in")
      case .empty, .shut: .none
      }
    }
  }

  private var baySchema: Schema<ChartBay> {
    let (nest, rail) = (self, rail)
    let hold = StateMachineSchema<ChartHold, ChartEvent, Subject>(initialState: .closed) {
      hold, event in
      guard event.index == nest.opening else { return .ignored }
      return hold == .closed
        ? .to(.open(nest.parts)) : .to(.closed, "close") { try $0.act("close") }
    }
    .embedding(
      pair.anySchema(), in: ChartHold.open,
      completion: { _, _ in .stay("full") { try $0.act("full") } })
    return StateMachineSchema(
      initialState: bay,
      regions: .region(
        \.rail,
        rail.schema(PartPlace<RailPart>.self) { when, index in
          when(in: \ChartBay.hold, index % 2 == 0 ? ChartHold.closed : .open(nest.parts))
        }), .region(\.hold, hold))
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
      case .fromLeft(let index): crew.cabin.left?.index == index
      case .fromBoth(let hull, let left): crew.hull.index == hull && crew.cabin.left?.index == left
      case .never: false
      }
    return leaves ? .to(.away, "leave") { try $0.act("leave") } : .ignored
  }

  /// Returns the transition that keeps the regions, or goes on with them; `nil` for any other.
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
      return .to(.on(crew), "go on") { try $0.act("go on") }
    case .on, .off, .away: return nil
    }
  }
}

extension ChartCabin {
  /// The state of the left region inside, if there is one.
  fileprivate var left: PartPlace<LeftPart>? {
    switch self {
    case .full(let pair): return pair.left
    case .deep(let bay): if case .open(let pair) = bay.hold { return pair.left } else { return nil }
    case .empty, .shut: return nil
    }
  }
}

// MARK: - What machines can do

extension PredictedPair {
  /// Everything that machines of the pair can do, as text.
  var facts: [Set<String>] {
    [left.facts(beside: right.answersBeside), right.facts(beside: left.answersBeside)]
  }
}

extension PredictedNest {
  /// Everything that the regions of the nest can do, as text.
  var facts: [Set<String>] {
    let cabin = (0..<4).map { state in { (number: Int) in number % 4 == state } }
    let hold = (0..<2).map { state in { (number: Int) in number % 2 == state } }
    return pair.facts + [hull.facts(beside: cabin), rail.facts(beside: hold)]
  }
}
