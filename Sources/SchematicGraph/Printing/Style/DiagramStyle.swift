/// What diagrams look like.
///
/// ```swift
/// var style = DiagramStyle()
/// style.direction = .leftToRight
/// style.labels.remove(.actions)
/// style.stateFills["failed"] = "#fee2e2"
/// graph.dot(style: style)
/// ```
///
/// Style changes what a diagram shows, never what its text says: labels that are not shown are kept
/// in attributes, and reading the text back gives an equal graph.
public struct DiagramStyle: Hashable, Sendable {
  /// Where the diagram runs to.
  public var direction = Direction.automatic

  /// What is written on it.
  public var labels = DiagramLabels.all

  /// The families of the font, separated by commas: the first one that a system has.
  public var font = "Helvetica,Arial,sans-serif"

  /// The colours.
  public var palette = DiagramPalette.light

  /// The colours of an SVG where the reader prefers dark ones; `nil` for the same as elsewhere.
  ///
  /// They are chosen by whoever shows the picture, with the media query `prefers-color-scheme` (W3C
  /// Media Queries Level 5, §12.5).
  public var darkPalette: DiagramPalette? = .dark

  /// The colours of single states, by their identifiers.
  public var stateFills: [String: String] = [:]

  /// Creates the style that diagrams have unless you say otherwise.
  public init() {}

  /// Where a diagram runs to.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// From left to right up to six states; more, and nested ones, from top to bottom.
    case automatic
    /// From left to right.
    case leftToRight
    /// From top to bottom.
    case topToBottom
  }
}
