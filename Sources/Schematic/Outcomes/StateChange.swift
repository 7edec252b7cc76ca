/// The states that an external transition leaves and enters.
@frozen @usableFromInline
struct StateChange {
  /// The change of the state as a whole.
  @usableFromInline let whole: PathChange
  /// The changes of the regions, in their order.
  @usableFromInline let regions: [PathChange]

  @inlinable
  init(_ whole: PathChange, regions: [PathChange] = []) {
    self.whole = whole
    self.regions = regions
  }

  /// Returns whether the change leaves the state that owns a behavior.
  func leaves(_ owner: BehaviorOwner) -> Bool {
    let change = owner.position.map { regions[$0] } ?? whole
    return owner.level == 0 ? change.left > change.shared : owner.level > change.shared
  }

  /// The change between states that aren't nested and don't consist of regions.
  @inlinable static var flat: StateChange { StateChange(.flat) }

  /// The reverse change, which enters the states that this change leaves.
  @usableFromInline var undone: StateChange {
    StateChange(whole.undone, regions: regions.map(\.undone))
  }
}

/// The nested states that an external transition leaves and enters.
///
/// A transition neither leaves nor enters states that contain both its source and its target. It
/// always leaves its source and enters its target: a transition from a state to itself leaves that
/// state and enters it again (OMG UML 2.5.1, §14.2.3.4.5).
@frozen @usableFromInline
struct PathChange {
  /// The number of outer states that are neither left nor entered.
  @usableFromInline let shared: Int
  /// The depth of the source.
  ///
  /// All levels below the shared ones, down to this depth, are left.
  @usableFromInline let left: Int
  /// The depth of the target.
  ///
  /// All levels below the shared ones, down to this depth, are entered.
  @usableFromInline let entered: Int

  @inlinable
  init(shared: Int, left: Int, entered: Int) {
    self.shared = shared
    self.left = left
    self.entered = entered
  }

  /// The change that leaves one state and enters another, without nesting.
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

  /// The change that leaves and enters nothing: all levels are shared, however many there are.
  static let none = PathChange(shared: 1 << 30, left: 1 << 30, entered: 1 << 30)

  /// The reverse change, which enters the states that this change leaves.
  var undone: PathChange { PathChange(shared: shared, left: entered, entered: left) }

  /// Returns the path of a state, or an empty path if its type isn't `Hierarchical`.
  static func path<State>(of state: State) -> [String] {
    (state as? any Hierarchical)?.casePath ?? []
  }
}
