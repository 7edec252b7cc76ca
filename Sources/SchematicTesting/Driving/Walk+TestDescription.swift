import SchematicGraph
import Testing

extension Walk: CustomTestStringConvertible {
  /// How many events the walk sends, and the first of them.
  public var testDescription: String {
    let first = events.prefix(6).joined(separator: ", ")
    return "\(steps.count) \(steps.count == 1 ? "event" : "events"): \(first)"
      + (steps.count > 6 ? ", …" : "")
  }
}
