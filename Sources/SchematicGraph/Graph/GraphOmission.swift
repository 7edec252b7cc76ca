/// The part of a whole graph that a view leaves out, or that an exploration didn't try.
///
/// A graph with an omission is never equal to a whole one. Of the elements that a view hides, the
/// omission knows little more than the numbers, so most changes of hidden elements don't make a
/// picture out of date.
public struct GraphOmission: Hashable, Sendable {
  /// The names of the views that led to the graph, such as `around opened`.
  ///
  /// If an exploration stopped at a bound, a sentence comes first:
  /// `not whole: no more than 50 values tried in loading`.
  package internal(set) var views: [String]
  /// The number of hidden states.
  package internal(set) var states: Int
  /// The number of hidden transitions.
  package internal(set) var transitions: Int
  /// The number of hidden rejections, traps and ignored timeouts.
  package internal(set) var refusals: Int
  /// The identifiers of states that look like dead ends only because their ways out aren't shown.
  package internal(set) var exits: [String]

  package init(
    views: [String], states: Int, transitions: Int, refusals: Int, exits: [String]
  ) {
    self.views = views
    self.states = states
    self.transitions = transitions
    self.refusals = refusals
    self.exits = exits
  }

  /// A Boolean value that indicates whether no number is negative or too large to be added.
  package var isPlausible: Bool {
    [states, transitions, refusals].allSatisfy { 0...1 << 40 ~= $0 }
  }
}

extension GraphOmission: CustomStringConvertible {
  /// The views, and the numbers of hidden elements.
  public var description: String {
    func count(_ number: Int, _ name: String) -> [String] {
      number == 0 ? [] : ["\(number) \(name)\(number == 1 ? "" : "s")"]
    }
    let counts =
      count(states, "state") + count(transitions, "transition") + count(refusals, "rejection")
    let shown = views.joined(separator: ", ")
    return counts.isEmpty ? shown : "\(shown); not shown: \(counts.joined(separator: ", "))"
  }
}

extension GraphOmission {
  /// The end of the name of a view in which a state is collapsed, as in `playback collapsed`.
  ///
  /// The state is called by its label, or by its identifier if something else has the label.
  static let collapsed = " collapsed"
}

extension StateGraph {
  /// The identifiers of the states that a view shows collapsed, without the states inside.
  package var collapsedStates: Set<String> {
    let views = (omission?.views ?? []).filter { $0.hasSuffix(GraphOmission.collapsed) }
    let names = Set(views.map { String($0.dropLast(GraphOmission.collapsed.count)) })
    return Set(
      names.flatMap { name in
        let identified = states.filter { state in
          state.identifier == name || state.identifier.after(name)?.allSatisfy { $0 == "…" } == true
        }
        return (identified.isEmpty ? states.filter { $0.label == name } : identified)
          .map(\.identifier)
      })
  }
}
