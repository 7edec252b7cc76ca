import SchematicGraph
import SchematicGraphviz

/// A machine that knows nothing but its picture.
///
/// It is made from DOT text. From outside it gets what no picture can hold: the events in the order of
/// their arrival, whether the conditions on arrows hold, and which actions throw. Everything else it
/// predicts: the arrow that is taken, every label in order, the timeouts that run, and the state.
struct PictureInterpreter {
  /// The sender of an event that is not sent from outside.
  enum Sender: Hashable, Sendable {
    /// A task, by its number in the order in which tasks begin.
    case task(Int)
    /// A timeout whose time has come.
    case timeout
  }

  /// The world outside of the picture.
  struct World {
    /// Returns whether a condition holds.
    var holds: (String) throws -> Bool
    /// Returns whether a condition on what the state carries holds as the state is entered.
    var holdsOnEntry: (String) throws -> Bool
    /// Returns the length of a timeout that the subject says, by its name.
    var length: (String) -> Duration
    /// Returns whether the action that is performed throws.
    var throwsNow: () throws -> Bool
  }

  /// A picture that allows more than one arrow, or a question without an answer.
  struct Ambiguity: Error, CustomStringConvertible {
    let description: String
  }

  /// One machine of the picture: the whole, or a region.
  private struct Machine {
    let states: [String: StateGraph.State]
    let composites: [String: StateGraph.CompositeState]
    let rules: [String: [StateGraph.Rule]]

    init(_ graph: StateGraph) {
      states = Dictionary(uniqueKeysWithValues: graph.states.map { ($0.identifier, $0) })
      composites = Dictionary(uniqueKeysWithValues: graph.composites.map { ($0.identifier, $0) })
      rules = Dictionary(grouping: graph.rules, by: \.source)
    }
  }

  /// Work or a timeout that belongs to a state, or to a composite state around it.
  private struct Activity {
    let owner: Place
    /// The label of the task, or of the timeout's event.
    let label: String
    /// The number of the task; `nil` for a timeout.
    let task: Int?
    /// When the time of a timeout has come.
    var deadline: Duration = .zero
  }

  private let machines: [Machine]

  /// The current states of the machines.
  private var parts: [String]
  /// The labels of everything that was done, in order.
  private(set) var lines: [String] = []
  /// The time on the clock.
  private(set) var now = Duration.zero
  private var running: [Activity] = []
  /// The tasks that have not begun yet: they do when the machine rests.
  private var beginning: [Activity] = []
  /// The tasks that ended by themselves.
  private var finished: Set<Int> = []
  private var taskCount = 0

  init(dot: String) throws {
    let graph = try StateGraph(dot: dot)
    let graphs = graph.regions.isEmpty ? [graph] : graph.regions.map(\.graph)
    machines = graphs.map(Machine.init)
    parts = graphs.map(\.initialState)
  }

  /// The number of machines that run side by side.
  var regionCount: Int { machines.count }

  /// The identifier of the current state.
  var state: String { parts.joined(separator: "+") }

  /// A Boolean value that indicates whether a final state is reached.
  var isFinished: Bool {
    zip(machines, parts).allSatisfy { $0.states[$1]!.isFinal }
  }

  /// The next time at which a timeout is over; `nil` where none runs.
  var nextDeadline: Duration? { running.filter { $0.task == nil }.map(\.deadline).min() }

  /// The number of timeouts that run.
  var timeoutCount: Int { running.count { $0.task == nil } }

  /// Forgets what was done.
  mutating func clear() { lines = [] }

  /// Lets time pass without a timeout.
  mutating func wait(until time: Duration) { now = time }

  // MARK: Steps

  /// Enters the initial state.
  mutating func enter(in world: World) throws {
    let places = machines.indices.map { path(of: parts[$0], in: $0)[...] }
    for places in places { try enter(places, world.holdsOnEntry) }
    try begin(places, world)
  }

  /// Handles an event, and returns the text of the outcome; `nil` where its sender was left.
  mutating func handle(
    _ event: String, from sender: Sender? = nil, in world: World
  ) throws -> String? {
    if case .task(let number) = sender, !running.contains(where: { $0.task == number }) {
      return nil
    }
    return try take(event, in: machines.indices, world)
  }

  /// Lets the time of the first timeout come, and returns the text of the outcome.
  mutating func fireFirst(in world: World) throws -> String? {
    guard
      let index = running.indices.filter({ running[$0].task == nil })
        .min(by: { running[$0].deadline < running[$1].deadline })
    else { return nil }
    let timeout = running.remove(at: index)
    now = timeout.deadline
    let region = timeout.owner.region
    return try take(timeout.label, in: region..<(region + 1), world)
  }

  /// Takes the one arrow that is possible, which may stand in several regions.
  private mutating func take(
    _ event: String, in regions: Range<Int>, _ world: World
  ) throws -> String {
    guard !isFinished else { return "rejected: the machine is finished" }
    let possible = try regions.flatMap { region in
      try (machines[region].rules[parts[region]] ?? []).filter { rule in
        try rule.event == event && (rule.guard.map(world.holds) ?? true)
      }.map { (region: region, rule: $0) }
    }
    guard let first = possible.first else { return "ignored" }
    let isOne =
      Set(possible.map(\.region)).count == possible.count
      && possible.allSatisfy { $0.rule.reads(like: first.rule) }
    guard isOne else {
      throw Ambiguity(description: "in \(state) on \(event): \(possible.map(\.rule))")
    }
    switch first.rule.effect {
    case .rejected(let reason): return "rejected" + (reason.map { ": \($0)" } ?? "")
    case .ignored: return "ignored"
    case .traps: throw Ambiguity(description: "in \(state) the program stops on \(event)")
    case .internal(let action): return try perform(action, world) ? "stayed" : "failed"
    case .external(let action):
      return try move(possible.map { ($0.region, $0.rule.target) }, action, world)
    }
  }

  /// Begins the tasks of the states that were entered since the machine rested.
  mutating func rest() {
    for activity in beginning {
      lines.append("begin \(activity.label)")
      if !running.contains(where: { $0.task == activity.task }) {
        lines.append("end \(activity.label)")
      }
    }
    beginning = []
  }

  /// Lets a task end by itself.
  mutating func finish(_ task: Int) { finished.insert(task) }

  /// Leaves the states of some regions for others.
  private mutating func move(
    _ moves: [(region: Int, target: String)], _ action: String?, _ world: World
  ) throws -> String {
    var (left, entered): ([ArraySlice<Place>], [ArraySlice<Place>]) = ([], [])
    for (region, target) in moves {
      let (source, target) = (path(of: parts[region], in: region), path(of: target, in: region))
      let shared = zip(source, target).prefix { $0 == $1 }.count
      let kept = min(shared, source.count - 1, target.count - 1)
      left.append(source[kept...])
      entered.append(target[kept...])
    }
    for places in left.reversed() { try leave(places, world.holds) }
    guard try perform(action, world) else {
      for places in left { try enter(places, world.holds) }
      return "failed"
    }
    for (region, target) in moves { parts[region] = target }
    for places in entered { try enter(places, world.holdsOnEntry) }
    if isFinished {
      end { _ in true }
    } else {
      let left = Set(left.joined())
      end { left.contains($0.owner) }
      try begin(entered, world)
    }
    return "moved"
  }

  /// Performs the action of an arrow, and returns whether it succeeds.
  private mutating func perform(_ action: String?, _ world: World) throws -> Bool {
    guard let action else { return true }
    lines.append("/ \(action)")
    return try !world.throwsNow()
  }

  // MARK: What the boxes say

  /// A box of the picture.
  private struct Place: Hashable {
    let region: Int
    let identifier: String
    let isComposite: Bool
  }

  /// The boxes around a state and its own, the outermost first.
  private func path(of state: String, in region: Int) -> [Place] {
    var path = [Place(region: region, identifier: state, isComposite: false)]
    var parent = machines[region].states[state]?.parent
    while let composite = parent {
      path.append(Place(region: region, identifier: composite, isComposite: true))
      parent = machines[region].composites[composite]?.parent
    }
    return path.reversed()
  }

  private func labels(
    _ kind: StateGraph.StateBehavior.Kind, of place: Place, _ holds: (String) throws -> Bool
  ) throws -> [String] {
    let machine = machines[place.region]
    let behaviors =
      place.isComposite
      ? machine.composites[place.identifier]!.behaviors
      : machine.states[place.identifier]!.behaviors
    return try behaviors.filter { behavior in
      try behavior.kind == kind && behavior.conditions.allSatisfy { try holds($0.name) }
    }.map { $0.label ?? "(unnamed)" }
  }

  private mutating func enter(
    _ places: ArraySlice<Place>, _ holds: (String) throws -> Bool
  ) throws {
    for place in places { lines += try labels(.entry, of: place, holds).map { "entry / \($0)" } }
  }

  private mutating func leave(
    _ places: ArraySlice<Place>, _ holds: (String) throws -> Bool
  ) throws {
    for place in places.reversed() {
      lines += try labels(.exit, of: place, holds).map { "exit / \($0)" }
    }
  }

  /// Begins the timeouts and tasks of the states that are entered, those of one region after the other.
  private mutating func begin(_ entered: [ArraySlice<Place>], _ world: World) throws {
    for place in entered.joined() {
      for (label, duration) in try timeouts(of: place, world) {
        running.append(Activity(owner: place, label: label, task: nil, deadline: now + duration))
      }
    }
    for place in entered.joined() {
      for label in try labels(.task, of: place, world.holdsOnEntry) {
        let activity = Activity(owner: place, label: label, task: taskCount)
        taskCount += 1
        running.append(activity)
        beginning.append(activity)
      }
    }
  }

  private mutating func end(where isLeft: (Activity) -> Bool) {
    for activity in running where isLeft(activity) {
      let hasBegun = !beginning.contains { $0.task == activity.task }
      if let task = activity.task, hasBegun, !finished.contains(task) {
        lines.append("end \(activity.label)")
      }
    }
    running.removeAll(where: isLeft)
  }

  /// The timeouts of a box, by the labels of their events: a composite state lists its own, and those
  /// of other states are the arrows that leave them.
  ///
  /// A timeout runs only if what the state carries fulfills the conditions of some arrow.
  private func timeouts(
    of place: Place, _ world: World
  ) throws -> [(label: String, duration: Duration)] {
    func own(_ place: Place) -> [StateGraph.Delay] {
      let composite = machines[place.region].composites[place.identifier]
      return composite?.behaviors.compactMap(\.delay) ?? []
    }
    var delays = own(place)
    if !place.isComposite {
      let outer = path(of: place.identifier, in: place.region).dropLast().flatMap(own)
      let rules = machines[place.region].rules[place.identifier] ?? []
      delays = try rules.compactMap { rule in
        guard case .timeout(let delay, nil) = rule.trigger, !outer.contains(delay) else {
          return nil
        }
        let runs = try rule.conditions.allSatisfy { condition in
          guard case .payload(let text) = condition else { return true }
          return try world.holdsOnEntry(text)
        }
        return runs ? delay : nil
      }.uniqued()
    }
    return delays.map { delay in
      let length =
        switch delay {
        case .fixed(let duration): duration
        case .named(let name): world.length(name)
        }
      return ("\(StateGraph.Trigger.timeout(delay))", length)
    }
  }
}

extension StateGraph.Rule {
  /// Returns whether two rules of different regions are one arrow that stands in both.
  fileprivate func reads(like other: StateGraph.Rule) -> Bool {
    event == other.event && self.guard == other.guard && action == other.action
      && effect == other.effect
  }
}
