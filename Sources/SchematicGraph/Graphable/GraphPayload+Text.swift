extension String: GraphPayload {
  /// The empty text, and one letter.
  public static var graphSamples: [String] { ["", "a"] }
}

extension Substring: GraphPayload {
  /// The empty text, and one letter.
  public static var graphSamples: [Substring] { ["", "a"] }
}

extension Character: GraphPayload {
  /// One letter.
  public static var graphSamples: [Character] { ["a"] }
}

extension Unicode.Scalar: GraphPayload {
  /// One letter.
  public static var graphSamples: [Unicode.Scalar] { ["a"] }
}
