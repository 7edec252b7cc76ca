import Foundation

/// What the command line of a process says about the tests that it runs.
struct TestSelection {
  /// How many tests of a suite a process runs.
  enum Share {
    case all, some
    /// The command line doesn't say so.
    case unknown
  }

  private let arguments: [String]

  /// Reads a command line.
  init(arguments: [String] = ProcessInfo.processInfo.arguments) {
    self.arguments = arguments
  }

  /// Returns how many tests of a suite run.
  ///
  /// - Parameter suite: The identifier of the suite, such as `GateTests.TurnstileTests`.
  /// - Returns: The share.
  func share(of suite: String) -> Share {
    // Only the package manager says on the command line what it runs. Xcode has other ways, and no
    // public interface shows them.
    guard arguments.contains("--testing-library"),
      !arguments.contains(where: { $0.hasSuffix("configuration-path") })
    else { return .unknown }
    let filters = values(of: "--filter")
    // A pattern that the name of the suite matches also matches the names of its tests, which begin
    // with that name.
    let isWhole = filters.contains { pattern in
      (try? Regex(pattern)).map(suite.contains) ?? false
    }
    guard filters.isEmpty || isWhole else { return .some }
    // A test that is skipped isn't listed anywhere.
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
