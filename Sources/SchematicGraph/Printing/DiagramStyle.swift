/// The look of diagrams.
///
/// ```swift
/// graph.dot(style: DiagramStyle(direction: .leftToRight))
/// Diagram("Door", of: Door.schema, style: DiagramStyle(labelStyle: .words))
/// ```
///
/// A style changes the picture, and never the record of the graph: reading the text back gives an equal
/// graph.
public struct DiagramStyle: Hashable, Sendable {
  /// The direction in which the diagram runs.
  public var direction: Direction

  /// The style of labels that nobody wrote: labels of states, composite states, regions and events.
  ///
  /// By default, these labels are the names in the code. With `words`, the state `outOfService` is labeled
  /// `out of service` in all pictures and tables.
  /// Identifiers never change. The record, JSON, traces, coverage and walks keep the names.
  ///
  /// ```swift
  /// graph.dot(style: DiagramStyle(labelStyle: .words))
  /// ```
  public var labelStyle: GraphLabelStyle

  /// A Boolean value that indicates whether a picture in plain text is drawn with ASCII only.
  ///
  /// The labels that somebody wrote keep their characters.
  ///
  /// ```swift
  /// graph.textPicture(style: DiagramStyle(usesASCII: true))   // | push / lock     --> locked |
  /// ```
  public var usesASCII: Bool

  /// The kinds of text on the diagram.
  package var labels = DiagramLabels.all

  /// The font families, separated by commas; the first that the system has is used.
  package var font = "Helvetica,Arial,sans-serif"

  package var palette = DiagramPalette.light

  /// The colors of an SVG if the reader prefers dark ones, or `nil` to use the same colors.
  ///
  /// The program that shows the picture chooses the colors, by the media query `prefers-color-scheme` (W3C
  /// Media Queries Level 5, §12.5).
  package var darkPalette: DiagramPalette? = .dark

  /// The fill colors of single states, by their identifiers.
  package var stateFills: [String: String] = [:]

  /// The way in which Graphviz arranges the states; the best of several if `nil`.
  package var arrangement: DOTArrangement?

  /// Creates a style; unless given, its parts are the defaults.
  ///
  /// - Parameters:
  ///   - direction: The direction in which the diagram runs.
  ///   - labelStyle: The style of labels that nobody wrote.
  ///   - usesASCII: Whether a picture in plain text is drawn with ASCII only.
  public init(
    direction: Direction = .automatic, labelStyle: GraphLabelStyle = .name, usesASCII: Bool = false
  ) {
    self.direction = direction
    self.labelStyle = labelStyle
    self.usesASCII = usesASCII
  }

  /// The directions in which a diagram runs.
  public enum Direction: Hashable, Sendable, CaseIterable {
    /// From top to bottom if there are regions, nested states, more than six states, or more than 200 characters
    /// in the texts of all transitions; otherwise from left to right.
    ///
    /// If the text of a transition has more than 5,000 characters, always from left to right.
    case automatic
    /// From left to right.
    case leftToRight
    /// From top to bottom.
    case topToBottom
  }
}

/// The kinds of text on a diagram.
package struct DiagramLabels: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The conditions of transitions: `[paid]`.
  package static let guards = DiagramLabels(rawValue: 1 << 0)
  /// The actions of transitions, `/ open`, and the changes of payloads, `{attempt + 1}`.
  package static let actions = DiagramLabels(rawValue: 1 << 1)
  /// The events of transitions; if events aren't shown, edges have no text at all.
  package static let events = DiagramLabels(rawValue: 1 << 2)
  /// The internal transitions of a state, below its name.
  package static let internalTransitions = DiagramLabels(rawValue: 1 << 3)
  /// The events that a state rejects for a reason, below its name.
  package static let rejections = DiagramLabels(rawValue: 1 << 4)

  /// The behaviors of a state, below its name: `entry / show spinner`.
  package static let behaviors = DiagramLabels(rawValue: 1 << 5)

  /// The events that stop the program in a state, below its name: `push / traps: not open`.
  package static let traps = DiagramLabels(rawValue: 1 << 6)

  package static let all: DiagramLabels = [
    .guards, .actions, .events, .internalTransitions, .rejections, .behaviors, .traps,
  ]
}

extension RuleLabel {
  /// Returns the parts of a transition's label that a diagram shows.
  package func showing(_ labels: DiagramLabels) -> RuleLabel {
    var label = self
    if !labels.contains(.events) { label.trigger = "" }
    if !labels.contains(.guards) { label.conditions = [] }
    if !labels.contains(.actions) {
      label.effect = .external()
      label.change = nil
    }
    return label
  }
}

/// The colors of a diagram, as Graphviz and CSS both know them: `#rrggbb`.
///
/// (<https://graphviz.org/docs/attr-types/color/>)
package struct DiagramPalette: Hashable, Sendable {
  /// The color behind everything; `transparent` for none.
  package var background: String
  /// The fill of states.
  package var paper: String
  /// The color of the text in states.
  package var ink: String
  /// The color of borders, edges and the text on edges, and of everything never taken.
  package var line: String
  /// The fills of composite states, the outermost first; the last one serves all deeper ones.
  package var composites: [String]
  /// The color of everything current, taken or added.
  package var positive: String
  /// The color of everything that was removed, and of the highlighted step.
  package var negative: String
  /// The color of everything that changed.
  package var changed: String

  /// Dark ink on white paper.
  package static let light = DiagramPalette(
    background: "#ffffff", paper: "#ffffff", ink: "#0f172a", line: "#475569",
    composites: ["#f1f5f9", "#e2e8f0", "#d3dce7"],
    positive: "#15803d", negative: "#b91c1c", changed: "#b45309")

  /// Light ink on dark paper.
  package static let dark = DiagramPalette(
    background: "#0f172a", paper: "#0f172a", ink: "#f1f5f9", line: "#a3b1c4",
    composites: ["#1a2740", "#233450", "#2b3d5c"],
    positive: "#4ade80", negative: "#f87171", changed: "#fbbf24")

  /// Returns the fill of a composite state; the outermost ones have the depth 0.
  func composite(depth: Int) -> String {
    composites.isEmpty ? paper : composites[min(depth, composites.count - 1)]
  }
}
