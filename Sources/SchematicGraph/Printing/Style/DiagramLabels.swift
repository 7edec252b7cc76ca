/// What is written on a diagram.
public struct DiagramLabels: OptionSet, Hashable, Sendable {
  /// The parts as bits.
  public let rawValue: Int

  /// Creates parts from bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The conditions of transitions: `[paid]`.
  public static let guards = DiagramLabels(rawValue: 1 << 0)
  /// The actions of transitions: `/ open`.
  public static let actions = DiagramLabels(rawValue: 1 << 1)
  /// The events of transitions; without them edges have no text at all.
  public static let events = DiagramLabels(rawValue: 1 << 2)
  /// The internal transitions of a state, below its name.
  public static let internalTransitions = DiagramLabels(rawValue: 1 << 3)
  /// The events that a state rejects for a reason, below its name.
  public static let rejections = DiagramLabels(rawValue: 1 << 4)

  /// Everything.
  public static let all: DiagramLabels = [
    .guards, .actions, .events, .internalTransitions, .rejections,
  ]
}
