import Foundation

/// A file that nobody else who locks it reads or writes meanwhile, in whatever process.
struct LockedFile {
  private let path: String
  private let handle: FileHandle

  /// Opens a file, made where it does not exist, and waits for the lock.
  init(path: String) throws(CoverageFileError) {
    self.path = path
    let descriptor = open(path, O_RDWR | O_CREAT, 0o644)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: Self.lastError) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard flock(descriptor, LOCK_EX) == 0 else {
      throw .unreadable(path: path, reason: Self.lastError)
    }
  }

  /// Returns the whole file.
  func read() throws(CoverageFileError) -> Data {
    try attempt { try handle.readToEnd() ?? Data() }
  }

  /// Writes the whole file anew.
  func replace(by data: Data) throws(CoverageFileError) {
    try attempt {
      try handle.truncate(atOffset: 0)
      try handle.seek(toOffset: 0)
      try handle.write(contentsOf: data)
    }
  }

  /// Lets go of the file and its lock.
  func close() {
    try? handle.close()
  }

  private func attempt<Result>(
    _ body: () throws -> Result
  ) throws(CoverageFileError) -> Result {
    do {
      return try body()
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
