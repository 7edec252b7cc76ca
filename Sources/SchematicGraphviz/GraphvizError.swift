/// A reason why a diagram was not drawn.
///
/// The message says what was found, where, and what to do about it. The Graphviz library's own
/// words are in ``libraryMessage``.
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

  /// A sentence that says what was found, where, and what to do about it.
  public var message: String { storage.message }

  /// The line of the DOT text, counted from 1, that the failure was found in.
  ///
  /// It is `nil` when the failure has no place in the text.
  public var line: Int? { storage.line }

  /// The Graphviz library's own words, or `nil` when it said nothing.
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

extension GraphvizError {
  /// A kind of failure.
  ///
  /// New kinds may be added, so a `switch` over codes needs a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code, such as `syntax`.
    public let description: String

    /// The package was built without its `Graphviz` trait.
    public static let notBuilt = Code(description: "notBuilt")

    /// The text holds nothing but blanks and comments.
    public static let emptyInput = Code(description: "emptyInput")

    /// The text holds a NUL or bytes that are not UTF-8.
    public static let invalidText = Code(description: "invalidText")

    /// The text breaks the grammar of DOT.
    public static let syntax = Code(description: "syntax")

    /// Something other than blanks and comments follows the graph.
    public static let trailingInput = Code(description: "trailingInput")

    /// The text says something that a graph cannot hold.
    public static let unsupported = Code(description: "unsupported")

    /// This installation of Graphviz does not write the format.
    public static let unknownFormat = Code(description: "unknownFormat")

    /// This installation of Graphviz does not have the layout engine.
    public static let unknownEngine = Code(description: "unknownEngine")

    /// The text or the graph is larger than is drawn.
    public static let tooLarge = Code(description: "tooLarge")

    /// Graphviz could not lay the graph out.
    public static let layoutFailed = Code(description: "layoutFailed")

    /// Graphviz laid the graph out and could not draw it.
    public static let renderFailed = Code(description: "renderFailed")

    /// The deadline passed before the drawing was done.
    public static let timedOut = Code(description: "timedOut")

    /// A drawing whose deadline passed is still under way and keeps others from beginning.
    public static let busy = Code(description: "busy")

    /// The process that drew ended before the drawing was done.
    public static let crashed = Code(description: "crashed")

    /// There was not enough memory.
    public static let outOfMemory = Code(description: "outOfMemory")
  }
}
