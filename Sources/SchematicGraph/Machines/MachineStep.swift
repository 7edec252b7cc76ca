/// A named step of a machine that has a method for each of its events.
///
/// ```swift
/// StateGraph(
///   .value(Buffer(), state: \.phase),
///   steps: [
///     .step("next") { $0.next() },
///     .step("write", with: [1, 5], named: "count") { $0.write($1) },
///   ])
/// ```
///
/// The diagram shows the name as the event, and the method's result as the action. It shows an
/// argument as a condition if the argument makes a difference: `write [count = 5]`. The elements of
/// a tuple such as `(count: 1, isLast: true)` are shown with their labels: `write [isLast]`.
public struct MachineStep<Machine: ~Copyable> {
  /// A call of the method with one of the samples.
  struct Call {
    let fields: [PayloadField]
    let perform: (inout Machine) throws -> Any
  }

  /// The name of the step, which the diagram shows as an event.
  package let name: String

  let calls: [Call]

  /// The call of a service that the step ends, or `nil` for a step of the machine.
  package var reply: StepReply?

  /// The work around the machine in its steps, if this step brings that with it.
  package var work: (any StepWork.Type)?

  /// Creates a step without arguments.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows as an event.
  ///   - perform: Takes the step and returns the action: see
  ///     ``StateGraph/init(_:events:options:step:)-1zf85``. A case called `none` is no action.
  /// - Returns: The step.
  public static func step<Action>(
    _ name: String, _ perform: @escaping (_ machine: inout Machine) throws -> Action
  ) -> MachineStep {
    MachineStep(name: name, calls: [Call(fields: []) { try perform(&$0) }])
  }

  /// Creates a step with an argument.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows as an event.
  ///   - samples: The arguments to try, one for each way in which the machine treats them. They are made anew
  ///     for each machine.
  ///   - parameter: The name of the argument in conditions, such as `count` in `[count = 5]`; the name of the step if
  ///     there is none.
  ///   - perform: Takes the step and returns the action.
  /// - Returns: The step.
  public static func step<Argument, Action>(
    _ name: String, with samples: @autoclosure @escaping () -> [Argument],
    named parameter: String? = nil,
    _ perform: @escaping (_ machine: inout Machine, _ argument: Argument) throws -> Action
  ) -> MachineStep {
    let samples = StepSamples(samples)
    let calls = samples.first.enumerated().map { place, sample in
      Call(fields: PayloadField.fields(ofArgument: sample, named: parameter, of: name)) {
        try perform(&$0, samples[place])
      }
    }
    return MachineStep(name: name, calls: calls)
  }
}

/// The samples of a step, which are made anew for each machine: what one machine has done to an object, the next one
/// doesn't find.
private final class StepSamples<Argument> {
  let first: [Argument]
  private let make: () -> [Argument]
  private lazy var latest = (machine: MachineSurroundings.current?.machineCount, samples: first)

  init(_ make: @escaping () -> [Argument]) { (self.make, first) = (make, make()) }

  subscript(place: Int) -> Argument {
    let machine = MachineSurroundings.current?.machineCount
    if machine != latest.machine { latest = (machine, make()) }
    return latest.samples[place]
  }
}

/// A call of a step, used as an event.
package struct StepCall: Graphable, ExplorationIdentity {
  let name: String
  /// The positions of the step and of the call.
  let step: Int
  let call: Int
  let arguments: [PayloadField]
  /// The call of a service that the step ends, or `nil` for a step of the machine.
  package let reply: StepReply?

  package static var graphCases: [StepCall] { [] }

  package var casePath: [String] { [name] }
  package var identity: Any { [step, call] }
  package func fields(ignoring _: IgnoredProperties) -> [PayloadField] { arguments }

  static func all<Machine: ~Copyable>(of steps: [MachineStep<Machine>]) -> [StepCall] {
    var calls: [StepCall] = []
    for (number, step) in steps.enumerated() {
      for (index, call) in step.calls.enumerated() {
        calls.append(
          StepCall(
            name: step.name, step: number, call: index, arguments: call.fields, reply: step.reply))
      }
    }
    return calls
  }
}

/// Returns the label of an action, or `nil` if there is no action or its name is `none`.
///
/// The text `"none"` is a label like others.
package func stepText(of action: Any) -> String? { stepText(of: ValueTree(action)) }

func stepText(of action: ValueTree) -> String? {
  actionText(of: action).flatMap {
    $0 == "none" && !(action.unwrapped?.value is String) ? nil : $0
  }
}

/// Returns the description of an action that a step returned, such as its label or the name of its
/// case; `nil` if there is no action.
func actionText(of action: ValueTree) -> String? {
  if action.value is Void { return nil }
  if let action = action.value as? any Graphable { return action.diagramLabel }
  if action.kind == .optional { return action.children.first.flatMap { actionText(of: $0) } }
  if let name = action.caseName { return caseText(of: action, named: name) }
  if let parts = partsText(of: action) { return shortened(parts, to: 120) }
  // What a struct without a case and without a description stores is data, of which there may be no end.
  let isData = action.kind == .struct || action.kind == .class
  return isData && !(action.value is any CustomStringConvertible) && !action.children.isEmpty
    ? typeText(of: action.value) : shortened(action.ownText, to: 120)
}

/// Returns the name of a case, with those of the cases that it carries, such as `send(greeting)`.
///
/// What else it carries is data, and has no end.
private func caseText(of action: ValueTree, named name: String) -> String {
  let carried = action.carried.compactMap { carried -> String? in
    guard let value = carried.tree.unwrapped, value.isEnum else { return nil }
    return stepText(of: value)
  }
  guard !carried.isEmpty else { return name }
  let text = "\(name)(\(carried.joined(separator: ", ")))"
  return text.count <= 60 ? text : name
}

/// Returns the description of an action with several parts: the names of the cases of its parts,
/// except `none`, and its other values.
///
/// Returns `nil` unless the action is a list, a set, or a struct or tuple that contains an enum and
/// doesn't describe itself.
private func partsText(of action: ValueTree) -> String? {
  if let texts = elementTexts(of: action) { return listed(texts) }
  guard action.kind == .struct || action.kind == .tuple,
    !(action.value is any CustomStringConvertible)
  else { return nil }
  var hasCase = false
  var texts: [String] = []
  for child in action.children {
    guard let part = child.unwrapped, part.value as? IgnoredValue != IgnoredValue() else {
      continue
    }
    let elements = part.isList ? part.children : [part]
    if elements.allSatisfy({ $0.value is any Graphable || $0.isEnum }) {
      hasCase = hasCase || !elements.isEmpty
      texts += elementTexts(of: part) ?? actionText(of: part).map { [$0] } ?? []
    } else if let isTrue = part.value as? Bool {
      texts.append((isTrue ? "" : "not ") + (child.label ?? "true"))
    } else {
      texts.append((child.label.map { "\($0) = " } ?? "") + shortened(part.text, to: 40))
    }
  }
  return hasCase ? listed(texts) : nil
}

/// Returns the texts of the elements of a list or a set, or `nil` for another value.
private func elementTexts(of action: ValueTree) -> [String]? {
  // A list of data, such as rows for a caller, is one action, however many there are.
  let list =
    action.isList && !action.isCut
    ? action.children
    : (action.value as? any Collection).map { elements(of: $0).map { ValueTree($0) } } ?? []
  if let first = list.first, list.allSatisfy(isData) {
    return ["[\(first.isLeftOut ? "…" : typeText(of: first.value))]"]
  }
  let texts = action.isList ? list.compactMap { actionText(of: $0) } : nil
  // Equal sets list their elements in different orders.
  return action.isUnordered ? texts?.sorted() : texts
}

private func elements(of collection: some Collection) -> [Any] { Array(collection) }

/// Returns whether a value is a struct or an object that contains no action.
private func isData(_ tree: ValueTree) -> Bool {
  (tree.kind == .struct || tree.kind == .class) && !(tree.value is any Graphable)
    && (tree.value is any CustomStringConvertible || partsText(of: tree) == nil)
}

private func listed(_ texts: [String]) -> String {
  let texts = texts.filter { $0 != "none" }
  return texts.isEmpty ? "none" : texts.joiningRepetitions().joined(separator: ", ")
}

extension [String] {
  /// Returns the texts of actions, with one for equal ones in a row: `send repeatedly`.
  ///
  /// How often a loop acts depends on what it finds, so each number would be another transition.
  func joiningRepetitions() -> [String] {
    var texts: [String] = []
    for (index, text) in enumerated() where index == 0 || self[index - 1] != text {
      let isRepeated = index + 1 < count && self[index + 1] == text
      texts.append(isRepeated ? "\(text) repeatedly" : text)
    }
    return texts
  }
}

/// Returns a text or, if it is too long, its beginning.
private func shortened(_ text: String, to length: Int) -> String {
  text.count <= length ? text : "\(text.prefix(length))…"
}

/// Returns the name of an error's case, or of its type if the error isn't an enum.
package func errorText(of error: any Error) -> String {
  ValueTree(error).caseName ?? typeText(of: error)
}
