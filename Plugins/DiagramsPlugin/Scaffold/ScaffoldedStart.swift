/// The code that makes a machine for its first step.
struct ScaffoldedStart {
  private let machine: ScaffoldedMachine
  private let refusals: Refusals

  init(of machine: ScaffoldedMachine, without refusals: Refusals) {
    self.machine = machine
    self.refusals = refusals
  }

  /// The expression that makes a machine, or `nil` if the user must write it.
  var text: String? {
    guard !refusals.isStartRefused, let text = machine.start.text else { return nil }
    return refusals.refuseStandIn(in: text) ? nil : text
  }

  /// The delegates and functions to set in a machine that was made.
  private var settings: [(property: String, value: String)] {
    machine.start.settings.filter {
      !refusals.settings.contains($0.property) && !refusals.refuseStandIn(in: $0.value)
    }
  }

  /// The function that makes a machine, if that takes several lines; otherwise `nil`.
  var function: String? {
    guard let text, text.contains("\n") || !settings.isEmpty || !machine.start.given.isEmpty else {
      return nil
    }
    let lines =
      settings.isEmpty
      ? [text]
      : ["let machine = \(text)"] + settings.map { "machine.\($0.property) = \($0.value)" }
        + ["return machine"]
    let body = lines.joined(separator: "\n").replacing("\n", with: "\n    ")
    return """

        /// Returns a machine that starts.
        \(machine.startsElsewhere ? "@\(machine.actor ?? "") " : "")private static func makeMachine(\(parameters("_ ", ""))) -> \(subject) {
          \(body)
        }

      """
  }

  /// The code that makes a machine.
  var code: String { function ?? text ?? "" }

  /// The expression that makes a machine in the graph: a call of the function, if there is one.
  var call: String? {
    function == nil
      ? text : "makeMachine(\(machine.start.given.map(\.name).joined(separator: ", ")))"
  }

  /// Returns parameters that make what the user must give.
  func parameters(_ start: String, _ attribute: String) -> String {
    machine.start.given.map { parameter in
      "\(start)\(parameter.name): \(attribute)() -> \(machine.samples.text(of: parameter.type))"
    }.joined(separator: ", ")
  }

  /// The type of what starts, in Swift.
  var subject: String {
    machine.type.id == machine.subject.id ? machine.name : machine.subject.path
  }
}
