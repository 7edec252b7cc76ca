/// The graph of a machine in Swift, with a step for each method that can change it.
///
/// All of it is what the compiler knows. Where values are needed, there is an empty list of their type, which the owner
/// of the machine fills.
struct WrittenGraph {
  private(set) var text = ""
  /// The machine as an entry of a catalog, if all of its events are known and anybody can read its state.
  private(set) var entry: String?
  /// What the owner has to know, in sentences.
  private(set) var notes: [String] = []

  private let code: CheckedCode
  private let machine: String
  private let type: CheckedCode.Declaration
  /// The modules that the graph needs beside that of the machine.
  private(set) var imports: Set<String> = ["SchematicGraph"]
  /// Whether everybody can reach the machine and its methods, and not only `@testable` code.
  private(set) var isSeen = false

  /// Writes the graph of the type that somebody calls `Upload`, `Upload.Machine` or `App.Upload`.
  init(of written: String, in code: CheckedCode) throws {
    let all = code.types.keys.sorted()
    let exact = all.filter { CheckedCode.short($0) == written || $0 == written }
    let names =
      exact.isEmpty ? all.filter { CheckedCode.short($0).hasSuffix(".\(written)") } : exact
    guard let name = names.first, let type = code.types[name] else {
      let near = SpellingSuggestion.nearest(to: written, in: all.map(CheckedCode.short))
        .map { "; did you mean \($0)?" }
      throw Refusal("no type of this package is called \(written)\(near ?? "")")
    }
    guard names.count == 1 else {
      throw Refusal("several types are called \(written): \(names.joined(separator: ", "))")
    }
    if let place = type.hidden {
      throw Refusal("other files can't see \(written): take the word private out, \(place.line)")
    }
    guard !type.marks.contains("generic_signature") else {
      throw Refusal("\(name) is generic: wrap one whose arguments are known, and draw that")
    }
    guard type.kind == "class_decl" || type.marks.contains("s:s8CopyableP") else {
      throw Refusal("\(name) is ~Copyable: only its owner can tell its state")
    }
    (self.code, self.machine, self.type) = (code, name, type)
    write()
  }

  private mutating func write() {
    let members = code.members(of: machine)
    let methods = members.filter { $0.isMethod(changing: type) }
    // What one method takes is the event; what several take may be anything.
    let steps = methods.flatMap { method in
      methods.count == 1 ? cases(taken: method) ?? [step(method)] : [step(method)]
    }
    if steps.isEmpty { notes.append("no method that other files can call changes \(machine)") }
    let start = start(members)
    isSeen = (methods + [type]).allSatisfy { !$0.marks.isDisjoint(with: ["public", "open"]) }
    let others = imports.subtracting([type.module]).union(isSeen ? [type.module] : []).sorted()
    entry = methods.count == 1 ? entry(methods[0], members) : nil
    text = """
      \(others.map { "import \($0)\n" }.joined())\(isSeen ? "" : "\n@testable import \(type.module)\n")
      \(type.marks.contains("$sScMD") ? "@MainActor " : "")let \(variable) = StateGraph(
        \(start),
        steps: [
      \(steps.map { "    \($0)\n" }.joined())  ])

      """
  }

  /// The name of the variable that holds the graph.
  var variable: String { type.name.prefix(1).lowercased() + type.name.dropFirst() + "Graph" }

  /// The module of the machine, and the name of its type.
  var module: String { type.module }
  var name: String { type.name }

  /// Returns an entry for a machine whose only method takes an enum that carries nothing; `nil` for another.
  private func entry(
    _ method: CheckedCode.Declaration, _ members: [CheckedCode.Declaration]
  ) -> String? {
    let cases = events(taken: method) ?? []
    let states = states(among: members)
    let effects = Self.effects(of: code.names[method.type] ?? "")
    guard !cases.isEmpty, cases.allSatisfy(\.parameters.isEmpty), states.count == 1,
      initializer(among: members).map({ needed($0).isEmpty }) == true,
      states[0].hidden == nil, !effects.contains("async"), !type.marks.contains("actor")
    else { return nil }
    let label = method.parameters[0].label.map { "\($0): " } ?? ""
    let list = cases.map { ".\($0.name)" }.joined(separator: ", ")
    let call = "\(effects.contains("throws") ? "try " : "")$0.\(method.name)(\(label)$1)"
    return
      "Diagram(of: \(CheckedCode.short(machine))(), state: \\.\(states[0].name), events: [\(list)]) { \(call) }"
  }

  /// Returns the stored properties that are enums.
  private func states(among members: [CheckedCode.Declaration]) -> [CheckedCode.Declaration] {
    members.filter {
      $0.isStored && code.types[CheckedCode.bare(code.names[$0.type] ?? "")]?.kind == "enum_decl"
    }
  }

  /// Returns the cases of the enum that a method takes; `nil` if it takes something else.
  private func events(taken method: CheckedCode.Declaration) -> [CheckedCode.Declaration]? {
    guard method.parameters.count == 1,
      case let event = CheckedCode.bare(code.names[method.parameters[0].type] ?? ""),
      code.types[event]?.kind == "enum_decl"
    else { return nil }
    return code.members(of: event).filter { $0.kind == "enum_element_decl" }
  }

  /// Returns the initializer that needs the fewest values, or `nil` if other files can't call any.
  private func initializer(
    among members: [CheckedCode.Declaration]
  ) -> CheckedCode.Declaration? {
    members.filter { $0.kind == "constructor_decl" && $0.hidden == nil }
      .min { needed($0).count < needed($1).count }
  }

  private func needed(_ initializer: CheckedCode.Declaration) -> [CheckedCode.Parameter] {
    initializer.parameters.filter { $0.marks.isDisjoint(with: ["default_arg", "variadic"]) }
  }

  /// Returns the expression that makes the machine.
  private mutating func start(_ members: [CheckedCode.Declaration]) -> String {
    let state = type.kind == "enum_decl" ? "{ ReflectedState($0) }" : state(of: members)
    guard let initializer = initializer(among: members) else {
      return ".made(state: \(state), with: [] as [\(type.name)]) { $0 }"
    }
    let values = needed(initializer)
    let call = "\(written(machine))(\(arguments(values, "$0")))"
    return values.isEmpty
      ? ".value(\(call)) \(state)"
      : ".made(state: \(state), with: \(list(of: values))) { \(call) }"
  }

  /// Returns the function that tells the state, if only one property of the machine can.
  private mutating func state(of members: [CheckedCode.Declaration]) -> String {
    let enums = states(among: members)
    if enums.count == 1 {
      let property = enums[0].name == "state" ? "" : ", property: \"\(enums[0].name)\""
      return "{ ReflectedState(of: $0\(property)) }"
    }
    notes.append(
      "which property is the state? Write ReflectedState(of: $0, property: \"…\"); "
        + "there are \(members.filter(\.isStored).map(\.name).joined(separator: ", "))")
    return "{ _ in ReflectedState(\"\(type.name)\") }"
  }

  /// Returns a step for each case of the enum that a method takes; `nil` if it takes something else.
  private mutating func cases(taken method: CheckedCode.Declaration) -> [String]? {
    events(taken: method)?.map { element in
      let values = element.parameters.isEmpty ? "" : "(\(arguments(element.parameters, "$1")))"
      let label = method.parameters[0].label.map { "\($0): " } ?? ""
      return step(
        element.name, taking: element.parameters, method, "\(label).\(element.name)\(values)")
    }
  }

  private mutating func step(_ method: CheckedCode.Declaration) -> String {
    let marks = method.parameters.reduce(method.marks) { $0.union($1.marks) }
    guard marks.isDisjoint(with: ["generic_signature", "inout", "autoclosure"]) else {
      return "// \(method.fullName) is generic, or changes its argument: no list has its values."
    }
    return step(method.name, taking: method.parameters, method, arguments(method.parameters, "$1"))
  }

  private mutating func step(
    _ name: String, taking parameters: [CheckedCode.Parameter], _ method: CheckedCode.Declaration,
    _ arguments: String
  ) -> String {
    let effects = Self.effects(of: code.names[method.type] ?? "")
    let waiting = effects.contains("async") ? "await " : ""
    let call =
      "{ \(effects.contains("throws") ? "try " : "")\(waiting)$0.\(method.name)(\(arguments)) }"
    let list = parameters.isEmpty ? "" : ", with: \(list(of: parameters))"
    // Whoever calls an actor waits for it.
    let waits = effects.contains("async") || type.marks.contains("actor")
    if waits { imports.insert("SchematicMachines") }
    return waits
      ? ".step(\"\(name)\"\(list), awaiting: \(call))," : ".step(\"\(name)\"\(list)) \(call),"
  }

  /// Returns the arguments of a call, which a closure gets as one value.
  private func arguments(_ parameters: [CheckedCode.Parameter], _ value: String) -> String {
    parameters.enumerated().map { place, parameter in
      let part =
        parameters.count == 1 ? "" : ".\(parameter.name ?? parameter.label ?? String(place))"
      return (parameter.label.map { "\($0): " } ?? "") + value + part
    }.joined(separator: ", ")
  }

  private mutating func list(of parameters: [CheckedCode.Parameter]) -> String {
    let types = parameters.map { parameter in
      let type = written(code.names[parameter.type] ?? "")
      return parameter.marks.contains("variadic") ? String(type.dropFirst().dropLast()) : type
    }
    if types.count == 1 { return "[] as [\(types[0])]" }
    let parts = zip(parameters, types).map { parameter, type in
      ((parameter.name ?? parameter.label).map { "\($0): " } ?? "") + type
    }
    return "[] as [(\(parts.joined(separator: ", ")))]"
  }

  /// Returns a type without the modules, which are imported.
  private mutating func written(_ type: String) -> String {
    var (text, name) = ("", "")
    for character in type + " " {
      guard !character.isLetter, !character.isNumber, !"_.".contains(character) else {
        name.append(character)
        continue
      }
      let parts = name.split(separator: ".", maxSplits: 1)
      // The compiler imports the standard library, and calls C's module by no name that can be imported.
      if parts.count == 2, !["Swift", "__C"].contains(parts[0]) {
        imports.insert(String(parts[0]))
      }
      text += "\(parts.last ?? "")\(character)"
      name = ""
    }
    return String(text.dropLast())
  }

  /// Returns `async` and `throws` of a method, whose type is `(inout App.Upload) -> (Swift.Int) async throws -> ()`.
  private static func effects(of type: String) -> String {
    var rest = type
    while rest.contains("(") { rest = rest.replacing(/\([^()]*\)/, with: "") }
    return rest.split(separator: "->").dropFirst().first.map(String.init) ?? ""
  }
}
