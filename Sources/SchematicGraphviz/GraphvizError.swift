/// A reason why DOT text was not read or a diagram was not drawn.
///
/// The message says what was found, where, and what to do about it. What the Graphviz library said
/// itself is kept apart, word for word.
///
/// ```swift
/// do {
///   _ = try graph.render(.svg)
/// } catch {
///   error.code     // .notBuilt
///   error.message  // "This build has no Graphviz: …"
/// }
/// ```
public struct GraphvizError: Error, Sendable {
  private let storage: Storage

  /// Creates an error.
  package init(
    _ code: Code,
    _ message: String,
    line: Int? = nil,
    libraryMessage: String? = nil
  ) {
    storage = Storage(code: code, message: message, line: line, libraryMessage: libraryMessage)
  }

  /// The kind of failure.
  public var code: Code { storage.code }

  /// What was found, where, and what to do about it.
  public var message: String { storage.message }

  /// The line of the DOT text, counted from 1, that the failure was found in.
  ///
  /// It is `nil` when the failure has no place in the text.
  public var line: Int? { storage.line }

  /// What the Graphviz library said itself, or `nil` when it said nothing.
  public var libraryMessage: String? { storage.libraryMessage }
}

extension GraphvizError: CustomStringConvertible {
  /// The message, followed by the library's own words when there are any.
  public var description: String {
    guard let libraryMessage else { return message }
    return "\(message)\nGraphviz says: \(libraryMessage)"
  }
}

extension GraphvizError {
  private final class Storage: Sendable {
    let code: Code
    let message: String
    let line: Int?
    let libraryMessage: String?

    init(code: Code, message: String, line: Int?, libraryMessage: String?) {
      self.code = code
      self.message = message
      self.line = line
      self.libraryMessage = libraryMessage
    }
  }
}
