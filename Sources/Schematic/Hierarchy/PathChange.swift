/// The states that an external transition leaves and enters.
///
/// What source and target both lie in is neither left nor entered. The innermost state always is:
/// a transition to where it came from leaves it and enters it again (OMG UML 2.5.1, §14.2.3.4.5).
struct PathChange {
  /// The paths of the states that are left, the innermost first.
  let left: [[String]]
  /// The paths of the states that are entered, the outermost first.
  let entered: [[String]]
  /// How many states, from the outermost on, are neither left nor entered.
  let kept: Int

  init<State>(from source: State, to target: State) {
    let sourceLevels = Self.levels(of: source)
    let targetLevels = Self.levels(of: target)
    let shared = zip(sourceLevels, targetLevels).prefix { $0 == $1 }.count
    kept = min(shared, sourceLevels.count - 1, targetLevels.count - 1)
    left = sourceLevels.dropFirst(kept).reversed()
    entered = Array(targetLevels.dropFirst(kept))
  }

  /// Creates the change of a machine that enters its first state.
  init<State>(entering state: State) {
    kept = 0
    left = []
    entered = Self.levels(of: state)
  }

  /// How many states the target lies in, itself included.
  var depth: Int { kept + entered.count }

  /// Returns the paths of the states that a state lies in and its own, the outermost first.
  static func levels<State>(of state: State) -> [[String]] {
    guard let path = (state as? any Hierarchical)?.casePath, !path.isEmpty else { return [[]] }
    return path.indices.map { Array(path[...$0]) }
  }
}
