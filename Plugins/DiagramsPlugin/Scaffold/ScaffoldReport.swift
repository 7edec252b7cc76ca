/// The messages about a scaffolded file.
struct ScaffoldReport {
  let machine: ScaffoldedMachine
  /// The steps that are new in the file.
  let added: [String]
  /// The events whose steps the user must write, and the types of which no sample is known.
  let unwritten: [(event: String, types: [String])]
  let placeholders: [SampleLists.Placeholder]
  let text: String
  var isUpdate = false
  /// A Boolean value that indicates whether only the machine's module and its tests can see the graph.
  var isHidden = false
  /// What the compiler refused, so that the file is written without it.
  var refusals = Refusals()
  /// The errors that remain.
  var errors: [CompilerError] = []
  /// The methods that the file calls, but that the machine doesn't have.
  var gone: [String] = []

  /// The lines to print.
  func lines(path: String) -> [String] {
    var lines: [String] = []
    let steps = "\(added.count) \(added.count == 1 ? "step" : "steps")"
    let names = Self.few(added)
    if !isUpdate {
      lines.append("wrote \(path): \(steps) of \(machine.name): \(names)")
    } else if added.isEmpty {
      let subject = machine.eventMethods.isEmpty ? "method" : "event"
      lines.append(
        "\(path) has a step for each \(subject) of \(machine.name); nothing was written")
    } else {
      lines.append("wrote \(path): \(steps) more of \(machine.name): \(names)")
    }
    if isHidden {
      lines.append(
        "to check: only this module sees the graph of \(machine.name); a target that draws writes "
          + "`@testable import`, or write `package` before the type and before `static var graph`")
    }
    for title in gone {
      lines.append("\(path): \(title) is gone from \(machine.name); take its step out")
    }
    if let start = ScaffoldedStart(of: machine, without: refusals).function,
      start.contains(ScaffoldedStart.missing), !isUpdate
    {
      lines.append(
        "to write: \(line(with: ScaffoldedStart.missing, in: path)): how a machine starts; until then, nothing is drawn"
      )
      if let hidden = machine.hiddenInitializer { lines.append("to write: \(hidden)") }
    }
    if let clock = machine.clock, !isUpdate {
      lines.append(
        "to check: the start leaves \(clock) as it is, and no time goes by in a step; pass one that a step moves"
      )
    }
    for placeholder in placeholders {
      let types = Self.few(placeholder.missing)
      lines.append(
        "to write: \(line(with: "static var \(placeholder.property):", in: path)): "
          + (placeholder.isEmpty
            ? "one \(types) or more; until then, not tried: " + Self.few(placeholder.steps)
            : "values with \(types); no sample is known"))
    }
    lines += unwritten.map { event, types in
      "to write: \(line(with: "// .step(\"\(event)\"", in: path)): a value of \(event), for which no "
        + "sample is known of \(Self.few(types))"
    }
    // A file that others edited isn't written without what doesn't compile.
    lines += errors.map { "to mend: \(path):\($0.line): \($0.message)" }
    lines += refusals.steps.sorted { $0.key < $1.key }.map {
      "to mend: \(line(with: "// .step(\"\($0.key)\"", in: path)): the step doesn't compile: \($0.value)"
    }
    lines += refusals.standIns.sorted { $0.key < $1.key }.map {
      "left out: \($0.key), which doesn't compile: \($0.value)"
    }
    for (type, values) in refusals.values.sorted(by: { $0.key < $1.key }) {
      let message = values.sorted { $0.key < $1.key }[0]
      lines.append(
        "left out: \(message.key)\(values.count > 1 ? " and \(values.count - 1) more" : "") of "
          + "\(type), which doesn't compile: \(message.value)")
    }
    let notes =
      machine.state.notes.map { "to check: \($0)" } + machine.methods.compactMap(\.result.note)
    for note in notes where !isUpdate && !lines.contains(note) { lines.append(note) }
    lines += isUpdate ? [] : machine.leftOut.map { "left out: \($0.title) \($0.reason)" }
    return lines
  }

  /// Returns names, or three of them and a number if all would make a long line.
  static func few(_ names: [String]) -> String {
    let all = names.joined(separator: ", ")
    guard all.count > 100, names.count > 4 else { return all }
    return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
  }

  private func line(with part: String, in path: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let number = lines.firstIndex { $0.contains(part) }
    return number.map { "\(path):\($0 + 1)" } ?? path
  }
}
