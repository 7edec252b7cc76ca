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

    /// The text is an undirected graph, which no state diagram is.
    public static let notDirected = Code(description: "notDirected")

    /// The text marks no initial state.
    public static let noInitialState = Code(description: "noInitialState")

    /// The text marks several initial states.
    public static let severalInitialStates = Code(description: "severalInitialStates")

    /// The text says something that a graph cannot hold.
    public static let unsupported = Code(description: "unsupported")

    /// This installation of Graphviz does not write the format.
    public static let unknownFormat = Code(description: "unknownFormat")

    /// This installation of Graphviz does not have the layout engine.
    public static let unknownEngine = Code(description: "unknownEngine")

    /// The graph has more nodes or edges than are drawn.
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
