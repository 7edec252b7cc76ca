import Foundation

/// The standard output of a command.
enum StandardOutput {
  /// The reason why something couldn't be written.
  struct Failure: Error, CustomStringConvertible {
    /// The number that the system has for it.
    let code: Int32

    var description: String {
      "standard output cannot be written: \(String(cString: strerror(code)))"
    }
  }

  /// Throws an error if the program has no standard output: the first file that it opens would take its place.
  static func check() throws(Failure) {
    guard fcntl(STDOUT_FILENO, F_GETFD) >= 0 else { throw Failure(code: errno) }
  }

  /// Writes a line.
  ///
  /// - Throws: ``Failure`` if the line couldn't be written whole.
  static func print(
    _ line: String, terminator: String = "\n", to output: Int32 = STDOUT_FILENO
  ) throws(Failure) {
    try write(Data((line + terminator).utf8), to: output)
  }

  /// Writes all bytes.
  ///
  /// That a reader has left, as `head` does, is no error: the rest isn't written, and no signal ends the program.
  ///
  /// - Throws: ``Failure`` if the bytes couldn't be written for another reason, such as a full disk.
  static func write(_ data: Data, to output: Int32 = STDOUT_FILENO) throws(Failure) {
    // On Apple's systems, the signal of a broken pipe goes to any thread of the process.
    #if canImport(Darwin)
      let isQuiet = fcntl(output, F_GETNOSIGPIPE)
      _ = fcntl(output, F_SETNOSIGPIPE, 1)
      defer { _ = fcntl(output, F_SETNOSIGPIPE, isQuiet) }
    #endif
    var (broken, mask) = (sigset_t(), sigset_t())
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Whoever made the output nonblocking lets it be waited for.
        var place = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        poll(&place, 1, -1)
      case EPIPE:
        var (pending, signal) = (sigset_t(), Int32())
        sigpending(&pending)
        if sigismember(&pending, SIGPIPE) == 1 { sigwait(&broken, &signal) }
        return
      case let code: throw Failure(code: code)
      }
    }
  }
}
