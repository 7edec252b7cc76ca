import Foundation

/// A lock that keeps other runs of the command out of folders.
///
/// Runs that write exclude all others, and runs that only read exclude those that write. The system
/// releases the lock with the process, however that ends, and nothing is left in the folders.
final class FolderLock {
  enum Mode {
    /// For runs that read.
    case shared
    /// For runs that write.
    case exclusive
  }

  private var descriptors: [Int32] = []

  /// Waits until no other run is in the way.
  ///
  /// Folders that do not exist or cannot be locked are left out. On some network file systems only
  /// the unique names of drafts protect two simultaneous runs from each other.
  ///
  /// - Parameters:
  ///   - folders: The folders to lock.
  ///   - mode: The kind of lock.
  ///   - progress: The line that says that the run waits.
  @MainActor init(_ folders: [String], _ mode: Mode, progress: ProgressLine? = nil) {
    // In the same order in all processes, so that no two wait for each other.
    let paths = Set(folders.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path })
    for path in paths.sorted() {
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      descriptors.append(descriptor)
      let operation = mode == .shared ? LOCK_SH : LOCK_EX
      guard flock(descriptor, operation | LOCK_NB) != 0, errno == EWOULDBLOCK else { continue }
      progress?.show("waiting for another run in \(path)")
      while flock(descriptor, operation) != 0 && errno == EINTR {}
    }
  }

  deinit { release() }

  /// Lets other runs go on.
  func release() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}
