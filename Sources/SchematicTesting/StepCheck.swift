import Schematic
import SchematicGraph
import SchematicTraces

/// A step of a machine that its diagram doesn't show.
struct UnshownStep {
  let violation: TraceViolation
  /// The line of the rule that the machine followed, in parentheses; empty if it isn't known.
  let place: String
}

extension UnshownStep: CustomStringConvertible {
  /// The step and the nearest rule of the diagram, each with its line of code.
  var description: String {
    let near = violation.nearest.map { "; the nearest rule is \($0)\($0.place)" } ?? ""
    let lack = violation.kind == .unknownState ? "lacks a state of" : "has no step"
    return "the diagram \(lack) \(violation.entry.words)\(place)\(near)"
  }
}

/// A check of each step of a machine, on the level of the diagram's states and events.
///
/// No sample represents some payloads, and the diagram may lack an arrow that only these payloads take. A
/// step along this arrow isn't a failure if the rules lead to it, because a diagram shows only what was tried.
final class StepCheck<State: Graphable, Event: Graphable, Subject> {
  let schema: StateMachineSchema<State, Event, Subject>
  private let isOwn: Bool
  /// The diagram of the machine's own rules.
  let own: StateGraph
  private lazy var ownSteps = GraphSteps(of: own)
  private var check: TraceCheck
  /// The states and events that were tried to make the rules' diagram; empty if that diagram is incomplete.
  private let samples: Set<ValueTree.Identity>

  /// The entries of the machine's trace so far; the first entry has no step.
  private(set) var entries: [TraceEntry] = []
  /// The first step that is a failure, or `nil` if there is none.
  private(set) var unshown: UnshownStep?

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - schema: The rules that the machine follows.
  ///   - picture: The diagram to compare with, or `nil` for that of the rules.
  init(of schema: StateMachineSchema<State, Event, Subject>, in picture: StateGraph?) {
    self.schema = schema
    isOwn = picture == nil
    let declared = schema.sampleIdentities
    own = schema.knownGraph(with: declared)
    check = TraceCheck(of: picture ?? own)
    let isWhole = own.omission == nil && own.findings.allSatisfy { $0.severity != .error }
    samples = isWhole ? Set(declared + [ValueTree(schema.initialState).identity]) : []
  }

  /// Begins again with a new machine in the given state.
  func begin(in state: State) {
    unshown = nil
    entries = [TraceEntry(machine: "", id: "", number: 0, state: states(of: state))]
    _ = check.checkLine(entries[0])
  }

  /// Checks an event that the machine has handled.
  func note(_ handled: HandledEvent<State, Event>) {
    let entry = TraceEntry(
      handled, of: schema, machine: "", id: "", number: entries.count, includingValues: false)
    entries.append(entry)
    guard let violation = check.checkLine(entry), unshown == nil else { return }
    guard isSampled(handled) || !follows(handled) || !isOwn && isShownByOwnRules else { return }
    unshown = UnshownStep(violation: violation, place: place(of: entry))
  }

  /// Returns the names of the states that a value is in.
  func states(of state: State) -> String { schema.configuration(of: state).description }

  /// Returns whether the rules' diagram was made with the very values of a step.
  private func isSampled(_ handled: HandledEvent<State, Event>) -> Bool {
    handled.sender == .caller && samples.contains(ValueTree(handled.source).identity)
      && samples.contains(ValueTree(handled.event).identity)
  }

  /// A Boolean value that indicates whether the diagram of the machine's own rules shows the last step.
  private var isShownByOwnRules: Bool {
    var check = TraceCheck(of: own)
    return entries.map { check.checkLine($0) }.last == .some(nil)
  }

  /// Returns `false` if the rules, when they are asked again, don't lead to the step that the machine took.
  private func follows(_ handled: HandledEvent<State, Event>) -> Bool {
    guard handled.sender == .caller else { return true }
    let answer = schema.transition(from: handled.source, on: handled.event) { name in
      handled.guards.first { $0.name == name }?.holds ?? true
    }
    switch (handled.outcome, answer.kind) {
    case (.moved, .external), (.stayed, .internal):
      return answer.label == handled.label
        && states(of: answer.target ?? handled.source) == states(of: handled.target)
    case (.rejected(let rejection), .rejected): return answer.reason == rejection.reason
    case (.ignored, .ignored), (.queued, _), (.failed, _), (.subjectDeallocated, _): return true
    default: return false
    }
  }

  /// Returns the line of the rule that a step followed, in parentheses; empty if it isn't known.
  func place(of entry: TraceEntry) -> String {
    guard let step = entry.step, let configuration = ownSteps.tree.configuration(named: entry.state)
    else { return "" }
    let rule = ownSteps.combinedRules(in: configuration).map(\.rule).first { rule in
      rule.event == step.event && rule.target == step.target && rule.action == step.action
    }
    return rule?.place ?? ""
  }
}
