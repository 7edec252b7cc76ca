/// A named step of a machine that has a method for each of its events.
///
/// ```swift
/// StateGraph(
///   of: Buffer(), state: \.phase,
///   steps: [
///     .step("next") { $0.next() },
///     .step("write", with: [1, 5]) { $0.write($1) },
///   ])
/// ```
///
/// The diagram shows the name as the event, and the method's result as the action. It shows an
/// argument as a condition if the argument makes a difference: `write [write = 5]`. The elements of
/// a tuple are shown with their labels: with `[(count: 1, isLast: true)]`, `write [isLast]`.
public struct MachineStep<Machine: ~Copyable> {
  /// A call of the method with one of the samples.
  struct Call {
    let fields: [PayloadField]
    let perform: (inout Machine) throws -> String?
  }

  /// The name of the step, which the diagram shows as an event.
  package let name: String

  let calls: [Call]

  /// Creates a step without arguments.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows as an event.
  ///   - label: Returns the label of an action in the diagram, or `nil` for none. By default, the
  ///     label of an enum's action is the name of its case; a case called `none` has no label. A list
  ///     or a struct is named after the cases of its parts.
  ///   - perform: Takes the step and returns the action, which may be `Void` or `nil`.
  /// - Returns: The step.
  public static func step<Action>(
    _ name: String, label: ((_ action: Action) -> String?)? = nil,
    _ perform: @escaping (_ machine: inout Machine) throws -> Action
  ) -> MachineStep {
    let call = Call(fields: []) { machine in
      let action = try perform(&machine)
      return label.map { $0(action) } ?? stepText(of: action)
    }
    return MachineStep(name: name, calls: [call])
  }

  /// Creates a step with an argument.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows as an event.
  ///   - samples: The arguments to try, one for each way in which the machine treats them.
  ///   - label: Returns the label of an action in the diagram: see ``step(_:label:_:)``.
  ///   - perform: Takes the step and returns the action.
  /// - Returns: The step.
  public static func step<Argument, Action>(
    _ name: String, with samples: [Argument], label: ((_ action: Action) -> String?)? = nil,
    _ perform: @escaping (_ machine: inout Machine, _ argument: Argument) throws -> Action
  ) -> MachineStep {
    let calls = samples.map { sample in
      Call(fields: PayloadField.fields(ofArgument: sample, of: name)) { machine in
        let action = try perform(&machine, sample)
        return label.map { $0(action) } ?? stepText(of: action)
      }
    }
    return MachineStep(name: name, calls: calls)
  }
}

/// A condition of a machine that the diagram shows if it makes a difference.
///
/// ```swift
/// StateGraph(
///   initial: Queue(), state: \.phase, conditions: [.init("full") { $0.items.count == 3 }]
/// ) { $0.handle($1) }
/// // add [full] / refuse
/// ```
///
/// Without conditions, the diagram shows the properties of the machine. With conditions, it shows
/// only those; if they don't distinguish all outcomes, the diagram has a finding.
public struct MachineCondition<Machine: ~Copyable> {
  /// The name of the condition, which the diagram shows.
  package let name: String

  let value: (borrowing Machine) -> Any

  /// Creates a condition.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows.
  ///   - value: Returns the value. A Boolean is shown as `full` or `not full`, any other value as
  ///     `count = 3`.
  public init(_ name: String, _ value: @escaping (_ machine: borrowing Machine) -> some Any) {
    self.name = name
    self.value = { value($0) }
  }

  func field(of machine: borrowing Machine) -> PayloadField {
    PayloadField(name, value(machine))
  }
}

extension Array {
  /// Returns the fields of a machine, or `nil` if there are no conditions.
  func fields<Machine: ~Copyable>(of machine: borrowing Machine) -> [PayloadField]?
  where Element == MachineCondition<Machine> {
    guard !isEmpty else { return nil }
    var fields: [PayloadField] = []
    for condition in self { fields.append(condition.field(of: machine)) }
    return fields
  }
}

/// A call of a step, used as an event.
struct StepCall: Graphable, ExploredParts {
  let name: String
  /// The positions of the step and of the call.
  let step: Int
  let call: Int
  let fields: [PayloadField]

  static var graphCases: [StepCall] { [] }

  var casePath: [String] { [name] }
  var identity: Any { [step, call] }

  /// Returns the calls of all steps.
  static func all<Machine: ~Copyable>(of steps: [MachineStep<Machine>]) -> [StepCall] {
    var calls: [StepCall] = []
    for (number, step) in steps.enumerated() {
      for (index, call) in step.calls.enumerated() {
        calls.append(StepCall(name: step.name, step: number, call: index, fields: call.fields))
      }
    }
    return calls
  }
}
