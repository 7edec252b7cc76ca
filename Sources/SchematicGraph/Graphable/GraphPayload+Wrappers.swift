extension Optional: GraphPayload where Wrapped: GraphPayload {
  /// Nothing, and each sample of what is wrapped.
  public static var graphSamples: [Self] { [nil] + Wrapped.graphSamples.map(Optional.some) }
}

extension Result: GraphPayload where Success: GraphPayload, Failure: GraphPayload {
  /// Each sample of a success, and each of a failure.
  public static var graphSamples: [Self] {
    Success.graphSamples.map(Result.success) + Failure.graphSamples.map(Result.failure)
  }
}

extension Never: GraphPayload {
  /// None, as there are no values.
  public static var graphSamples: [Never] { [] }
}
