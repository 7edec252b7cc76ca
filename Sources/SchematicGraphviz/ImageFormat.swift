/// A format that diagrams are drawn in.
///
/// Any format that the installed Graphviz writes can be drawn, except those that open a window.
///
/// ```swift
/// ImageFormat(name: "webp")  // if the plug-in for it is installed
/// ```
public struct ImageFormat: Hashable, Sendable {
  /// The name that Graphviz knows the format by.
  package let name: String

  /// Creates a format from the name that Graphviz knows it by.
  ///
  /// Drawing throws a ``GraphvizError`` if the installed Graphviz does not know the name.
  ///
  /// - Parameter name: The name, as after `dot -T`.
  public init(name: String) {
    self.name = name
  }

  /// Scalable vector graphics.
  public static let svg = ImageFormat(name: "svg")

  /// A picture made of pixels, in the Portable Network Graphics format.
  public static let png = ImageFormat(name: "png")

  /// A page in the Portable Document Format.
  public static let pdf = ImageFormat(name: "pdf")
}
