/// A remark about the rules of a graph.
///
/// A graph with findings can be drawn all the same. For a strict check of diagrams, allow the
/// findings that are intended: see ``AllowedFinding``.
///
/// ```swift
/// StateGraph(Lamp.schema).findings.map(\.name)  // ["unreachable state: broken"]
/// ```
public struct GraphFinding: Hashable, Sendable, CustomStringConvertible {
  /// The kind of the finding.
  public let kind: Kind
  /// The identifier of the state or region that the finding is about; empty if there is none.
  public let state: String
  /// The text of the trigger that the finding is about; empty if there is none.
  public let event: String
  /// A sentence that says what was found, in which place, and what to do about it, if anything.
  public let description: String

  /// Creates a finding; it has the severity of its kind.
  package init(_ kind: Kind, state: String = "", event: String = "", _ description: String) {
    self.kind = kind
    self.state = state
    self.event = event
    self.description = description
  }

  /// The severity of the finding, which follows from its kind.
  ///
  /// ```swift
  /// graph.findings.allSatisfy { $0.severity == .note }  // true if there is nothing to change
  /// ```
  public var severity: Severity { kind.severity }

  /// The kind and the place: `unreachable state: broken`, `payload values disagree: retrying, fail`.
  public var name: String {
    let place = [state, event].filter { !$0.isEmpty }.joined(separator: ", ")
    return place.isEmpty ? kind.description : "\(kind): \(place)"
  }
}

extension GraphFinding {
  /// The severity of a finding, from the least to the greatest.
  public enum Severity: Comparable, Sendable {
    /// Nothing has to change: the finding is only for information.
    case note
    /// Somebody must change the rules or allow the finding. Until then, a strict check fails.
    case warning
    /// The graph is not whole, because its exploration left something out. Every check fails unless
    /// the catalog allows the finding.
    case error
  }
}

extension GraphFinding: Codable {
  private enum CodingKeys: String, CodingKey { case kind, severity, state, event, description }

  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let severity = try members.decode(String.self, forKey: .severity)
    self.init(
      Kind(
        try members.decode(String.self, forKey: .kind),
        [.note, .error].first { "\($0)" == severity } ?? .warning),
      state: try members.decodeIfPresent(String.self, forKey: .state) ?? "",
      event: try members.decodeIfPresent(String.self, forKey: .event) ?? "",
      try members.decode(String.self, forKey: .description))
  }

  /// Writes the kind, the severity and the description as texts, and the state and the event if
  /// there are any.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(kind.description, forKey: .kind)
    try members.encode("\(severity)", forKey: .severity)
    if !state.isEmpty { try members.encode(state, forKey: .state) }
    if !event.isEmpty { try members.encode(event, forKey: .event) }
    try members.encode(description, forKey: .description)
  }
}
