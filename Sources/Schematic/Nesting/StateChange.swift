/// The states that an external transition leaves and enters.
@frozen @usableFromInline
struct StateChange {
  /// The states that the whole state lies in.
  @usableFromInline let whole: PathChange
  /// The states of each region that the schema answers about, in declared order.
  @usableFromInline let regions: [PathChange]

  @inlinable
  init(_ whole: PathChange, regions: [PathChange] = []) {
    self.whole = whole
    self.regions = regions
  }

  /// The change if states neither lie inside one another nor consist of regions.
  @inlinable static var flat: StateChange { StateChange(.flat) }

  /// The change that enters again what this one has left.
  @usableFromInline var undone: StateChange {
    StateChange(whole.undone, regions: regions.map(\.undone))
  }
}

/// The states that an external transition leaves and enters, of those that lie inside one another.
///
/// States that source and target both lie in are neither left nor entered. The innermost state always
/// is: a transition to where it came from leaves it and enters it again (OMG UML 2.5.1,
/// §14.2.3.4.5).
@frozen @usableFromInline
struct PathChange {
  /// The number of states, from the outermost on, that are neither left nor entered.
  @usableFromInline let shared: Int
  /// The depth of the source: the states from this one down to the shared ones are left.
  @usableFromInline let left: Int
  /// The depth of the target: the states from the shared ones up to this one are entered.
  @usableFromInline let entered: Int

  @inlinable
  init(shared: Int, left: Int, entered: Int) {
    self.shared = shared
    self.left = left
    self.entered = entered
  }

  /// The change in which one state is left and one entered.
  @inlinable static var flat: PathChange { PathChange(shared: 0, left: 1, entered: 1) }

  @usableFromInline
  init<State>(from source: State, to target: State) {
    self.init(from: Self.path(of: source), to: Self.path(of: target))
  }

  init(from source: [String], to target: [String]) {
    left = max(1, source.count)
    entered = max(1, target.count)
    shared = min(zip(source, target).prefix { $0 == $1 }.count, left - 1, entered - 1)
  }

  /// Creates the change of a machine that enters its first state.
  @usableFromInline
  init<State>(entering state: State) {
    self.init(entering: Self.path(of: state))
  }

  init(entering path: [String]) {
    self.init(shared: 0, left: 0, entered: max(1, path.count))
  }

  /// Returns the change in which nothing is left or entered.
  static func none(depth: Int) -> PathChange {
    PathChange(shared: depth, left: depth, entered: depth)
  }

  /// The change that enters again what this one has left.
  var undone: PathChange { PathChange(shared: shared, left: entered, entered: left) }

  /// Returns the path of a state; empty if its type does not nest.
  static func path<State>(of state: State) -> [String] {
    (state as? any Hierarchical)?.casePath ?? []
  }
}
