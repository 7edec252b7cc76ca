/// Something that is to hold of a machine, whatever happens to it.
///
/// A property speaks of moments. The first moment is the start of the machine in its initial state;
/// each transition that is taken makes another one: what has just been taken, and the state it led
/// to. What may come after a moment are the ways through the graph from its state.
///
/// ```swift
/// graph.check(.always(.reachable("closed")))        // from wherever you are
/// graph.check(.never("opened", after: .taking("close"), until: .taking("open")))
/// graph.check(.unavoidable("closed", from: "closing"))
/// ```
///
/// These are the formulas of computation tree logic (Clarke, Emerson, Sistla: *Automatic verification
/// of finite-state concurrent systems using temporal logic specifications*, ACM TOPLAS 8(2), 1986) over
/// states and over the transition just taken. Its operators are there under their own names, such as
/// ``ag(_:)``, and the most usual properties under names that read as sentences.
///
/// A way through the graph goes on as long as it can. One that comes to a dead end is complete there:
/// nothing comes next, so that at a dead end every ``ax(_:)`` holds and no ``ex(_:)`` does. Nobody
/// is taken to be fair: a machine may be sent the same event for ever. Guards may answer either way
/// at any time, so that a property that holds of the graph holds of the machine, while a way that
/// refutes one may need answers that the subject never gives.
public indirect enum GraphProperty: Hashable, Sendable {
  /// Holds always.
  case `true`
  /// Holds while the machine is in one of these states, given by their identifiers.
  case states(Set<String>)
  /// Holds while the machine is in a state of a region: `active` is that of `active.playing`.
  case region(String)
  /// Holds while the machine is finished.
  case final
  /// Holds when one of these events, given by their labels, has just been taken.
  case events(Set<String>)
  /// Holds when an action of one of these labels has just been performed.
  case actions(Set<String>)
  /// Holds when a state has just been left and one entered: the transition taken was not internal.
  case moved

  /// Holds where the property does not.
  case not(GraphProperty)
  /// Holds where both properties do.
  case and(GraphProperty, GraphProperty)
  /// Holds where one of the properties does, or both.
  case or(GraphProperty, GraphProperty)

  /// EX: holds where the property may hold at the next moment.
  case ex(GraphProperty)
  /// E[… U …]: holds where, on some way, the second property comes true, and the first holds until
  /// then.
  case eu(GraphProperty, GraphProperty)
  /// EG: holds where, on some way, the property holds for ever.
  case eg(GraphProperty)
  /// AX: holds where the property holds at the next moment, whichever it is.
  case ax(GraphProperty)
  /// A[… U …]: holds where, on every way, the second property comes true, and the first holds until
  /// then.
  case au(GraphProperty, GraphProperty)
  /// AG: holds where, on every way, the property holds for ever.
  case ag(GraphProperty)
}

extension GraphProperty: ExpressibleByStringLiteral {
  /// Creates the property of being in a state.
  ///
  /// - Parameter value: The identifier of the state.
  public init(stringLiteral value: String) {
    self = .states([value])
  }
}
