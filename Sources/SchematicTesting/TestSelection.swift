import Foundation

/// The selection of tests on the command line of a process.
struct TestSelection {
  /// The share of a suite's tests that a process runs.
  enum Share {
    case all, some
    /// The command line doesn't tell the share.
    case unknown
  }

  private let arguments: [String]

  /// Reads a command line.
  init(arguments: [String] = ProcessInfo.processInfo.arguments) {
    self.arguments = arguments
  }

  /// Returns the share of a suite's tests that the process runs.
  ///
  /// - Parameter suite: The identifier of the suite, such as `GateTests.TurnstileTests`.
  /// - Returns: The share.
  func share(of suite: String) -> Share {
    // Only the package manager names tests on the command line. Xcode selects them in other ways, which
    // no public interface shows.
    guard arguments.contains("--testing-library"),
      !arguments.contains(where: { $0.hasSuffix("configuration-path") })
    else { return .unknown }
    let filters = values(of: "--filter")
    // If a pattern matches the name of the suite, it also matches the names of the suite's tests, which
    // begin with that name.
    let isWhole = filters.contains { pattern in
      (try? Regex(pattern)).map(suite.contains) ?? false
    }
    guard filters.isEmpty || isWhole else { return .some }
    // Nothing lists the tests that `--skip` leaves out.
    return values(of: "--skip").isEmpty ? .all : .unknown
  }

  /// Returns the values of an option, which is written as `--filter Gate` or `--filter=Gate`.
  private func values(of option: String) -> [String] {
    arguments.indices.compactMap { index in
      if arguments[index] == option { return arguments[(index + 1)...].first }
      let prefix = option + "="
      guard arguments[index].hasPrefix(prefix) else { return nil }
      return String(arguments[index].dropFirst(prefix.count))
    }
  }
}
