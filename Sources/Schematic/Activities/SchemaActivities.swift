/// What a schema has running while a machine is in a state, each list in the order in which it was
/// written.
struct SchemaActivities<State, Event, Subject>: Sendable {
  /// A timeout or work, and how far out the state lies that it belongs to.
  struct Entry<Activity> {
    /// The outermost state is level 1; `nil` stands for the innermost one, however deep it lies.
    let level: Int?
    let activity: Activity

    init(_ level: Int?, _ activity: Activity) {
      if let level, level < 1 {
        fatalError("Level \(level) of a state was asked for; the outermost level is 1.")
      }
      self.level = level
      self.activity = activity
    }
  }

  typealias Timeout = @Sendable (State) -> StateTimeout<Event>?
  typealias Work = @Sendable (State, Subject) -> StateWork<Event>?

  private(set) var timeouts: [Entry<Timeout>] = []
  private(set) var works: [Entry<Work>] = []

  /// Whether any belong to a certain level, and so may outlast a move.
  private(set) var haveLevels = false

  var isEmpty: Bool { timeouts.isEmpty && works.isEmpty }

  mutating func add(_ timeout: @escaping Timeout, level: Int?) {
    timeouts.append(Entry(level, timeout))
    haveLevels = haveLevels || level != nil
  }

  mutating func add(_ work: @escaping Work, level: Int?) {
    works.append(Entry(level, work))
    haveLevels = haveLevels || level != nil
  }
}

extension SchemaActivities.Entry: Sendable where Activity: Sendable {}
