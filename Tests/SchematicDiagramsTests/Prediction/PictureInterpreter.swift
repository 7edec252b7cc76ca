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
    /// The timeouts on arrows that lead out of the region, by the states at which they begin.
    var exits: [String: [StateGraph.Rule]] = [:]
    /// The machine and the composite state in it that the region is in.
    var owner: Place?
    /// The machines in the regions of composite states.
    var regions: [String: [Int]] = [:]
    /// The states of these machines in each combination.
    var combinations: [String: (composite: String, parts: [String])] = [:]

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

  private var machines: [Machine] = []
  /// The number of machines that are not inside others, which come first.
  private let outerCount: Int

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
    outerCount = graphs.count
    parts = graphs.map(\.initialState)
    machines = graphs.map(Machine.init)
    for (index, graph) in graphs.enumerated() { addRegions(of: graph, in: index) }
  }

  /// Adds the machines in the regions of composite states.
  private mutating func addRegions(of graph: StateGraph, in machine: Int) {
    let arrows = Statechart(of: graph, showingRegions: true).transitions
    for composite in graph.composites where !composite.regions.isEmpty {
      let first = machines.count
      let name = composite.identifier
      let owner = Place(region: machine, identifier: name, isComposite: true)
      machines[machine].regions[name] = composite.regions.indices.map { first + $0 }
      for region in composite.regions {
        machines.append(Machine(region.graph))
        machines[machines.count - 1].owner = owner
      }
      let choices = composite.regions.map { $0.graph.states.map(\.identifier) }
      for parts in Self.combinations(of: choices) {
        let combined = parts.map { $0.replacing("\\", with: "\\\\").replacing("+", with: "\\+") }
        machines[machine].combinations["\(name).\(combined.joined(separator: "+"))"] = (name, parts)
      }
      for (index, region) in composite.regions.enumerated() {
        addRegions(of: region.graph, in: first + index)
      }
    }
    for arrow in arrows where arrow.label.trigger.isTimeout {
      guard let (region, state) = place(of: arrow.source, in: machine), region != machine else {
        continue
      }
      machines[region].exits[state, default: []].append(
        StateGraph.Rule(arrow.label, from: state, to: state))
    }
  }

  private static func combinations(of choices: [[String]]) -> [[String]] {
    choices.reduce([[]]) { lists, choice in lists.flatMap { list in choice.map { list + [$0] } } }
  }

  /// Returns the machine and the state at which an arrow begins; `nil` where it is no state.
  private func place(of vertex: Statechart.Vertex, in machine: Int) -> (Int, String)? {
    switch vertex {
    case .state(let state): (machine, state)
    case .inner(let composite, let region, let vertex):
      place(of: vertex, in: machines[machine].regions[composite]![region])
    case .composite, .fork, .history: nil
    }
  }

  /// The number of machines that run side by side.
  var regionCount: Int { outerCount }

  /// The number of regions in composite states.
  var innerRegionCount: Int { machines.count - outerCount }

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
    let places = (0..<outerCount).flatMap { entered(parts[$0], in: $0) }
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
    return try take(event, in: 0..<outerCount, world)
  }

  /// Lets the time of the first timeout come, and returns the text of the outcome.
  mutating func fireFirst(in world: World) throws -> String? {
    guard
      let index = running.indices.filter({ running[$0].task == nil })
        .min(by: { running[$0].deadline < running[$1].deadline })
    else { return nil }
    let timeout = running.remove(at: index)
    now = timeout.deadline
    var region = timeout.owner.region
    while let owner = machines[region].owner { region = owner.region }
    return try take(timeout.label, in: region..<(region + 1), world)
  }

  /// A Boolean value that indicates whether a machine inside a state has ended.
  var isComplete: Bool { !isFinished && machines[0].states[parts[0]]!.completion != nil }

  /// Takes the completion of the current state, and returns the text of the outcome.
  mutating func complete(in world: World) throws -> String {
    try take("\(StateGraph.Trigger.completion)", in: 0..<1, world)
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
      return try move(
        possible.map { ($0.region, $0.rule.target) }, action, world, by: first.rule)
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
    _ moves: [(region: Int, target: String)], _ action: String?, _ world: World,
    by rule: StateGraph.Rule
  ) throws -> String {
    var (left, entered): ([ArraySlice<Place>], [ArraySlice<Place>]) = ([], [])
    let changes = moves.flatMap {
      change(from: parts[$0.region], to: $0.target, in: $0.region, by: rule)
    }
    for depth in 0...(changes.map(\.depth).max() ?? 0) {
      for change in changes where change.depth == depth {
        left.append(change.left)
        entered.append(change.entered)
      }
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
  fileprivate struct Place: Hashable {
    let region: Int
    let identifier: String
    let isComposite: Bool
  }

  /// What an arrow leaves and enters in a machine, and how many composite states with regions are around
  /// that machine.
  private typealias Change = (depth: Int, left: ArraySlice<Place>, entered: ArraySlice<Place>)

  /// Returns what an arrow leaves and enters: boxes of its own machine, or of the regions in which it is
  /// drawn.
  private func change(
    from source: String, to target: String, in region: Int, by rule: StateGraph.Rule,
    depth: Int = 0
  ) -> [Change] {
    let machine = machines[region]
    if let before = machine.combinations[source], let after = machine.combinations[target],
      before.composite == after.composite, let inside = machine.regions[before.composite]
    {
      return inside.indices.flatMap { index -> [Change] in
        let (one, other) = (before.parts[index], after.parts[index])
        let isThere = (machines[inside[index]].rules[one] ?? []).contains {
          $0.target == other && $0.reads(like: rule)
        }
        return isThere
          ? change(from: one, to: other, in: inside[index], by: rule, depth: depth + 1) : []
      }
    }
    let (source, target) = (boxes(of: source, in: region), boxes(of: target, in: region))
    let shared = zip(source.path, target.path).prefix { $0 == $1 }.count
    let kept = min(shared, source.path.count - 1, target.path.count - 1)
    return [(depth, source.path[kept...], target.path[kept...])]
      + source.inside.map { (depth + $0.depth, $0.path[...], []) }
      + target.inside.map { (depth + $0.depth, [], $0.path[...]) }
  }

  /// Returns the boxes that are entered at the start, those of the regions inside last.
  private func entered(_ state: String, in region: Int) -> [ArraySlice<Place>] {
    let boxes = boxes(of: state, in: region)
    let deepest = boxes.inside.map(\.depth).max() ?? 0
    return [boxes.path[...]]
      + (0...deepest).flatMap { depth in
        boxes.inside.filter { $0.depth == depth }.map { $0.path[...] }
      }
  }

  /// Returns the boxes around a state and its own, and those in the regions inside.
  private func boxes(
    of state: String, in region: Int
  ) -> (path: [Place], inside: [(depth: Int, path: [Place])]) {
    let path = path(of: state, in: region)
    guard let combination = machines[region].combinations[state],
      let regions = machines[region].regions[combination.composite]
    else { return (path, []) }
    return (
      path,
      zip(regions, combination.parts).flatMap { region, part in
        let boxes = boxes(of: part, in: region)
        return [(1, boxes.path)] + boxes.inside.map { ($0.depth + 1, $0.path) }
      }
    )
  }

  /// The boxes around a state and its own, the outermost first.
  ///
  /// A combination has a place and no box.
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
    if machine.combinations[place.identifier] != nil, !place.isComposite { return [] }
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
    if machines[place.region].combinations[place.identifier] != nil, !place.isComposite {
      return []
    }
    if !place.isComposite {
      var outer = path(of: place.identifier, in: place.region).dropLast().flatMap(own)
      var around = machines[place.region].owner
      while let composite = around {
        outer += own(composite)
        around = machines[composite.region].owner
      }
      let rules =
        (machines[place.region].rules[place.identifier] ?? [])
        + (machines[place.region].exits[place.identifier] ?? [])
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
