import SchematicGraph

/// What went wrong on a walk, at its last step.
struct WalkMishap {
  /// What was driven, to the step that failed.
  let walk: Walk
  /// What was found instead of what was expected.
  let found: String

  /// The step that failed; `nil` where nothing had been sent yet.
  var step: Walk.Step? { walk.steps.last }
}
