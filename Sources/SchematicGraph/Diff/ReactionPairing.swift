/// Finds which reaction came in the place of which.
///
/// Two belong together when they agree in all but one respect and no other reaction that is gone or
/// new agrees as well; what is left over is gone or new.
struct ReactionPairing {
  private(set) var edits: [GraphEdit] = []
  private var removed: [Reaction]
  private var added: [Reaction]

  init(removed: [Reaction], added: [Reaction]) {
    self.removed = removed
    self.added = added
    // An event that does something else is what reviewers look for first.
    pair(by: { [$0.state, $0.event, $0.guard] }) { old, new in
      Self.words(for: new, was: old)
    }
    pair(by: Circumstance.init(guardOf:)) { old, new in
      "\(new.trigger) \(new.phrase), was "
        + (old.guard.map { "[\($0)]" } ?? "without a guard")
    }
    pair(by: Circumstance.init(eventOf:)) { old, new in
      "\(new.trigger) \(new.phrase), was event \(old.event)"
    }
    edits += self.removed.map {
      GraphEdit(.removed, state: $0.state, before: $0.notation, summary: $0.description)
    }
    edits += self.added.map {
      GraphEdit(.added, state: $0.state, after: $0.notation, summary: $0.description)
    }
  }

  /// All of a reaction but one of its names.
  private struct Circumstance: Hashable {
    let state: String
    let name: String?
    let outcome: Reaction.Outcome

    /// All but the guard.
    init(guardOf reaction: Reaction) {
      (state, name, outcome) = (reaction.state, reaction.event, reaction.outcome)
    }

    /// All but the event.
    init(eventOf reaction: Reaction) {
      (state, name, outcome) = (reaction.state, reaction.guard, reaction.outcome)
    }
  }

  private mutating func pair<Key: Hashable>(
    by key: (Reaction) -> Key, words: (Reaction, Reaction) -> String
  ) {
    let olds = Dictionary(grouping: removed, by: key)
    let news = Dictionary(grouping: added, by: key)
    func isPaired(_ reaction: Reaction) -> Bool {
      let key = key(reaction)
      return olds[key]?.count == 1 && news[key]?.count == 1
    }
    for old in removed where isPaired(old) {
      guard let new = news[key(old)]?.first else { continue }
      edits.append(
        GraphEdit(
          .changed, state: new.state, before: old.notation, after: new.notation,
          summary: "\(new.state): \(words(old, new))"))
    }
    removed.removeAll(where: isPaired)
    added.removeAll(where: isPaired)
  }

  private static func words(for new: Reaction, was old: Reaction) -> String {
    if case .moves(let target, let action) = new.outcome,
      case .moves(let oldTarget, action) = old.outcome
    {
      return "\(new.trigger) leads to \(target), was \(oldTarget)"
    }
    return "\(new.trigger) \(new.phrase), was: \(old.phrase)"
  }
}
