/// Where levels are loaded from, unless it fails.
final class LevelDisk {
  /// The levels that were loaded, oldest first.
  private(set) var loaded: [String] = []
  /// What goes wrong; `nil` while nothing does.
  var error: (any Error)?
  /// What happens meanwhile.
  var whileLoading: () -> Void = {}

  /// Loads a level, or fails.
  func load(episode: Int, level: Int) throws {
    whileLoading()
    if let error { throw error }
    loaded.append("\(episode)-\(level)")
  }
}
