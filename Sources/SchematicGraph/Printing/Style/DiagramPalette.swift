/// The colours of a diagram, as Graphviz and CSS both know them: `#rrggbb`.
///
/// (<https://graphviz.org/docs/attr-types/color/>)
public struct DiagramPalette: Hashable, Sendable {
  /// Behind everything; `transparent` for none.
  public var background: String
  /// Inside states.
  public var paper: String
  /// The names of states.
  public var ink: String
  /// Borders, edges and what is written on edges.
  public var line: String
  /// Inside composite states, the outermost first; the last one serves all deeper ones.
  public var composites: [String]
  /// What is there now: the current state, what was taken or added.
  public var positive: String
  /// What is missing: what was never taken or was removed.
  public var negative: String
  /// What changed.
  public var changed: String

  /// Dark ink on white paper.
  public static let light = DiagramPalette(
    background: "#ffffff", paper: "#ffffff", ink: "#0f172a", line: "#475569",
    composites: ["#f1f5f9", "#e2e8f0", "#d3dce7"],
    positive: "#15803d", negative: "#b91c1c", changed: "#b45309")

  /// Light ink on dark paper.
  public static let dark = DiagramPalette(
    background: "#0f172a", paper: "#1e293b", ink: "#f1f5f9", line: "#94a3b8",
    composites: ["#172033", "#1c2740", "#222f4a"],
    positive: "#4ade80", negative: "#f87171", changed: "#fbbf24")

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - background: Behind everything.
  ///   - paper: Inside states.
  ///   - ink: The names of states.
  ///   - line: Borders, edges and what is written on edges.
  ///   - composites: Inside composite states, the outermost first.
  ///   - positive: What is there now.
  ///   - negative: What is missing.
  ///   - changed: What changed.
  public init(
    background: String, paper: String, ink: String, line: String, composites: [String],
    positive: String, negative: String, changed: String
  ) {
    self.background = background
    self.paper = paper
    self.ink = ink
    self.line = line
    self.composites = composites
    self.positive = positive
    self.negative = negative
    self.changed = changed
  }

  /// Returns the fill of a composite state.
  func composite(depth: Int) -> String {
    composites.isEmpty ? paper : composites[min(depth, composites.count - 1)]
  }
}
