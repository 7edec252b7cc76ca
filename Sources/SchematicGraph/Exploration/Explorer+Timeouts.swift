import Schematic

// The timeouts that diagrams show, timeouts of values that changed while the timeout ran, and
// timeouts whose events this machine never takes.
extension Explorer {
  /// A timeout of a value, as diagrams show it.
  struct ShownTimeout {
    /// The level of the composite state that has the timeout, or `nil` for the innermost state.
    let level: Int?
    let event: Event
    let trigger: StateGraph.Trigger
    /// The number of the timeout among the timeouts with the same level and trigger.
    let number: Int
    /// The composite state that has the timeout, or `nil` for the innermost state.
    let composite: [String]?
    /// The line of code that creates the timeout, if it is known.
    let line: SourceLine?
  }

  /// Returns the timeouts of a value as diagrams show them.
  func shownTimeouts(
    _ timeouts: [ExploredTimeout<Event>], of value: State
  ) -> [ShownTimeout] {
    var numbers: [Int?: [StateGraph.Trigger: Int]] = [:]
    return timeouts.map { timeout in
      let trigger = StateGraph.Trigger.timeout(timeout.delay)
      let number = numbers[timeout.level, default: [:]][trigger, default: 0]
      numbers[timeout.level, default: [:]][trigger] = number + 1
      return ShownTimeout(
        level: timeout.level, event: timeout.event, trigger: trigger, number: number,
        composite: timeout.level.map { Array(value.casePath.prefix($0)) }, line: timeout.line)
    }
  }

  /// Returns a finding for each group of timeouts with the same text in diagrams.
  func repeatedTimeouts(among shown: [ShownTimeout], of state: String) -> [GraphFinding] {
    Dictionary(grouping: shown, by: \.trigger).filter { $0.value.count > 1 }.map {
      trigger, timeouts in
      .repeatedTimeout("\(trigger)", sending: timeouts.map(\.event.eventLabel), state: state)
    }.sorted { $0.description < $1.description }
  }

  /// Evaluates the timeouts that end after internal transitions have changed the state's value.
  mutating func exploreChangedStates() {
    let late = courses.newCourses(cells.map { ($0.source, $0.internalChanges) })
    guard !late.isEmpty else { return }
    let (queue, rules) = (queue, rules)
    let timeouts = { (course: TimeoutCourse) in
      (rules.answers?.timeouts(queue[course.entered].value) ?? []).enumerated().filter {
        $1.level == nil
      }
    }
    let keys = late.flatMap { course in
      timeouts(course).map { [course.entered, $0.offset, course.current] }
    }
    attempt(keys) { key in
      let event = (rules.answers?.timeouts(queue[key[0]].value) ?? [])[key[1]].event
      return (queue[key[2]].value, event)
    }
    for course in late {
      let value = queue[course.entered].value
      let shown = shownTimeouts(rules.answers?.timeouts(value) ?? [], of: value)
      for (index, _) in timeouts(course) {
        let tried = trials.end(of: [course.entered, index, course.current])
        let timeout = shown[index]
        evaluate(
          timeout.event, timeout.trigger, in: course.current, timeout: timeout,
          began: course.entered, tried)
      }
    }
  }

  /// Returns a finding for each timeout whose event this machine never takes.
  ///
  /// Each finding comes with the event's label, so that the caller can drop the finding if another
  /// region takes the event.
  func refusedTimeouts() -> [(finding: GraphFinding, event: String)] {
    var refused = cells.filter(\.isShownByArrows).compactMap { cell in
      cell.refusal.map {
        (
          GraphFinding.refusedTimeout(
            "\(cell.trigger)", of: cell.source, sending: cell.eventLabel, $0),
          cell.eventLabel
        )
      }
    }
    for (path, timeouts) in outerTimeouts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for (trigger, indices) in timeouts.sorted(by: { "\($0.key)" < "\($1.key)" }) {
        let refusals = indices.compactMap { cells[$0].refusal }
        guard refusals.count == indices.count, let cell = indices.min() else { continue }
        let composite = RegionPath.joined(path.joined(separator: "."), in: rules.region)
        refused.append(
          (
            .refusedTimeout(
              "\(trigger)", of: composite, sending: cells[cell].eventLabel,
              refusals.contains("ignored") ? "ignored" : "rejected"), cells[cell].eventLabel
          ))
      }
    }
    return refused.map { (finding: $0.0, event: $0.1) }
  }
}

// MARK: - Courses

/// The courses of timeouts: the value that a state has when a timeout begins, and the value when
/// the timeout ends.
///
/// The two values differ if internal transitions have changed the value meanwhile. This matters
/// only in states whose timeouts depend on the value.
struct TimeoutCourses {
  /// The position of a value, and a text that identifies its timeouts.
  private typealias Value = (position: Int, timeouts: String)

  private var values: [String: [Value]] = [:]
  /// The courses on which the value changes, by state.
  private var changed: [String: Set<TimeoutCourse>] = [:]

  /// Records a value that was explored, and its timeouts.
  mutating func record<Event: Graphable>(
    _ position: Int, of state: String, _ timeouts: [ExploredTimeout<Event>]
  ) {
    let texts = timeouts.filter { $0.level == nil }.map { timeout in
      let fields = PayloadField.fields(of: timeout.event).map { "\($0.name)=\($0.value)" }
      return ["\(timeout.delay)", timeout.event.eventLabel] + fields
    }
    values[state, default: []].append((position, String(describing: texts)))
  }

  /// Returns all courses of a state, in the order of its values.
  func courses(of state: String) -> [TimeoutCourse] {
    let unchanged = values[state, default: []].map { value in
      TimeoutCourse(entered: value.position, current: value.position)
    }
    return (unchanged + changed[state, default: []]).sorted()
  }

  /// Returns the courses that internal transitions make possible and that aren't known yet.
  ///
  /// `changes` has the internal transitions of each state, as positions of the values before and
  /// after.
  mutating func newCourses(
    _ changes: [(state: String, changes: [(from: Int, to: Int)])]
  ) -> [TimeoutCourse] {
    let changing = changes.filter { state, changes in
      !changes.isEmpty && Set(values[state, default: []].map(\.timeouts)).count > 1
    }
    var all: [TimeoutCourse] = []
    for (state, changes) in Dictionary(grouping: changing, by: \.state) {
      let values = values[state, default: []]
      // A timeout of an innermost state ends when the value becomes final, so final values weren't
      // recorded.
      let positions = Set(values.map(\.position))
      var steps: [Int: Set<Int>] = [:]
      for (from, to) in changes.flatMap(\.changes) where positions.contains(to) {
        steps[from, default: []].insert(to)
      }
      for value in values {
        var reached: Set<Int> = [value.position]
        var next = [value.position]
        while let last = next.popLast() {
          next += steps[last, default: []].filter { reached.insert($0).inserted }
        }
        all += reached.filter { $0 != value.position }.map {
          TimeoutCourse(entered: value.position, current: $0)
        }.filter { changed[state, default: []].insert($0).inserted }
      }
    }
    return all.sorted()
  }
}

/// The positions of two values of a state: the value with which a timeout began, and the value when
/// the timeout ends.
struct TimeoutCourse: Hashable, Comparable {
  let entered: Int
  let current: Int

  static func < (one: TimeoutCourse, other: TimeoutCourse) -> Bool {
    (one.entered, one.current) < (other.entered, other.current)
  }
}

extension Graphable {
  /// The label of an event in diagrams, in quotes if it could be read as a timeout or a completion.
  package var eventLabel: String { StateGraph.Trigger.event(diagramLabel).description }
}

extension StateGraph.Delay {
  /// Creates the delay of the timeout that sent an event, or returns `nil` if none did.
  package init?(of sender: EventSender) {
    switch sender {
    case .timeout(let duration): self = .fixed(duration)
    case .namedTimeout(let name): self = .named(name)
    case .caller, .task, .completion: return nil
    }
  }
}

extension StateTimeout {
  /// The delay as a diagram shows it.
  package var delay: StateGraph.Delay {
    switch length {
    case .fixed(let duration): .fixed(duration)
    case .named(let length): .named(length.name)
    }
  }
}
