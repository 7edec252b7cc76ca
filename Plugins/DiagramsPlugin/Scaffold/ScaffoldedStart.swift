/// The code that makes a machine for its first step.
struct ScaffoldedStart {
  private let machine: ScaffoldedMachine
  private let refusals: Refusals

  init(of machine: ScaffoldedMachine, without refusals: Refusals) {
    self.machine = machine
    self.refusals = refusals
  }

  /// The values of the argument with which machines start, such as a role; `nil` if all start in one way.
  var arguments: String? {
    text == nil ? nil : machine.start.role.map { "[\($0.values.joined(separator: ", "))]" }
  }

  /// The expression that makes a machine, or `nil` if the user must write it.
  var text: String? {
    guard !refusals.isStartRefused, var text = machine.start.text else { return nil }
    // In place of a subclass that doesn't compile, the machine gets the class itself.
    for service in machine.samples.index.allServices
    where service.isObject && refusals.standIns[service.standIn] != nil {
      text = text.replacing("\(service.standIn)(", with: "\(service.path)(")
    }
    return refusals.refuseStandIn(in: text) ? nil : text
  }

  /// The delegates and functions to set in a machine that was made.
  private var settings: [(property: String, value: String)] {
    machine.start.settings.filter {
      !refusals.settings.contains($0.property) && !refusals.refuseStandIn(in: $0.value)
    }
  }

  /// The function that makes a machine, if that takes several lines or the user must write it; otherwise `nil`.
  var function: String? {
    let body: [String]
    if let text {
      let given = machine.start.given.map {
        "let \($0.name): \(machine.samples.text(of: $0.type)) = { \(Self.missing)\($0.name)\") }()"
      }
      guard text.contains("\n") || !settings.isEmpty || !given.isEmpty else { return nil }
      let set = settings.map { "machine.\($0.property) = \($0.value)" }
      let lines =
        set.isEmpty
        ? given + [(given.isEmpty ? "" : "return ") + text]
        : given + ["let machine = \(text)"] + set + ["return machine"]
      let role = machine.start.role?.parameter.name ?? ""
      body = lines.map { $0.replacing(MachineStart.placeOfRole, with: role) }
    } else {
      body = ["\(Self.missing)how a machine starts\")"]
    }
    return """

        /// Returns a machine that starts.
        \(machine.startsElsewhere ? "@\(machine.actor ?? "") " : "")private static func makeMachine(\(parameter)) -> \(subject) {
          \(body.joined(separator: "\n").replacing("\n", with: "\n    "))
        }

      """
  }

  private var parameter: String {
    guard arguments != nil, let role = machine.start.role?.parameter else { return "" }
    return "_ \(role.name): \(machine.samples.text(of: role.type))"
  }

  /// The beginning of the code in whose place the user must write something.
  static let missing = "fatalError(\"write here: "

  /// The code that makes a machine.
  var code: String { function ?? text ?? "" }

  /// The expression that makes a machine in the graph: a call of the function, if there is one.
  var call: String {
    guard function == nil else { return arguments == nil ? "makeMachine()" : "makeMachine($0)" }
    return (text ?? "").replacing(MachineStart.placeOfRole, with: "$0")
  }

  /// The type of what starts, in Swift.
  var subject: String {
    machine.type.id == machine.subject.id ? machine.name : machine.subject.path
  }
}
