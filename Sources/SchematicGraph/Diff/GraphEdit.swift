/// A difference between two graphs as a reviewer reads it.
///
/// What is gone and what came in its place are one edit where no other reading is possible: an event
/// that leads somewhere else, does something else, or was rejected; a guard or an event with another
/// name. ``GraphDiff/changes`` have both halves instead.
///
/// ```swift
/// let edit = newGraph.diff(from: oldGraph).edits[0]
/// edit.description  // "~ locked: coin leads to broken, was unlocked"
/// edit.before       // "coin -> unlocked"
/// edit.after        // "coin -> broken"
/// ```
public struct GraphEdit: Hashable, Sendable {
  /// Whether something is gone, is new, or is not what it was.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Only the old graph has it.
    case removed
    /// Only the new graph has it.
    case added
    /// Both graphs have it, and it differs.
    case changed
  }

  /// What happened.
  public let kind: Kind
  /// The identifier of the state that it is about; `nil` for the initial state of the machine.
  public let state: String?
  /// The name of the region that the state belongs to; `nil` where the graph is one machine.
  public internal(set) var region: String?
  /// What the old graph says, such as `coin [paid] / unlock -> unlocked`; `nil` where nothing.
  public let before: String?
  /// What the new graph says; `nil` where nothing.
  public let after: String?
  /// The edit in words, without its mark.
  public let summary: String

  init(
    _ kind: Kind, state: String? = nil, before: String? = nil, after: String? = nil,
    summary: String
  ) {
    self.kind = kind
    self.state = state
    self.before = before
    self.after = after
    self.summary = summary
  }
}

extension GraphEdit: CustomStringConvertible {
  /// The edit on one line, after its mark: `-` what is gone, `+` what is new, `~` what differs.
  public var description: String {
    let mark =
      switch kind {
      case .removed: "-"
      case .added: "+"
      case .changed: "~"
      }
    return mark + " " + (region.map { "\($0): " } ?? "") + summary
  }
}

extension GraphEdit {
  /// The initial state became another.
  static func initialState(from old: String, to new: String) -> GraphEdit {
    GraphEdit(
      .changed, before: "initial state: \(old)", after: "initial state: \(new)",
      summary: "initial state: \(new), was \(old)")
  }

  /// A state is gone, is new, or differs.
  static func state(from old: StateGraph.State?, to new: StateGraph.State?) -> GraphEdit? {
    element("state", (old ?? new)?.identifier, from: old?.description, to: new?.description)
  }

  /// A composite state is gone, is new, or differs.
  static func composite(
    from old: StateGraph.CompositeState?, to new: StateGraph.CompositeState?
  ) -> GraphEdit? {
    element(
      "composite state", (old ?? new)?.identifier, from: old?.description, to: new?.description)
  }

  private static func element(
    _ name: String, _ identifier: String?, from old: String?, to new: String?
  ) -> GraphEdit? {
    let (before, after) = (old.map { "\(name) \($0)" }, new.map { "\(name) \($0)" })
    switch (before, after) {
    case (nil, nil):
      return nil
    case (let before?, nil):
      return GraphEdit(.removed, state: identifier, before: before, summary: before)
    case (nil, let after?):
      return GraphEdit(.added, state: identifier, after: after, summary: after)
    case (let before?, let after?):
      return GraphEdit(
        .changed, state: identifier, before: before, after: after,
        summary: "\(after), was \(old ?? "")")
    }
  }
}
