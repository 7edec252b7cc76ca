import Schematic

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
        let reached = BreadthFirstSearch(from: [value.position]) { position in
          steps[position, default: []].map { ((), $0) }
        }.nodes
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
