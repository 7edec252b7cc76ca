import Schematic

extension Outcome {
  /// Whether the event was rejected, for whatever reason.
  var isRejected: Bool {
    if case .rejected = self { true } else { false }
  }
}
