import Schematic

extension Outcome {
  /// The outcome in words, so that a test can compare it: `moved`, `failed(broken)`.
  var text: String { "\(self)" }
}
