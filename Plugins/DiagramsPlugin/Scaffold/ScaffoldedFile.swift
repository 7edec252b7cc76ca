/// The file that says how a machine is run: its start, its state, and a step for each method.
struct ScaffoldedFile {
  /// What the file is compiled with.
  struct Place {
    /// The module of the machine if the file is in another one.
    let testableModule: String?
  }

  private let machine: ScaffoldedMachine
  private let place: Place

  init(of machine: ScaffoldedMachine, in place: Place) {
    self.machine = machine
    self.place = place
  }

  /// Returns the name of the file of a type, by the names of the type and of those around it.
  static func name(for path: [String]) -> String { path.joined() + "Graph.swift" }

  /// The text of a new file, and what to say about it.
  func new() -> (text: String, report: ScaffoldReport) {
    var lists = SampleLists(of: machine, taken: [:])
    let many = machine.methods.map { step($0, &lists) }.joined()
    // As formatters write a list of one.
    let steps = machine.methods.count == 1 ? String(many.dropLast(2)) + "\n" : many
    let isPackage = ([machine.type] + machine.samples.index.enclosingTypes(of: machine.type))
      .allSatisfy { ["public", "open", "package"].contains($0.accessLevel) }
    let access = isPackage && place.testableModule == nil ? "package " : ""
    var text = imports(lists).map { $0 + "\n" }.joined()
    text += """

      // Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
      // that have no step, not even one in a comment, and leaves everything else alone.

      extension \(machine.name) {
        /// The diagram of the machine, made by running it.
        \(access)static \(header)
          StateGraph(
            \(start),
      \(line("state:", machine.state.text, indent: 6))\
            steps: [
      \(steps)      ])
        }
      \(machine.state.function ?? "")\(lists.properties)}

      """
    text += lists.helpers(in: text)
    return (text, report(machine.methods, lists, text))
  }

  /// The text of an existing file with steps for the methods that it lacks, and what to say about it.
  func updated(_ existing: String, path: String) throws(ScaffoldError) -> (
    text: String, report: ScaffoldReport
  ) {
    var file = ExistingFile(existing)
    let missing = machine.methods.filter { !file.calls($0.declaration) }
    var lists = SampleLists(of: machine, taken: file.properties)
    let steps = missing.map { step($0, &lists) }.joined()
    if !missing.isEmpty {
      guard file.append(steps: steps) else { throw .noListOfSteps(path) }
      file.append(imports: imports(lists).filter { !existing.contains($0) })
      if !lists.properties.isEmpty {
        file.append("\nextension \(machine.name) {\n\(lists.properties.dropFirst())}\n")
      }
      file.append(lists.helpers(in: steps + lists.properties, except: existing))
    }
    var report = report(missing, lists, file.text)
    report.isUpdate = true
    report.gone = file.callsToNone(of: machine.members)
    return (file.text, report)
  }

  private var graph: String {
    machine.members.contains { $0.name == "graph" } ? "stateGraph" : "graph"
  }

  private var header: String {
    guard machine.start == nil else { return "var \(graph): StateGraph {" }
    return machine.isMadeAnew
      ? "func \(graph)(make: () -> \(machine.name)) -> StateGraph {"
      : "func \(graph)(of machine: \(machine.name)) -> StateGraph {"
  }

  private var start: String {
    if machine.isMadeAnew { return "make: \(machine.start.map { "{ \($0) }" } ?? "make")" }
    return "of: \(machine.start ?? "machine")"
  }

  private func imports(_ lists: SampleLists) -> [String] {
    var modules = machine.sources.imports(of: machine.type)
    for type in lists.types {
      modules += machine.sources.imports(of: type)
      guard let module = type.module, module != machine.type.module,
        !modules.contains(where: { $0.split(separator: " ").last == module[...] })
      else { continue }
      modules.append("import \(module)")
    }
    modules.append("import SchematicGraph")
    if let module = place.testableModule { modules.append("@testable import \(module)") }
    // Files may import a module in several ways: the one that says most is enough.
    let ways = Dictionary(grouping: Set(modules)) { way in
      way.hasPrefix("#") ? way : way.split(separator: " ").last.map(String.init) ?? way
    }
    let imports = ways.values.compactMap { $0.max { ($0.count, $0) < ($1.count, $1) } }
    // An `#if` and tests come last, as formatters order them.
    let order: (String) -> Int = { $0.hasPrefix("@") ? 2 : $0.hasPrefix("#") ? 1 : 0 }
    return imports.sorted { (order($0), $0) < (order($1), $1) }
  }

  // MARK: Steps

  private func step(_ method: ScaffoldedMachine.Method, _ lists: inout SampleLists) -> String {
    let declaration = method.declaration
    // A default stands for an argument without samples.
    let parameters = declaration.parameters.filter { parameter in
      !parameter.hasDefault
        || !parameter.isPlaceOfCall
          && !machine.samples.samples(of: parameter.type).values.isEmpty
    }
    let tried = parameters.filter { lists.fixed($0) == nil }
    let tuple = tried.contains(where: \.isInout) ? "arguments" : "$1"
    let arguments = parameters.map { parameter in
      var value = tried.count == 1 ? tuple : "\(tuple).\(parameter.name)"
      if parameter.isInout { value = "&\(parameter.name)" }
      return (parameter.label.map { "\($0): " } ?? "") + (lists.fixed(parameter) ?? value)
    }
    let call = "\(declaration.name)(\(arguments.joined(separator: ", ")))"
    let attempt = declaration.canThrow ? "try " : ""
    guard !tried.isEmpty else { return line(".step(\"\(method.event)\")", "\(attempt)$0.\(call)") }
    let head = ".step(\"\(method.event)\", with: \(lists.list(of: tried, for: method)))"
    let variables = tried.filter(\.isInout)
    guard !variables.isEmpty else { return line(head, "\(attempt)$0.\(call)") }
    let indent = "        "
    let copies = variables.map { variable in
      let value = tried.count == 1 ? "arguments" : "arguments.\(variable.name)"
      return "\(indent)  var \(variable.name) = \(value)\n"
    }
    return "\(indent)\(head) { machine, arguments in\n\(copies.joined())"
      + "\(indent)  return \(attempt)machine.\(call)\n\(indent)},\n"
  }

  /// Returns an argument that is a closure on one line, or on three if that is too long.
  private func line(_ head: String, _ body: String, indent: Int = 8) -> String {
    let indent = String(repeating: " ", count: indent)
    let line = "\(indent)\(head) { \(body) },\n"
    return line.count <= 100 ? line : "\(indent)\(head) {\n\(indent)  \(body)\n\(indent)},\n"
  }

  private func report(
    _ methods: [ScaffoldedMachine.Method], _ lists: SampleLists, _ text: String
  ) -> ScaffoldReport {
    ScaffoldReport(
      machine: machine, added: methods.map(\.event), placeholders: lists.placeholders, text: text)
  }
}
