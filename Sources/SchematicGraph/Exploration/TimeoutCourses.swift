import Schematic

/// The courses that timeouts of states can take: a timeout begins with one value of its state, and an
/// internal transition may have changed the value by the time it is over.
///
/// It matters only in states whose timeouts depend on the value.
struct TimeoutCourses {
  /// A value of a state, by its position, and a text that tells its timeouts from others.
  private typealias Value = (position: Int, timeouts: String)

  private var values: [String: [Value]] = [:]
  /// The courses of each state on which the value changes.
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

  /// All courses of a state, in the order of their values.
  func courses(of state: String) -> [TimeoutCourse] {
    let unchanged = values[state, default: []].map { value in
      TimeoutCourse(entered: value.position, current: value.position)
    }
    return (unchanged + changed[state, default: []]).sorted()
  }

  /// Returns the courses that internal transitions open up, of those that aren't known.
  ///
  /// - Parameter changes: The states and their internal transitions, each by the position of the
  ///   value before and of the value after.
  /// - Returns: The courses.
  mutating func newCourses(
    _ changes: [(state: String, changes: [(from: Int, to: Int)])]
  ) -> [TimeoutCourse] {
    let changing = changes.filter { state, changes in
      !changes.isEmpty && Set(values[state, default: []].map(\.timeouts)).count > 1
    }
    var all: [TimeoutCourse] = []
    for (state, changes) in Dictionary(grouping: changing, by: \.state) {
      let values = values[state, default: []]
      // In a final value, no timeout runs.
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
