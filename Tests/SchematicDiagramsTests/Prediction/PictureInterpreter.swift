import SchematicGraph

/// A machine that knows nothing but its picture.
///
/// It is made from DOT text. From outside it gets what no picture can hold: the events in the order of
/// their arrival, whether guards hold, what states carry, and which actions throw. Everything else it
/// predicts: the arrows that are taken, every label in order, the timeouts that run, and the states.
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
    /// Whether each guard holds.
    var guards: [String: Bool]
    /// The payload of the event; `nil` for none.
    var payload: Int?
    /// Returns what the state of a region carries before the step.
    var value: (_ region: String?) throws -> Int
    /// Returns what the state of a region carries after the step.
    var newValue: (_ region: String?) throws -> Int
    /// Returns the length of a timeout that the subject says, by its name.
    var length: (String) -> Duration
    /// Returns whether the action that is performed throws.
    var throwsNow: () throws -> Bool
  }

  /// A picture that allows more than one arrow, or a question without an answer.
  struct Ambiguity: Error, CustomStringConvertible {
    let description: String
  }

  /// A box of the picture.
  private enum Box: Hashable {
    case state(String)
    case composite(String)
  }

  /// Work or a timeout that belongs to a box.
  private struct Activity {
    let owner: Box
    /// The label of the task, or of the timeout's event.
    let label: String
    /// The number of the task; `nil` for a timeout.
    var task: Int?
    /// The timeout that is told, and the region whose it is.
    var timeout: StateGraph.Trigger?
    var region: String?
    /// When the time of a timeout has come.
    var deadline: Duration = .zero
  }

  /// What happens: an event that is offered to all, or what a machine does by itself.
  private struct Occurrence {
    let trigger: StateGraph.Trigger
    /// The region that does it by itself, if any.
    var owner: String??
  }

  private let graph: StateGraph
  private let states: [String: StateGraph.State]
  private let composites: [String: StateGraph.CompositeState]
  /// The regions of each state; of the machine as a whole for `nil`.
  private let regions: [String?: [StateGraph.Region]]
  private let owners: [String: String?]

  /// The state of each region that there is, and of the machine around all regions for `nil`.
  private var current: [String?: String] = [:]
  /// The states in which regions were left, by the states that consist of them.
  private var memories: [String: [String?: String]] = [:]
  /// What states carried when they were entered, by their regions.
  private var valuesOnEntry: [String?: Int] = [:]
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
  /// The regions whose completions are to be taken.
  private var due: [String?] = []

  init(dot: String) throws {
    graph = try StateGraph(dot: dot)
    states = Dictionary(uniqueKeysWithValues: graph.states.map { ($0.identifier, $0) })
    composites = Dictionary(uniqueKeysWithValues: graph.composites.map { ($0.identifier, $0) })
    regions = Dictionary(grouping: graph.regions, by: \.parent)
    owners = Dictionary(uniqueKeysWithValues: graph.regions.map { ($0.identifier, $0.parent) })
    if regions[nil] == nil { place(graph.initialState, in: nil, .initial) }
    for region in regions[nil] ?? [] { place(region.initialState, in: region.identifier, .initial) }
  }

  /// The identifiers of the regions that the picture has.
  var allRegions: [String] { graph.regions.map(\.identifier) }

  /// The identifiers of the innermost states, in the order of the picture.
  var state: String {
    graph.states.map(\.identifier).filter { state in
      regions[state] == nil && current[region(of: state)] == .some(state)
    }.joined(separator: ", ")
  }

  /// The machines that go on, those around others first.
  private var machines: [String?] {
    func inside(_ region: String?) -> [String?] {
      guard let state = current[region] else { return [] }
      return [region] + (regions[state] ?? []).flatMap { inside($0.identifier) }
    }
    return roots.flatMap(inside)
  }

  private var roots: [String?] { regions[nil].map { $0.map(\.identifier) } ?? [nil] }

  /// A Boolean value that indicates whether a final state is reached everywhere.
  var isFinished: Bool { roots.allSatisfy { states[current[$0]!]!.isFinal } }

  /// The next time at which a timeout is over; `nil` where none runs.
  var nextDeadline: Duration? { running.filter { $0.task == nil }.map(\.deadline).min() }

  /// The number of timeouts that run.
  var timeoutCount: Int { running.count { $0.task == nil } }

  /// Forgets what was done.
  mutating func clear() { lines = [] }

  /// Lets time pass without a timeout.
  mutating func wait(until time: Duration) { now = time }

  // MARK: The tree

  /// Returns the region that a state or composite state lies in, at any depth of composite states.
  private func region(of name: String, isComposite: Bool = false) -> String? {
    var parent = isComposite ? composites[name]!.parent : states[name]!.parent
    while let outer = parent, owners[outer] == nil { parent = composites[outer]!.parent }
    return parent
  }

  /// Returns the state of a region that a state is, or lies in; `nil` if it lies elsewhere.
  private func state(around state: String, in region: String?) -> String? {
    var next = state
    while true {
      let inner = self.region(of: next)
      if inner == region { return next }
      guard let inner, let owner = owners[inner] ?? nil else { return nil }
      next = owner
    }
  }

  /// The boxes around a state in its region and its own, the outermost first.
  private func path(of state: String) -> [Box] {
    var path = [Box.state(state)]
    var parent = states[state]!.parent
    while let outer = parent, owners[outer] == nil {
      path.append(.composite(outer))
      parent = composites[outer]!.parent
    }
    return path.reversed()
  }

  private func isActive(_ name: String) -> Bool {
    machines.contains { region in
      guard let state = current[region] else { return false }
      return region == name
        || path(of: state).contains { $0 == .state(name) || $0 == .composite(name) }
    }
  }

  /// Puts a region into a state, and the regions inside into theirs.
  private mutating func place(_ state: String, in region: String?, _ entry: StateGraph.Entry) {
    current[region] = state
    guard let inner = regions[state] else { return }
    if entry == .history, let memory = memories[state] {
      for (region, state) in memory { current[region] = state }
      return
    }
    for region in inner {
      var start = region.initialState
      if case .states(let states) = entry {
        for named in states { start = self.state(around: named, in: region.identifier) ?? start }
      }
      place(start, in: region.identifier, entry == .history ? .initial : entry)
    }
  }

  /// Returns the regions inside a state that the machine is in, at any depth.
  private func regions(inside state: String) -> [String?] {
    (regions[state] ?? []).flatMap { region -> [String?] in
      [region.identifier] + (current[region.identifier].map(regions(inside:)) ?? [])
    }
  }

  // MARK: Steps

  /// Enters the initial state.
  mutating func enter(in world: World) throws {
    let boxes = roots.flatMap { root -> [(Box, String?)] in
      let state = current[root]!
      return path(of: state).dropLast().map { ($0, root) } + entering(state, in: root)
    }
    try enter(boxes, world)
    try begin(boxes, world)
  }

  /// Handles an event, and returns the text of the outcome; `nil` where its sender was left.
  mutating func handle(
    _ event: String, from sender: Sender? = nil, in world: World
  ) throws -> String? {
    if case .task(let number) = sender, !running.contains(where: { $0.task == number }) {
      return nil
    }
    return try take(Occurrence(trigger: .event(event)), world)
  }

  /// Lets the time of the first timeout come, and returns the text of the outcome.
  mutating func fireFirst(in world: World) throws -> String? {
    guard
      let index = running.indices.filter({ running[$0].task == nil })
        .min(by: { running[$0].deadline < running[$1].deadline })
    else { return nil }
    let timeout = running.remove(at: index)
    now = timeout.deadline
    return try take(Occurrence(trigger: timeout.timeout!, owner: .some(timeout.region)), world)
  }

  /// Takes the next completion that a step has caused, and returns the text of the outcome; `nil` if there
  /// is none.
  mutating func completeNext(in world: World) throws -> String? {
    while !due.isEmpty {
      let region = due.removeFirst()
      guard current[region] != nil, isComplete(region, in: self) else { continue }
      let outcome = try take(Occurrence(trigger: .completion, owner: .some(region)), world)
      if outcome != "ignored" { return outcome }
    }
    return nil
  }

  /// Returns whether the machine inside the state of a region has ended.
  private func isComplete(_ region: String?, in picture: PictureInterpreter) -> Bool {
    guard let state = picture.current[region] else { return false }
    if isFinished { return false }
    if let inner = regions[state] {
      return inner.allSatisfy { picture.states[picture.current[$0.identifier]!]!.isFinal }
    }
    return states[state]!.completion != nil
  }

  /// Returns the rules that machines answer with, those of one region and its inner ones after the other;
  /// `nil` if nobody answers.
  private func answers(
    to occurrence: Occurrence, of region: String?, _ world: World
  ) throws -> [StateGraph.Rule]? {
    guard let state = current[region] else { return nil }
    let inner = try (regions[state] ?? []).compactMap {
      try answers(to: occurrence, of: $0.identifier, world)
    }
    if !inner.isEmpty { return inner.flatMap(\.self) }
    var trigger = occurrence.trigger
    if let owner = occurrence.owner, owner != region {
      guard case .timeout(_, let event?) = trigger else { return nil }
      trigger = .event(event)
    }
    let possible = try graph.rules.filter { rule in
      guard level(of: rule) == (region, state), rule.trigger == trigger, isActive(rule.source)
      else { return false }
      return try rule.conditions.allSatisfy { try holds($0, in: region, world) }
    }
    guard possible.count < 2 else {
      throw Ambiguity(description: "in \(state) on \(trigger): \(possible)")
    }
    return possible.isEmpty || possible[0].effect == .ignored ? nil : possible
  }

  private func level(of rule: StateGraph.Rule) -> (String?, String) {
    let isInside = rule.effect.isInternal || rule.effect.isRefusal
    let region = region(of: isInside ? rule.source : rule.target)
    return (region, state(around: rule.source, in: region)!)
  }

  private func holds(
    _ condition: StateGraph.Condition, in region: String?, _ world: World
  ) throws -> Bool {
    switch condition {
    case .guard(let name, let holds):
      guard let answer = world.guards[name] else {
        throw Ambiguity(description: "nobody knows the guard \(name)")
      }
      return answer == holds
    case .in(let state, let holds): return isActive(state) == holds
    case .payload(let text):
      var payloads = [
        "value": try world.value(region), "value on entry": valuesOnEntry[region] ?? 0,
      ]
      payloads["payload"] = world.payload
      return try PictureConditions(guards: [:], payloads: payloads).holds(text)
    }
  }

  /// Takes what all machines answer as one step.
  private mutating func take(_ occurrence: Occurrence, _ world: World) throws -> String {
    guard !isFinished else { return "rejected: the machine is finished" }
    let before = self
    let rules = try roots.compactMap { try answers(to: occurrence, of: $0, world) }.flatMap(\.self)
    if let trap = rules.first(where: \.effect.isTrap) {
      throw Ambiguity(description: "in \(state) the program stops: \(trap)")
    }
    let taken = rules.filter { !$0.effect.isRefusal }
    guard !taken.isEmpty else {
      guard !rules.isEmpty else { return "ignored" }
      let reasons = rules.compactMap(\.effect.reason)
      return "rejected" + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
    }
    let moving = taken.filter { !$0.effect.isInternal }
    let left = moving.map(leaving)
    for boxes in left.reversed() { try leave(boxes, world) }
    for rule in taken {
      guard let action = rule.action else { continue }
      lines.append("/ \(action)")
      guard try !world.throwsNow() else {
        for boxes in left { try enter(boxes, world, isNew: false) }
        return "failed"
      }
    }
    for rule in moving { move(by: rule) }
    let entered = moving.map(entering)
    for boxes in entered { try enter(boxes, world, isNew: true) }
    if isFinished {
      end { _ in true }
    } else {
      let gone = Set(left.joined().map(\.box))
      end { gone.contains($0.owner) }
      try begin(entered.flatMap(\.self), world)
    }
    addDue(moving.map { level(of: $0).0 }, before)
    return moving.isEmpty ? "stayed" : "moved"
  }

  /// Notes the regions whose states a step has completed.
  private mutating func addDue(_ moved: [String?], _ before: PictureInterpreter) {
    for region in machines where isComplete(region, in: self) {
      func isInside(_ inner: String?, _ outer: String?) -> Bool {
        var next = inner
        while next != outer {
          guard let region = next, let owner = owners[region] ?? nil else { return outer == nil }
          next = self.region(of: owner)
        }
        return true
      }
      let isEntered = moved.contains { isInside($0, region) || isInside(region, $0) }
      let wasComplete = before.current[region] != nil && isComplete(region, in: before)
      if isEntered || !wasComplete { due.append(region) }
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

  // MARK: Boxes

  /// Moves to the target of a rule, and remembers what is left.
  private mutating func move(by rule: StateGraph.Rule) {
    let (region, state) = level(of: rule)
    for owner in [state] + regions(inside: state).compactMap({ current[$0] }) {
      let inside = regions(inside: owner)
      guard !inside.isEmpty else { continue }
      memories[owner] = current.filter { inside.contains($0.key) }
    }
    for inner in regions(inside: state) { current[inner] = nil }
    place(rule.target, in: region, rule.entry)
  }

  /// Returns the boxes that a rule leaves, with their regions, the outermost first.
  private func leaving(_ rule: StateGraph.Rule) -> [(box: Box, region: String?)] {
    let (region, state) = level(of: rule)
    let kept = shared(state, rule.target)
    return path(of: state).dropLast().dropFirst(kept).map { ($0, region) }
      + entering(state, in: region)
  }

  /// Returns the boxes that a rule has entered, with their regions, the outermost first.
  private func entering(_ rule: StateGraph.Rule) -> [(box: Box, region: String?)] {
    let (region, state) = level(of: rule)
    let kept = shared(state, rule.target)
    return path(of: rule.target).dropLast().dropFirst(kept).map { ($0, region) }
      + entering(rule.target, in: region)
  }

  /// Returns a state and everything inside that the machine is in, the outermost first.
  private func entering(_ state: String, in region: String?) -> [(Box, String?)] {
    [(Box.state(state), region)]
      + (regions[state] ?? []).flatMap { inner -> [(Box, String?)] in
        let name = inner.identifier
        guard let state = current[name] else { return [] }
        return path(of: state).dropLast().map { ($0, name) } + entering(state, in: name)
      }
  }

  /// Returns the number of composite states that are around both states.
  private func shared(_ one: String, _ other: String) -> Int {
    zip(path(of: one).dropLast(), path(of: other).dropLast()).prefix { $0 == $1 }.count
  }

  private func behaviors(
    _ kind: StateGraph.StateBehavior.Kind, of box: Box, in region: String?, _ world: World,
    isNew: Bool
  ) throws -> [String] {
    let all =
      switch box {
      case .state(let name): states[name]!.behaviors
      case .composite(let name): composites[name]!.behaviors
      }
    return try all.filter { behavior in
      try behavior.kind == kind
        && behavior.conditions.allSatisfy { condition in
          guard case .payload(let text) = condition else { return false }
          let value = isNew ? try world.newValue(region) : try world.value(region)
          let payloads = ["value": value, "value on entry": value]
          return try PictureConditions(guards: [:], payloads: payloads).holds(text)
        }
    }.map { $0.label ?? "(unnamed)" }
  }

  private mutating func enter(
    _ boxes: [(box: Box, region: String?)], _ world: World, isNew: Bool = true
  ) throws {
    for (box, region) in boxes {
      if isNew, case .state = box { valuesOnEntry[region] = try world.newValue(region) }
      lines += try behaviors(.entry, of: box, in: region, world, isNew: isNew).map {
        "entry / \($0)"
      }
    }
  }

  private mutating func leave(_ boxes: [(box: Box, region: String?)], _ world: World) throws {
    for (box, region) in boxes.reversed() {
      lines += try behaviors(.exit, of: box, in: region, world, isNew: false).map { "exit / \($0)" }
    }
  }

  /// Begins the timeouts and tasks of the states that are entered.
  private mutating func begin(_ entered: [(box: Box, region: String?)], _ world: World) throws {
    for (box, region) in entered {
      for (trigger, duration) in try timeouts(of: box, in: region, world) {
        running.append(
          Activity(
            owner: box, label: "\(trigger)", timeout: trigger, region: region,
            deadline: now + duration))
      }
    }
    for (box, region) in entered {
      for label in try behaviors(.task, of: box, in: region, world, isNew: true) {
        let activity = Activity(owner: box, label: label, task: taskCount)
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

  /// The timeouts of a box: a composite state lists its own, and those of other states are the arrows that
  /// leave them.
  ///
  /// A timeout runs only if what the state carries fulfills the conditions of some arrow.
  private func timeouts(
    of box: Box, in region: String?, _ world: World
  ) throws -> [(StateGraph.Trigger, Duration)] {
    func own(_ box: Box) -> [StateGraph.StateBehavior] {
      guard case .composite(let name) = box else { return [] }
      return composites[name]!.behaviors.filter { $0.delay != nil }
    }
    let triggers: [StateGraph.Trigger]
    switch box {
    case .composite: triggers = own(box).compactMap(\.trigger)
    case .state(let state):
      let outer = path(of: state).dropLast().flatMap(own).map(\.delay)
      triggers = try self.graph.rules.filter { rule in
        guard case .timeout(let delay, _) = rule.trigger, level(of: rule) == (region, state),
          !outer.contains(delay)
        else { return false }
        return try rule.conditions.allSatisfy { condition in
          guard case .payload(let text) = condition else { return true }
          let value = try world.newValue(region)
          let payloads = ["value": value, "value on entry": value]
          return try PictureConditions(guards: [:], payloads: payloads).holds(text)
        }
      }.map(\.trigger).uniqued()
    }
    return triggers.map { trigger in
      guard case .timeout(let delay, _) = trigger else { return (trigger, .zero) }
      switch delay {
      case .fixed(let duration): return (trigger, duration)
      case .named(let name): return (trigger, world.length(name))
      }
    }
  }
}
