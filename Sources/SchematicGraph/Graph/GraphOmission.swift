/// The part of a whole graph that a view leaves out, or that an exploration didn't try.
///
/// A graph with an omission is never equal to a whole one. It is equal to the same view of another graph if
/// both show the same and leave out as much: what nobody sees in a picture can't make it out of date.
public struct GraphOmission: Hashable, Sendable {
  /// The views that led to the graph, such as `around opened`, after what an exploration did not try, such
  /// as `not whole: 50 of … values tried in loading`.
  package internal(set) var views: [String]
  /// The number of hidden states.
  package internal(set) var states: Int
  /// The number of hidden transitions.
  package internal(set) var transitions: Int
  /// The number of hidden rejections and traps.
  package internal(set) var refusals: Int
  /// The identifiers of the states that are shown without their ways out, and are no dead ends.
  package internal(set) var exits: [String]

  /// Creates an omission from its parts.
  package init(
    views: [String], states: Int, transitions: Int, refusals: Int, exits: [String]
  ) {
    self.views = views
    self.states = states
    self.transitions = transitions
    self.refusals = refusals
    self.exits = exits
  }

  /// A Boolean value that indicates whether the numbers are possible and can be added to others.
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
