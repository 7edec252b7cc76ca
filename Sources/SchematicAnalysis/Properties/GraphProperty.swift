import SchematicGraph

/// A statement about everything that a machine may do, with states and events given by name.
///
/// ```swift
/// try graph.check(.always(.reachable("closed")))  // from wherever you are
/// try graph.check(.never("opened", after: .taking("close"), until: .taking("open")))
/// try graph.check(.unavoidable("closed", from: "closing"))
/// ```
///
/// A string literal is the property of being in the state with that identifier. If you have the
/// types of states and events, use a ``MachineProperty`` instead, which the compiler checks.
public typealias GraphProperty = MachineProperty<String, String>

/// A statement about everything that a machine may do, checked against its diagram.
///
/// ```swift
/// try Link.schema.check(.always(.reachable(.closed)))  // from wherever you are
/// try Link.schema.check(.never(.state(.opened), after: .taking(.close), until: .taking(.open)))
/// ```
///
/// A property holds or doesn't hold at each *position* of a run. The first position is the start of
/// the machine in its initial state. Each transition leads to another position, which consists of
/// the transition and its target. Any transition out of the target may follow. A run ends only in a
/// state without outgoing transitions.
///
/// Fairness isn't assumed: a machine may receive the same event forever. Guards may give either
/// answer at any time. If a property of every run holds for the graph, it holds for the machine. A
/// single run, such as a counterexample, may need answers that the subject never gives.
///
/// The properties are those of computation tree logic (Clarke, Emerson, Sistla: *Automatic
/// verification of finite-state concurrent systems using temporal logic specifications*, ACM TOPLAS
/// 8(2), 1986) over states and over the last transition.
public struct MachineProperty<State, Event>: Hashable, Sendable {
  /// The property as a formula of computation tree logic.
  package let formula: Formula

  /// Creates the property that a formula represents.
  package init(_ formula: Formula) {
    self.formula = formula
  }

  /// The same property with its states and events given by name.
  package var named: GraphProperty { GraphProperty(formula) }
}

extension MachineProperty: CustomStringConvertible {
  /// The property in words: `unavoidable("closed", from: "closing")`.
  public var description: String { formula.description }
}

extension MachineProperty:
  ExpressibleByStringLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByUnicodeScalarLiteral
where State == String {
  /// Creates the property of being in a state.
  ///
  /// - Parameter value: The identifier of the state.
  public init(stringLiteral value: String) {
    self.init(.states([value]))
  }
}

/// A formula of computation tree logic over states and over the last transition.
package indirect enum Formula: Hashable, Sendable {
  /// Holds at every position.
  case `true`
  /// Holds in these states, given by their identifiers.
  case states(Set<String>)
  /// Holds in the states inside a composite state, given by its identifier.
  case inside(String)
  /// Holds in final states.
  case final
  /// Holds if the last transition took one of these events, given by their labels.
  case events(Set<String>)
  /// Holds if the last transition performed an action with one of these labels.
  case actions(Set<String>)
  /// Holds if the last transition led to where a composite state, given by its identifier, was left.
  case returning(String)
  /// Holds if the last transition was external.
  case moved
  /// Holds if the machine, or one of its regions, is stuck: in a state that no run leaves, although the
  /// state is neither final nor the only one.
  case stuck
  /// Holds if the machine, or one of its regions, is in a final state.
  case ended
  /// Holds if a task runs.
  case busy

  /// Holds if the formula doesn't.
  case not(Formula)
  /// Holds if both formulas do.
  case and(Formula, Formula)
  /// Holds if at least one of the formulas does.
  case or(Formula, Formula)

  /// EX: holds if the formula holds at some next position.
  case ex(Formula)
  /// E[… U …]: holds if some run reaches the second formula, and the first holds until then.
  case eu(Formula, Formula)
  /// EG: holds if the formula holds throughout some run.
  case eg(Formula)
  /// AX: holds if the formula holds at every next position.
  case ax(Formula)
  /// A[… U …]: holds if every run reaches the second formula, and the first holds until then.
  case au(Formula, Formula)
  /// AG: holds if the formula holds throughout every run.
  case ag(Formula)
}

extension Formula {
  /// An equivalent formula in which only formulas without operators and E[… U …] are negated.
  ///
  /// In general, no other operator expresses the negation of E[… U …].
  var normalized: Formula {
    switch self {
    case .true, .states, .inside, .final, .events, .actions, .returning, .moved, .stuck, .ended,
      .busy:
      return self
    case .and(let left, let right): return .and(left.normalized, right.normalized)
    case .or(let left, let right): return .or(left.normalized, right.normalized)
    case .ex(let operand): return .ex(operand.normalized)
    case .ax(let operand): return .ax(operand.normalized)
    case .eg(let operand): return .eg(operand.normalized)
    case .ag(let operand): return .ag(operand.normalized)
    case .eu(let before, let end): return .eu(before.normalized, end.normalized)
    case .au(let before, let end): return .au(before.normalized, end.normalized)
    case .not(let operand): return operand.negation
    }
  }

  /// The normalized negation.
  private var negation: Formula {
    switch self {
    case .true, .states, .inside, .final, .events, .actions, .returning, .moved, .stuck, .ended,
      .busy:
      return .not(self)
    case .not(let operand): return operand.normalized
    case .and(let left, let right): return .or(left.negation, right.negation)
    case .or(let left, let right): return .and(left.negation, right.negation)
    case .ex(let operand): return .ax(operand.negation)
    case .ax(let operand): return .ex(operand.negation)
    case .eg(let operand): return .au(.true, operand.negation)
    case .ag(let operand): return .eu(.true, operand.negation)
    case .eu(.true, let end): return .ag(end.negation)
    case .au(.true, let end): return .eg(end.negation)
    // Each run either never reaches the end or breaks the condition first: no operator says that.
    case .eu(let before, let end): return .not(.eu(before.normalized, end.normalized))
    // Some run never reaches the end, or breaks the condition first.
    case .au(let before, let end):
      let failure = Formula.and(before.negation, end.negation)
      return .or(.eu(end.negation, failure), .eg(end.negation))
    }
  }
}
