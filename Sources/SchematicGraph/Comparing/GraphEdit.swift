import Schematic

/// A difference between two graphs as a reviewer reads it.
///
/// If only one added element can have replaced a removed element, both are a single edit. For example,
/// an event leads to another state or has another action, or a guard has another name.
///
/// ```swift
/// let edit = newGraph.diff(from: oldGraph).edits[0]
/// edit.description  // "~ locked: coin leads to broken, was unlocked"
/// ```
public struct GraphEdit: Hashable, Sendable {
  /// The identifier of the state, composite state or region concerned; `nil` if the edit concerns the
  /// whole machine.
  package let state: String?
  /// The element in the old graph, such as `coin [paid] / unlock -> unlocked`, or `nil` if it is new.
  package let before: String?
  /// The element in the new graph, or `nil` if it is gone.
  package let after: String?
  /// A description of the edit, without the mark `-`, `+` or `~`.
  public let summary: String
  /// The lines of code that make the new element; if there are none, the nearest lines.
  package internal(set) var lines = SourceLines()
  /// The text of the trigger concerned, or `nil` if there is none.
  package let event: String?
  /// The elements of the old graph that the edit removes.
  package let removed: [GraphElement]
  /// The elements of the new graph that the edit adds.
  package let added: [GraphElement]

  init(
    state: String? = nil, event: String? = nil, before: String? = nil, after: String? = nil,
    summary: String, lines: SourceLines = SourceLines(), removing removed: [GraphElement] = [],
    adding added: [GraphElement] = []
  ) {
    self.lines = lines
    self.event = event
    self.state = state
    self.before = before
    self.after = after
    self.summary = summary
    self.removed = removed
    self.added = added
  }
}

extension GraphEdit {
  /// The line of code that makes the difference, or else the nearest known line; `nil` if the new graph
  /// wasn't made from a schema.
  public var sourceLine: SourceLine? { lines.all.first }

  /// The kinds of differences: an element is gone, is new, or differs.
  package enum Kind: String {
    case removed
    case added
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
  /// Returns the edit for a machine that starts in another state.
  static func initialState(from old: String, to new: String) -> GraphEdit {
    GraphEdit(
      before: "initial state: \(old)", after: "initial state: \(new)",
      summary: "initial state: \(new), was \(old)", removing: [.initialState(old)],
      adding: [.initialState(new)])
  }

  /// Returns the edit for a machine that starts or stops committing its transitions.
  static func commitment(isCommitting: Bool) -> GraphEdit {
    let caption = StateGraph.commitCaption
    return GraphEdit(
      before: isCommitting ? nil : caption, after: isCommitting ? caption : nil, summary: caption,
      removing: isCommitting ? [] : [.commitment], adding: isCommitting ? [.commitment] : [])
  }

  /// Returns the edit for graphs that leave out different parts, or `nil` if both leave out the same.
  static func omission(from old: StateGraph, to new: StateGraph) -> GraphEdit? {
    guard old.omission != new.omission else { return nil }
    func words(_ omission: GraphOmission?) -> String {
      omission.map { "a part: \($0)" } ?? "the whole graph"
    }
    return GraphEdit(
      before: words(old.omission), after: words(new.omission),
      summary: "shows \(words(new.omission)), was \(words(old.omission))",
      removing: old.omission.map { [.omission($0)] } ?? [],
      adding: new.omission.map { [.omission($0)] } ?? [])
  }

  /// Returns the edit for a state, composite state or region that is gone, is new, or differs; none if it is the same.
  ///
  /// - Parameters:
  ///   - kind: The words for what it is.
  ///   - identifier: The identifier.
  ///   - old: What the old graph has, or `nil`.
  ///   - new: What the new graph has, or `nil`.
  ///   - element: Returns the element of a graph that it is.
  /// - Returns: The edit.
  static func element<Element: Equatable & CustomStringConvertible>(
    _ kind: String, _ identifier: String, from old: Element?, to new: Element?,
    as element: (Element) -> GraphElement
  ) -> [GraphEdit] {
    guard old != new else { return [] }
    let (before, after) = (old.map { "\(kind) \($0)" }, new.map { "\(kind) \($0)" })
    let summary = after.map { now in old.map { "\(now), was \($0)" } ?? now } ?? before ?? ""
    return [
      GraphEdit(
        state: identifier, before: before, after: after, summary: summary,
        removing: old.map { [element($0)] } ?? [], adding: new.map { [element($0)] } ?? [])
    ]
  }
}

extension GraphEdit {
  /// Returns the edits for the behaviors of a state or composite state, kind by kind.
  static func behaviors(
    of owner: GraphElement.Owner, from old: [StateGraph.StateBehavior],
    to new: [StateGraph.StateBehavior]
  ) -> [GraphEdit] {
    StateGraph.StateBehavior.Kind.allCases.flatMap { kind -> [GraphEdit] in
      let (olds, news) = (old.filter { $0.kind == kind }, new.filter { $0.kind == kind })
      guard olds != news else { return [] }
      let (removed, added) = (olds.removing(news), news.removing(olds))
      if removed.isEmpty, added.isEmpty { return [behaviors(of: owner, olds, for: news)] }
      // If one behavior is gone and one is new, the new one has taken its place.
      if removed.count == 1, added.count == 1 { return [behaviors(of: owner, removed, for: added)] }
      return removed.map { behaviors(of: owner, [$0], for: []) }
        + added.map { behaviors(of: owner, [], for: [$0]) }
    }
  }

  /// Returns the edit for behaviors that others replace; either list may be empty.
  private static func behaviors(
    of owner: GraphElement.Owner, _ removed: [StateGraph.StateBehavior],
    for added: [StateGraph.StateBehavior]
  ) -> GraphEdit {
    let texts = [removed, added].map { behaviors in
      behaviors.isEmpty ? nil : behaviors.map(\.description).joined(separator: ", ")
    }
    let words = [texts[1], texts[0]].compactMap(\.self).joined(separator: ", was ")
    return GraphEdit(
      state: owner.identifier, before: texts[0], after: texts[1],
      summary: "\(owner.identifier): \(words)", lines: added.first?.lines ?? SourceLines(),
      removing: removed.map { .behavior($0, of: owner) },
      adding: added.map { .behavior($0, of: owner) })
  }
}

extension [StateGraph.StateBehavior] {
  /// Returns the list after each element of another list has removed one equal element.
  fileprivate func removing(_ others: [StateGraph.StateBehavior]) -> [StateGraph.StateBehavior] {
    var others = others
    return filter { behavior in
      guard let index = others.firstIndex(of: behavior) else { return true }
      others.remove(at: index)
      return false
    }
  }
}
