import SchematicGraph

extension Formula: CustomStringConvertible {
  /// The formula in the words of `MachineProperty`: `always(reachable("closed"))`.
  package var description: String {
    switch self {
    case .true: "true"
    case .not(.true): "false"
    case .states(let names): names.count == 1 ? Self.list(names) : "state(\(Self.list(names)))"
    case .inside(let name): "inside(\(Self.list([name])))"
    case .final: "final"
    case .events(let labels): "taking(\(Self.list(labels)))"
    case .actions(let labels): "performing(\(Self.list(labels)))"
    case .returning(let name): "returning(to: \(Self.list([name])))"
    case .moved: "moved"
    case .stuck: "stuck"
    case .ended: "ended"
    case .busy: "runningTask"
    case .not(let formula): "!\(formula.operand)"
    case .and(let left, let right): "\(left.operand) && \(right.operand)"
    case .or(.not(let condition), let consequence): "implies(\(condition), \(consequence))"
    case .or(let left, let right): "\(left.operand) || \(right.operand)"
    // EX and EG have no words of their own: each is the negation of a word about every run.
    case .ex(let formula): "!next(\(formula.opposite))"
    case .eg(let formula): "!unavoidable(\(formula.opposite))"
    case .ax(let formula): "next(\(formula))"
    case .eu(let before, let formula): "reachable(\(formula)\(before.argument("while", .true)))"
    case .au(let before, let formula): "unavoidable(\(formula)\(before.argument("while", .true)))"
    case .ag(let formula): formula.pattern
    }
  }

  /// The words for AG of this formula.
  private var pattern: String {
    switch self {
    case .or(
      .not(.and(let start, .not(let end))),
      .not(.eu(.not(let until), .and(let formula, .not(let last))))
    ) where until == end && last == end:
      "never(\(formula), after: \(start)\(end.argument("until", .not(.true))))"
    case .or(.not(let first), .ax(.not(.eu(.not(let end), .and(let formula, .not(let last))))))
    where first == formula && last == end:
      "neverAgain(\(formula)\(end.argument("until", .not(.true))))"
    case .or(.not(let start), .au(.true, let formula)):
      "unavoidable(\(formula), from: \(start))"
    case .or(.not(let request), .not(.eu(.not(let answer), .not(.eu(.true, let reached)))))
    where answer == reached:
      "every(\(request), isAnsweredBy: \(answer))"
    case .not(.stuck): "everyStateCanBeLeft"
    case .not(.and(.ended, .busy)): "noFinalStateWhileATaskRuns"
    case .not(.and(.states(let names), .ex(.eg(.and(.and(_, .moved), .ex(.true)))))):
      "noCycle(among: \(Self.list(names)))"
    case .not(let formula): "never(\(formula))"
    default: "always(\(self))"
    }
  }

  /// The formula as a labeled argument, or an empty text if it is the default.
  private func argument(_ label: String, _ standard: Formula) -> String {
    self == standard ? "" : ", \(label): \(self)"
  }

  /// The formula as part of another, in parentheses if necessary.
  private var operand: String {
    switch self {
    case .or(.not, _): description
    case .and, .or: "(\(self))"
    default: description
    }
  }

  /// The negation, without two negations in a row.
  private var opposite: Formula {
    if case .not(let formula) = self { formula } else { .not(self) }
  }

  private static func list(_ names: Set<String>) -> String {
    names.sorted().map(\.debugDescription).joined(separator: ", ")
  }
}
