/// The messages about a scaffolded file.
struct ScaffoldReport {
  let machine: ScaffoldedMachine
  /// The steps that are new in the file.
  let added: [String]
  let placeholders: [SampleLists.Placeholder]
  let text: String
  var isUpdate = false
  /// A Boolean value that indicates whether only the machine's module and its tests can see the graph.
  var isHidden = false
  /// The methods that the file calls, but that the machine doesn't have.
  var gone: [String] = []

  /// The lines to print.
  func lines(path: String) -> [String] {
    var lines: [String] = []
    let steps = "\(added.count) \(added.count == 1 ? "step" : "steps")"
    let names = added.joined(separator: ", ")
    if !isUpdate {
      lines.append("wrote \(path): \(steps) of \(machine.name): \(names)")
    } else if added.isEmpty {
      let subject = machine.event == nil ? "method" : "event"
      lines.append(
        "\(path) has a step for each \(subject) of \(machine.name); nothing was written")
    } else {
      lines.append("wrote \(path): \(steps) more of \(machine.name): \(names)")
    }
    if isHidden {
      lines.append(
        "to check: only this module and its tests see the graph of \(machine.name); for a target that draws, "
          + "write `package` before the type and before `static var graph`")
    }
    for title in gone {
      lines.append("\(path): \(title) is gone from \(machine.name); take its step out")
    }
    if machine.start == nil, !isUpdate {
      let example = machine.isMadeAnew ? "make: { … }" : "of: …"
      lines.append(
        "to write: how a machine starts, where the diagram is drawn: \(machine.name).graph(\(example))"
      )
    }
    for placeholder in placeholders {
      let types = placeholder.missing.joined(separator: " or ")
      lines.append(
        "to write: \(line(of: placeholder.property, in: path)): "
          + (placeholder.isEmpty
            ? "one \(types) or more; until then, not tried: "
              + placeholder.steps.joined(separator: ", ")
            : "values with \(types); no sample is known"))
    }
    lines += isUpdate ? [] : machine.state.notes.map { "to check: \($0)" }
    lines += isUpdate ? [] : machine.leftOut.map { "left out: \($0.title) \($0.reason)" }
    return lines
  }

  private func line(of property: String, in path: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let number = lines.firstIndex { $0.contains("static var \(property):") }
    return number.map { "\(path):\($0 + 1)" } ?? path
  }
}
