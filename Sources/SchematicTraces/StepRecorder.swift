import Schematic
import SchematicGraph

/// A recorder of one machine of your own, such as a type with a method for each event.
///
/// ```swift
/// var buffer = Buffer()
/// var steps = recorder.watch(buffer, named: "Buffer") { ReflectedState(of: $0) }
/// steps.step("write", on: &buffer) { $0.write(1) }
/// // {"trace":1,"machine":"Buffer",…,"state":"idle","event":"write","outcome":"moved","target":"holding"}
/// ```
///
/// Use the same names of steps, states and actions as in the machine's diagram: see `MachineStep`.
/// Then `StateGraph.violations(of:)` and the command's `replay` can check the trace. A step that
/// stops the program writes no line.
public struct StepRecorder<Machine, State: Graphable> {
  private let recorder: TraceRecorder
  private let name: String
  private let id: String
  private let state: (Machine) -> State
  private let reason: (any Error) -> String?
  private var number = 0

  init(
    _ recorder: TraceRecorder, of machine: Machine, named name: String, id: String,
    reason: @escaping (any Error) -> String?, state: @escaping (Machine) -> State
  ) {
    self.recorder = recorder
    self.name = name
    self.id = id
    self.state = state
    self.reason = reason
    write(state(machine), nil, values: { .init(state: $0) })
  }

  /// Takes a step of the machine and records it.
  ///
  /// A step that throws is recorded as a rejection if it has changed nothing, as in the diagram.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the diagram.
  ///   - machine: The machine.
  ///   - label: Returns the label of the action; by default, the one that `MachineStep` gives the action.
  ///   - perform: Takes the step and returns the action.
  /// - Returns: The action.
  /// - Throws: The error that the step throws, after it is recorded.
  /// - Complexity: O(*n*) in the size of the machine if its state stays the same, because the recorder
  ///   then compares what the machine contains.
  @discardableResult
  public mutating func step<Action, Failure>(
    _ name: String, on machine: inout Machine, label: ((_ action: Action) -> String?)? = nil,
    _ perform: (_ machine: inout Machine) throws(Failure) -> Action
  ) throws(Failure) -> Action {
    let (source, before) = (state(machine), machine)
    do {
      let action = try perform(&machine)
      let text = label.map { $0(action) } ?? stepText(of: action)
      record(name, from: source, before, to: machine, .returned(action: text))
      return action
    } catch {
      record(
        name, from: source, before, to: machine,
        .threw(reason: reason(error), name: errorText(of: error)))
      throw error
    }
  }

  private mutating func record(
    _ event: String, from source: State, _ before: Machine, to after: Machine,
    _ ending: MachineStepEnding
  ) {
    let target = state(after)
    let isSame = source.graphIdentifier == target.graphIdentifier
    let isUnchanged =
      isSame && ValueTree(before).identity == ValueTree(after).identity
    let (kind, action, reason) = ending.meaning(inSameState: isSame, isUnchanged: isUnchanged)
    let outcome: TraceEntry.Outcome =
      switch kind {
      case .external: .moved
      case .internal: .stayed
      case .ignored: .ignored
      case .rejected: .rejected
      }
    let step = TraceEntry.Step(
      event: event, outcome: outcome, target: target.graphIdentifier, action: action,
      reason: reason)
    number += 1
    write(source, step) { .init(state: $0, event: event, target: "\(target)") }
  }

  private func write(
    _ state: State, _ step: TraceEntry.Step?, values: (_ state: String) -> TraceEntry.Values
  ) {
    recorder.sink(
      TraceEntry(
        machine: name, id: id, number: number, state: state.graphIdentifier, step: step,
        time: recorder.time?(), values: recorder.includesValues ? values("\(state)") : nil
      ).line)
  }
}

extension TraceRecorder {
  /// Records the steps of a machine of your own, beginning with a line that names its state.
  ///
  /// - Parameters:
  ///   - machine: The machine.
  ///   - name: The name of the machine in the trace. To check the trace, use the name of its diagram.
  ///   - id: A text that tells machines with the same name apart. By default, it is random.
  ///   - reason: Returns the reason of a rejection for the error that a step threw. Pass the same closure
  ///     as for the diagram.
  ///   - state: Returns the machine's state. Pass the same closure as for the diagram.
  /// - Returns: A recorder, through which the machine takes its steps.
  public func watch<Machine, State: Graphable>(
    _ machine: Machine, named name: String, id: String? = nil,
    reason: @escaping (any Error) -> String? = { _ in nil }, state: @escaping (Machine) -> State
  ) -> StepRecorder<Machine, State> {
    StepRecorder(
      self, of: machine, named: name, id: id ?? TraceEntry.makeIdentity(), reason: reason,
      state: state)
  }
}
