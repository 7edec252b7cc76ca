extension GraphEdit {
  /// Returns the edits of a state's behaviors, for each kind that differs.
  static func behaviors(
    of state: String, from old: [StateGraph.StateBehavior], to new: [StateGraph.StateBehavior]
  ) -> [GraphEdit] {
    StateGraph.StateBehavior.Kind.allCases.flatMap { kind -> [GraphEdit] in
      let (olds, news) = (old.filter { $0.kind == kind }, new.filter { $0.kind == kind })
      guard olds != news else { return [] }
      let removed = olds.removing(news)
      let added = news.removing(olds)
      if removed.count == 1, added.count == 1 {
        return [
          behavior(of: state, from: "\(removed[0])", to: "\(added[0])", at: added[0].lines)
        ]
      }
      guard !removed.isEmpty || !added.isEmpty else {
        let list = { (behaviors: [StateGraph.StateBehavior]) in
          behaviors.map(\.description).joined(separator: ", ")
        }
        return [
          behavior(
            of: state, from: list(olds), to: list(news), at: news.first?.lines ?? SourceLines())
        ]
      }
      return removed.map {
        GraphEdit(state: state, before: "\($0)", summary: "\(state): \($0)")
      }
        + added.map {
          GraphEdit(state: state, after: "\($0)", summary: "\(state): \($0)", lines: $0.lines)
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
  /// Returns the elements without those of another list, each of which removes one.
  fileprivate func removing(_ others: [StateGraph.StateBehavior]) -> [StateGraph.StateBehavior] {
    var others = others
    return filter { behavior in
      guard let index = others.firstIndex(of: behavior) else { return true }
      others.remove(at: index)
      return false
    }
  }
}
