import Schematic

/// A difference between two graphs as a reviewer reads it.
///
/// An element that is gone and the one that replaced it are a single edit if no other reading is
/// possible: an event that leads to another state, has another action, or was rejected; a guard or
/// an event with another name.
///
/// ```swift
/// let edit = newGraph.diff(from: oldGraph).edits[0]
/// edit.description  // "~ locked: coin leads to broken, was unlocked"
/// ```
public struct GraphEdit: Hashable, Sendable {
  /// The identifier of the state concerned; `nil` for the initial state of the machine.
  package let state: String?
  /// The text of the old graph, such as `coin [paid] / unlock -> unlocked`, or `nil` if the element
  /// is new.
  package let before: String?
  /// The text of the new graph, or `nil` if the element is gone.
  package let after: String?
  /// A description of the edit, without its mark.
  public let summary: String
  /// The lines of code that make what is new; for what is gone, those that are near it.
  package internal(set) var lines = SourceLines()
  /// The label of the event concerned, or `nil` if there is none.
  let event: String?

  init(
    state: String? = nil, event: String? = nil, before: String? = nil, after: String? = nil,
    summary: String, lines: SourceLines = SourceLines()
  ) {
    self.lines = lines
    self.event = event
    self.state = state
    self.before = before
    self.after = after
    self.summary = summary
  }
}

extension GraphEdit {
  /// The line of code that makes the difference; `nil` if the new graph wasn't made from a schema.
  ///
  /// For an element that is gone, it is a line near the place of the element.
  public var sourceLine: SourceLine? { lines.all.first }

  /// The kinds of differences, derived from the two texts.
  package enum Kind: String {
    /// Only the old graph has it.
    case removed
    /// Only the new graph has it.
    case added
    /// Both graphs have it, and it differs.
    case changed
  }

  /// The kind of the difference.
  package var kind: Kind {
    before == nil ? .added : after == nil ? .removed : .changed
  }
}

extension GraphEdit: CustomStringConvertible {
  /// The edit on one line, with its mark: `-` for what is gone, `+` for what is new, `~` for what
  /// differs.
  public var description: String {
    let mark =
      switch kind {
      case .removed: "-"
      case .added: "+"
      case .changed: "~"
      }
    return "\(mark) \(summary)"
  }
}

extension GraphEdit {
  /// Returns the edit of another initial state.
  static func initialState(from old: String, to new: String) -> GraphEdit {
    GraphEdit(
      before: "initial state: \(old)", after: "initial state: \(new)",
      summary: "initial state: \(new), was \(old)")
  }

  /// Returns the edit of a machine that commits its transitions, or no longer does.
  static func commitment(isCommitting: Bool) -> GraphEdit {
    let caption = StateGraph.commitCaption
    return GraphEdit(
      before: isCommitting ? nil : caption, after: isCommitting ? caption : nil, summary: caption)
  }

  /// Returns the edit of another view, or `nil` if both graphs are the same view.
  static func omission(from old: StateGraph, to new: StateGraph) -> GraphEdit? {
    guard old.omission != new.omission else { return nil }
    func words(_ omission: GraphOmission?) -> String {
      omission.map { "a part: \($0)" } ?? "the whole graph"
    }
    return GraphEdit(
      before: words(old.omission), after: words(new.omission),
      summary: "shows \(words(new.omission)), was \(words(old.omission))")
  }

  /// Returns the edit of a state that is gone, is new, or differs.
  static func state(from old: StateGraph.State?, to new: StateGraph.State?) -> GraphEdit? {
    element("state", (old ?? new)?.identifier, from: old?.description, to: new?.description)
  }

  /// Returns the edit of a composite state that is gone, is new, or differs.
  static func composite(
    from old: StateGraph.CompositeState?, to new: StateGraph.CompositeState?
  ) -> GraphEdit? {
    element(
      "composite state", (old ?? new)?.identifier, from: old?.description, to: new?.description)
  }

  /// Returns the edit of a region that is gone, is new, or starts in another state.
  static func region(from old: StateGraph.Region?, to new: StateGraph.Region?) -> GraphEdit? {
    element("region", (old ?? new)?.identifier, from: old?.description, to: new?.description)
  }

  private static func element(
    _ name: String, _ identifier: String?, from old: String?, to new: String?
  ) -> GraphEdit? {
    let (before, after) = (old.map { "\(name) \($0)" }, new.map { "\(name) \($0)" })
    switch (before, after) {
    case (nil, nil):
      return nil
    case (let before?, nil):
      return GraphEdit(state: identifier, before: before, summary: before)
    case (nil, let after?):
      return GraphEdit(state: identifier, after: after, summary: after)
    case (let before?, let after?):
      return GraphEdit(
        state: identifier, before: before, after: after,
        summary: "\(after), was \(old ?? "")")
    }
  }
}
