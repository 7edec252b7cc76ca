/// What to draw, and how.
struct RenderingRequest {
  let text: String
  let format: String
  let engine: String
  let effort: DrawingEffort
  /// How long the drawing may take; 0 for as long as it wants to.
  let milliseconds: Int32
  let runsApart: Bool
}
