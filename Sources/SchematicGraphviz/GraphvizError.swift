/// A reason why a diagram was not drawn.
///
/// ```swift
/// do {
///   _ = try graph.render(.svg)
/// } catch {
///   print(error)  // This build has no Graphviz, and so draws no SVG, PNG or PDF; …
/// }
/// ```
public struct GraphvizError: Error, Sendable {
  /// The kind of failure.
  package let code: Code

  /// A sentence that says what was found and what to do about it.
  package let message: String

  /// The Graphviz library's own words, or `nil` if it said nothing.
  package let libraryMessage: String?

  /// Creates an error.
  package init(_ code: Code, _ message: String, libraryMessage: String? = nil) {
    self.code = code
    self.message = message
    self.libraryMessage = libraryMessage
  }

  /// A kind of failure.
  package enum Code: Hashable, Sendable {
    /// The package was built without its `Graphviz` trait.
    case notBuilt
    /// Graphviz can't read the text.
    case syntax
    /// Something other than blanks and comments follows the graph in the text.
    case trailingInput
    /// This installation of Graphviz does not write the format.
    case unknownFormat
    /// The graph is larger than the limits allow.
    case tooLarge
    /// Graphviz could not lay the graph out.
    case layoutFailed
    /// Graphviz laid the graph out and could not draw it.
    case renderFailed
    /// The deadline passed before the drawing was done.
    case timedOut
    /// A drawing whose deadline passed is still under way and keeps others from beginning.
    case busy
    /// The process that drew ended too early. The signal is 0 if no signal ended it.
    case crashed(signal: Int32)
    /// There was not enough memory.
    case outOfMemory
  }
}

extension GraphvizError: CustomStringConvertible {
  /// The message, followed by the library's own words if there are any.
  public var description: String {
    guard let libraryMessage else { return message }
    return "\(message)\nGraphviz says: \(libraryMessage)"
  }
}
