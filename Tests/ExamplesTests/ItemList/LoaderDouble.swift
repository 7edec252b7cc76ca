@testable import Diagrams

/// A loader that answers when the test says so.
final class LoaderDouble {
  private var completions: [(Result<[String], LoadingError>) -> Void] = []

  /// How often somebody asked for items.
  var requests: Int { completions.count }

  /// Takes down who wants items.
  func load(_ completion: @escaping (Result<[String], LoadingError>) -> Void) {
    completions.append(completion)
  }

  /// Answers the latest request.
  func answer(_ result: Result<[String], LoadingError>) {
    completions.last?(result)
  }
}
