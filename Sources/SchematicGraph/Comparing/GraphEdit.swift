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
  package private(set) var removed: [GraphElement] = []
  /// The elements of the new graph that the edit adds.
  package private(set) var added: [GraphElement] = []

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

  /// Returns the edit with the elements that it removes and adds.
  func exchanging(_ removed: [GraphElement], for added: [GraphElement]) -> GraphEdit {
    var edit = self
    (edit.removed, edit.added) = (removed, added)
    return edit
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
      summary: "initial state: \(new), was \(old)"
    ).exchanging([.initialState(old)], for: [.initialState(new)])
  }

  /// Returns the edit for a machine that starts or stops committing its transitions.
  static func commitment(isCommitting: Bool) -> GraphEdit {
    let caption = StateGraph.commitCaption
    return GraphEdit(
      before: isCommitting ? nil : caption, after: isCommitting ? caption : nil, summary: caption
    ).exchanging(isCommitting ? [] : [.commitment], for: isCommitting ? [.commitment] : [])
  }

  /// Returns the edit for graphs that leave out different parts, or `nil` if both leave out the same.
  static func omission(from old: StateGraph, to new: StateGraph) -> GraphEdit? {
    guard old.omission != new.omission else { return nil }
    func words(_ omission: GraphOmission?) -> String {
      omission.map { "a part: \($0)" } ?? "the whole graph"
    }
    return GraphEdit(
      before: words(old.omission), after: words(new.omission),
      summary: "shows \(words(new.omission)), was \(words(old.omission))"
    ).exchanging(
      old.omission.map { [.omission($0)] } ?? [], for: new.omission.map { [.omission($0)] } ?? [])
  }

  /// Returns the edit for a state that is gone, is new, or differs.
  static func state(from old: StateGraph.State?, to new: StateGraph.State?) -> GraphEdit? {
    element("state", (old ?? new)?.identifier, from: old?.description, to: new?.description)?
      .exchanging(
        old.map { [.state($0.withoutBehaviors)] } ?? [],
        for: new.map { [.state($0.withoutBehaviors)] } ?? [])
  }

  /// Returns the edit for a composite state that is gone, is new, or differs.
  static func composite(
    from old: StateGraph.CompositeState?, to new: StateGraph.CompositeState?
  ) -> GraphEdit? {
    element(
      "composite state", (old ?? new)?.identifier, from: old?.description, to: new?.description)?
      .exchanging(
        old.map { [.composite($0.withoutBehaviors)] } ?? [],
        for: new.map { [.composite($0.withoutBehaviors)] } ?? [])
  }

  /// Returns the edit for a region that is gone, is new, or starts in another state.
  static func region(from old: StateGraph.Region?, to new: StateGraph.Region?) -> GraphEdit? {
    element("region", (old ?? new)?.identifier, from: old?.description, to: new?.description)?
      .exchanging(old.map { [.region($0)] } ?? [], for: new.map { [.region($0)] } ?? [])
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

extension GraphEdit {
  /// Returns the edits for the behaviors of a state or composite state, kind by kind.
  static func behaviors(
    of owner: GraphElement.Owner, from old: [StateGraph.StateBehavior],
    to new: [StateGraph.StateBehavior]
  ) -> [GraphEdit] {
    let state = owner.identifier
    func elements(_ behaviors: [StateGraph.StateBehavior]) -> [GraphElement] {
      behaviors.map { .behavior($0, of: owner) }
    }
    return StateGraph.StateBehavior.Kind.allCases.flatMap { kind -> [GraphEdit] in
      let (olds, news) = (old.filter { $0.kind == kind }, new.filter { $0.kind == kind })
      guard olds != news else { return [] }
      let removed = olds.removing(news)
      let added = news.removing(olds)
      if removed.count == 1, added.count == 1 {
        return [
          behavior(of: state, from: "\(removed[0])", to: "\(added[0])", at: added[0].lines)
            .exchanging(elements(removed), for: elements(added))
        ]
      }
      guard !removed.isEmpty || !added.isEmpty else {
        let list = { (behaviors: [StateGraph.StateBehavior]) in
          behaviors.map(\.description).joined(separator: ", ")
        }
        return [
          behavior(
            of: state, from: list(olds), to: list(news), at: news.first?.lines ?? SourceLines()
          ).exchanging(elements(olds), for: elements(news))
        ]
      }
      return removed.map {
        GraphEdit(state: state, before: "\($0)", summary: "\(state): \($0)")
          .exchanging(elements([$0]), for: [])
      }
        + added.map {
          GraphEdit(state: state, after: "\($0)", summary: "\(state): \($0)", lines: $0.lines)
            .exchanging([], for: elements([$0]))
        }
    }
  }

  private static func behavior(
    of state: String, from old: String, to new: String, at lines: SourceLines
  ) -> GraphEdit {
    GraphEdit(
      state: state, before: old, after: new, summary: "\(state): \(new), was \(old)",
      lines: lines)
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
