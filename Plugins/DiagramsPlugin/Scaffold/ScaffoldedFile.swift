/// The file that says how a machine is run: its start, its state, and a step for each method.
struct ScaffoldedFile {
  /// The target that compiles the file.
  struct Place {
    /// The machine's module, or `nil` if the file belongs to it, too.
    let testableModule: String?
  }

  let machine: ScaffoldedMachine
  let place: Place
  private let refusals: Refusals
  private let start: ScaffoldedStart

  init(
    of machine: ScaffoldedMachine, in place: Place, without refusals: Refusals = Refusals()
  ) {
    self.machine = machine
    self.place = place
    self.refusals = refusals
    start = ScaffoldedStart(of: machine, without: refusals)
  }

  /// The code of an event's step.
  private struct Step {
    let event: String
    var code: String
    /// The types of which no sample is known, so that the step is a comment.
    var missing: [String] = []
  }

  /// Returns the file name for a type, such as `OuterInnerGraph.swift` for `Outer.Inner`.
  static func name(for path: [String]) -> String { path.joined() + "Graph.swift" }

  /// Returns the text of a new file, and a report about the file.
  func new() -> (text: String, report: ScaffoldReport) {
    var lists = SampleLists(of: machine, taken: [:], without: refusals)
    let added = machine.methods.flatMap { self.steps(of: $0, &lists) }
    let many = added.map(\.code).joined()
    // Formatters write no comma after the only element of a list.
    let steps = added.count == 1 && many.hasSuffix(",\n") ? String(many.dropLast(2)) + "\n" : many
    let isPackage = ([machine.type] + machine.samples.index.enclosingTypes(of: machine.type))
      .allSatisfy { ["public", "open", "package"].contains($0.accessLevel) }
    let isSeen = isPackage && place.testableModule == nil && !refusals.isHidden
    let actor = machine.type.isElsewhere ? nil : machine.actor
    let access = (actor.map { "@\($0) " } ?? "") + (isSeen ? "package " : "")
    var code = steps + lists.properties + start.code
    let standIns = StandIns(machine.samples, without: refusals).types(in: code)
    code += standIns.map(\.code).joined()
    var text = imports(lists, standIns.map(\.service), for: code).map { $0 + "\n" }.joined()
    text += """

      // Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
      // and events that have no step, not even one in a comment, and leaves everything else alone.

      \(attributes)extension \(machine.name) {
        /// The diagram of the machine, made by running it.
        \(access)static var \(graph): StateGraph {
          StateGraph(
      \(source)\
            steps: [
      \(withReplies(steps, to: code))      ]\(machine.options.text)
      \(environment)  }
      \(start.function ?? "")\(functions)\(code.contains("promise()") ? Self.promise : "")\(lists.properties)}
      \(guardOfEvents(&lists))\(standIns.map(\.code).joined())
      """
    var report = report(added, lists, text)
    report.isHidden = !isSeen && place.testableModule == nil
    return (text, report)
  }

  /// Returns the text of an existing file with steps for the methods that it doesn't call, and a report.
  func updated(_ existing: String, path: String) throws(ScaffoldError) -> (
    text: String, report: ScaffoldReport
  ) {
    var file = ExistingFile(existing)
    var lists = SampleLists(of: machine, taken: file.properties, without: refusals)
    let added = machine.methods.flatMap { method in
      let isKnown =
        method.declaration.isProperty
        ? file.names(method.event) : file.calls(method.declaration)
      guard isKnown else { return self.steps(of: method, &lists) }
      // A file without `hasStep` may try the events in another way, such as with `allCases`.
      guard file.hasGuardOfEvents else { return [] }
      return (eventSteps(of: method, &lists) ?? []).filter { !file.names($0.event) }
    }
    let steps = added.map(\.code).joined()
    if !added.isEmpty {
      guard file.append(steps: steps) else { throw .noListOfSteps(path) }
      for method in machine.eventMethods {
        file.append(events: added.map(\.event), of: lists.text(of: method.parameters[0]))
      }
      var code = steps + lists.properties
      let standIns = StandIns(machine.samples, without: refusals).types(in: code).filter {
        !existing.contains(" \($0.service.standIn):")
      }
      code += standIns.map(\.code).joined()
      file.append(
        imports: imports(lists, standIns.map(\.service), for: code)
          .filter { !existing.contains($0) })
      let isNew = code.contains("promise()") && !existing.contains("func promise<")
      let members = (isNew ? Self.promise : "") + lists.properties
      if !members.isEmpty {
        file.append("\n\(attributes)extension \(machine.name) {\n\(members.dropFirst())}\n")
      }
      if !standIns.isEmpty { file.append(standIns.map(\.code).joined()) }
    }
    var report = report(added, lists, file.text)
    report.isUpdate = true
    report.gone = file.callsToNone(of: machine.members)
    return (file.text, report)
  }

  /// The functions that name the state and actions, or take results apart.
  private var functions: String {
    let all = [machine.state.function] + machine.methods.map(\.result.function)
    return all.compactMap { $0 }.uniqued().joined() + (machine.channel?.holder ?? "")
  }

  /// A comment about the events that answer an action.
  private var environment: String {
    guard !machine.answers.isEmpty else { return "" }
    let promises = machine.answers.map { answer in
      "    //   .only(\"\(answer.event)\", after: \"\(answer.action)\")"
    }
    return "    // For the traps that others can reach, in the list of diagrams: \(graph).within(\n"
      + promises.joined(separator: ",\n") + ")\n"
  }

  private var availability: String {
    machine.sources.availability(of: machine.type).map { $0 + "\n" }.joined()
  }

  /// The attributes of the machine's extensions, whose members nobody must wait for.
  private var attributes: String {
    availability + (machine.type.isElsewhere && !machine.type.isActor ? "nonisolated " : "")
  }

  private var graph: String {
    machine.members.contains { $0.name == "graph" } ? "stateGraph" : "graph"
  }

  private var source: String {
    guard machine.isMadeAnew else {
      guard let arguments = start.arguments else {
        return line(".value(\(start.call))", machine.state.text, indent: 6)
      }
      return line(
        ".value(with: \(arguments), state: { \(machine.state.text) })", start.call, indent: 6)
    }
    guard machine.channel != nil else {
      let roles = start.arguments.map { ", with: \($0)" } ?? ""
      return line(
        ".made(state: { \(machine.state.text) }\(roles))",
        (machine.startsElsewhere ? "await " : "") + start.call, indent: 6)
    }
    var state = machine.state.text
    if let place = state.firstRange(of: "$0") { state.replaceSubrange(place, with: "$0.handler") }
    return line(
      ".made(state: { \(state) })", "InChannel(\(start.call))", indent: 6)
  }

  /// The code of a function that makes an argument.
  private static let promise = """

      /// Returns a promise that nobody must keep.
      private static func promise<Value>() -> EventLoopPromise<Value> {
        let promise = EmbeddedEventLoop().makePromise(of: Value.self)
        _ = Unmanaged.passRetained(promise.futureResult)
        return promise
      }

    """

  // MARK: Steps

  /// Returns steps followed by those in which the calls in code return or throw.
  private func withReplies(_ steps: String, to code: String) -> String {
    let held = machine.members.compactMap(\.type).filter { type in
      // What stands in for a service never sleeps.
      let symbol = machine.samples.index.resolved(type.unwrapped)
      return symbol.map { !code.contains("\($0.standIn)(") } ?? true
    }
    let replies = StandIns.replies(
      in: machine.name + code, sleeping: machine.sources.sleeps(machine.type, holding: held))
    let timers = machine.timers.map { timer in
      line(".step(\"\(timer.name) fires\")", "\(timer.code)?.fire()")
    }
    guard !replies.isEmpty || !timers.isEmpty else { return steps }
    let last = steps.hasSuffix(",\n") ? steps : steps.dropLast() + ",\n"
    return last + timers.joined()
      + replies.map { reply in
        "        .returns(\"\(reply.name)\"),\n"
          + (reply.canThrow ? "        .throws(\"\(reply.name)\"),\n" : "")
      }.joined()
  }

  /// Returns the steps of a method: one, or one for each case of the event that the method takes.
  ///
  /// A step that the compiler refused is a comment.
  private func steps(
    of method: ScaffoldedMachine.Method, _ lists: inout SampleLists
  ) -> [Step] {
    var more = lists
    let steps =
      eventSteps(of: method, &more) ?? [Step(event: method.event, code: step(method, &more))]
    // The lists of a refused step may not compile.
    if steps.contains(where: { refusals.steps[$0.event] == nil }) { lists = more }
    return steps.map { step in
      guard refusals.steps[step.event] != nil else { return step }
      let lines = step.code.split(separator: "\n").map { "        // \($0.dropFirst(8))\n" }
      return Step(event: step.event, code: lines.joined())
    }
  }

  /// Returns a step for each case of the event that a method takes.
  ///
  /// Returns `nil` for the other methods of the machine, or if the user must write samples of the event.
  private func eventSteps(
    of method: ScaffoldedMachine.Method, _ lists: inout SampleLists
  ) -> [Step]? {
    guard machine.eventMethods.contains(where: { $0.event == method.event }),
      let cases = lists.cases(of: method.parameters[0])
    else { return nil }
    let parameter = method.parameters[0]
    let prefix = machine.prefix(ofEventsOf: method)
    let label = parameter.label.map { "\($0): " } ?? ""
    let type = lists.text(of: parameter)
    let hasTwin = machine.methods.count { $0.declaration.title == method.declaration.title } > 1
    return cases.map { event in
      let name = prefix + event.name
      // Several methods with one title are told apart by the type of the event.
      let values = event.values.map { hasTwin && $0.hasPrefix(".") ? type + $0 : $0 }
      guard !values.isEmpty else {
        let call = method.call(["\(label).\(event.name)(…)"])
        let step = line(".step(\"\(name)\")", call, of: method)
        let types = event.missing.joined(separator: ", ")
        let lines = step.split(separator: "\n").map { "        // \($0.dropFirst(8))\n" }
        return Step(
          event: name,
          code: "        // Write a value: no sample is known of \(types).\n" + lines.joined(),
          missing: event.missing)
      }
      let argument = values.count == 1 ? values[0] : "$1"
      let call = method.call([label + argument])
      guard values.count > 1 else {
        return Step(event: name, code: line(".step(\"\(name)\")", call, of: method))
      }
      let list = "[\(values.joined(separator: ", "))] as [\(type)]"
      let head = ".step(\"\(name)\", with: \(list))"
      guard head.count > 90 || refusals.inLines.contains(name) else {
        return Step(event: name, code: line(head, call, of: method))
      }
      let lines = values.map { "            \($0),\n" }.joined()
      let rest =
        method.isAwaited
        ? "] as [\(type)],\n          awaiting: { \(call) }\n        ),\n"
        : "] as [\(type)]\n        ) { \(call) },\n"
      return Step(
        event: name,
        code: """
                  .step(
                    "\(name)",
                    with: [
          \(lines)          \(rest)
          """)
    }
  }

  /// Returns the code of a function that doesn't compile if an event has no step.
  ///
  /// The code is empty unless the machine has methods that take events, and samples of these are known.
  private func guardOfEvents(_ lists: inout SampleLists) -> String {
    // Two methods may take the same events.
    machine.eventMethods.map { guardOfEvents(of: $0.parameters[0], &lists) }.uniqued().joined()
  }

  private func guardOfEvents(of event: SwiftParameter, _ lists: inout SampleLists) -> String {
    guard let cases = lists.cases(of: event) else { return "" }
    return """

      // An event that has no step above doesn't compile here: run `scaffold` again.
      \(availability)private func \(ExistingFile.guardOfEvents)(_ event: \(lists.text(of: event))) {
        switch event {
        case \(cases.map { ".\($0.name)" }.joined(separator: ", ")): break
        }
      }

      """
  }

  private func step(_ method: ScaffoldedMachine.Method, _ lists: inout SampleLists) -> String {
    // An argument without samples keeps its default, and so does one with a default such as `#line`.
    let parameters = method.parameters.filter { parameter in
      !parameter.hasDefault
        || !parameter.isPlaceOfCall
          && !machine.samples.samples(of: parameter).values.isEmpty
    }
    let tried = parameters.filter { lists.fixed($0) == nil }
    let tuple = tried.contains(where: \.isInout) ? "arguments" : "$1"
    let arguments = parameters.map { parameter in
      var value = tried.count == 1 ? tuple : "\(tuple).\(parameter.name)"
      if parameter.isInout { value = "&\(parameter.name)" }
      return (parameter.label.map { "\($0): " } ?? "") + (lists.fixed(parameter) ?? value)
    }
    let call = method.call(arguments)
    guard !tried.isEmpty else { return line(".step(\"\(method.event)\")", call, of: method) }
    let named = tried.count == 1 ? name(of: tried[0], for: method) : ""
    let head = ".step(\"\(method.event)\", with: \(lists.list(of: tried, for: method))\(named))"
    let variables = tried.filter(\.isInout)
    guard !variables.isEmpty else { return line(head, call, of: method) }
    let indent = "        "
    let copies = variables.map { variable in
      let value = tried.count == 1 ? "arguments" : "arguments.\(variable.name)"
      return "\(indent)  var \(variable.name) = \(value)\n"
    }
    let closure = closure(after: head, of: method)
    return "\(indent)\(closure.head) { machine, arguments in\n\(copies.joined())"
      + "\(indent)  return \(method.call(arguments, on: "machine"))\n\(indent)}\(closure.end),\n"
  }

  /// Returns the code that names the only argument of a step, if conditions don't name its parts.
  private func name(of parameter: SwiftParameter, for method: ScaffoldedMachine.Method) -> String {
    let name = parameter.name.unquoted
    let type = machine.samples.index.resolved(parameter.type)
    let hasParts =
      type?.kind.identifier == "swift.struct" && type.map(machine.samples.index.declares) == true
    return hasParts || ["_", method.event].contains(name) ? "" : ", named: \"\(name)\""
  }

  /// Returns a call with a closure at its end on one line, or on three if one would be too long.
  private func line(
    _ head: String, _ body: String, of method: ScaffoldedMachine.Method? = nil, indent: Int = 8
  ) -> String {
    let indent = String(repeating: " ", count: indent)
    let (head, end) = closure(after: head, of: method)
    let line = "\(indent)\(head) { \(body) }\(end),\n"
    let lines = body.replacing("\n", with: "\n\(indent)  ")
    if line.count <= 100, lines == body { return line }
    guard indent.count + head.count > 98, let open = head.firstIndex(of: "(") else {
      return "\(indent)\(head) {\n\(indent)  \(lines)\n\(indent)}\(end),\n"
    }
    // The arguments get a line of their own.
    let (start, arguments) = (head[...open], head[head.index(after: open)...])
    guard end.isEmpty else {
      return "\(indent)\(start)\n\(indent)  \(arguments) {\n\(indent)    \(lines)\n"
        + "\(indent)  }\n\(indent)\(end),\n"
    }
    return "\(indent)\(start)\n\(indent)  \(arguments.dropLast())\n\(indent)) {\n"
      + "\(indent)  \(lines)\n\(indent)},\n"
  }

  /// Returns the texts around a closure, which is an argument if a step waits for a method.
  private func closure(
    after head: String, of method: ScaffoldedMachine.Method?
  ) -> (head: String, end: String) {
    method?.isAwaited == true ? ("\(head.dropLast()), awaiting:", ")") : (head, "")
  }

  private func report(
    _ steps: [Step], _ lists: SampleLists, _ text: String
  ) -> ScaffoldReport {
    let written = steps.filter { refusals.steps[$0.event] == nil && $0.missing.isEmpty }
    var report = ScaffoldReport(
      machine: machine, added: written.map(\.event),
      unwritten: steps.filter { !$0.missing.isEmpty }.map { ($0.event, $0.missing) },
      placeholders: lists.placeholders, text: text)
    report.refusals = refusals
    return report
  }
}
