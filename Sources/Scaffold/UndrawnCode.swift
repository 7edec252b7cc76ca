/// The methods of drawn machines that no graph calls, and the cases that lists of them lack.
struct UndrawnCode {
  struct Finding {
    /// The name for an exception, such as `Upload.cancel`.
    let name: String
    let place: CheckedCode.Place
    let text: String
  }

  /// The findings, by the compiler's names of the declarations.
  private(set) var findings: [String: Finding] = [:]
  /// The machines whose methods no graph calls by name.
  private(set) var unseen: [String] = []
  private(set) var methodCount = 0
  private(set) var listCount = 0
  private let code: CheckedCode

  /// The machines that are drawn, with the declarations that draw them.
  let machines: [String: Set<String>]

  /// - Parameters:
  ///   - code: The code of the graphs and of the machines.
  ///   - isNear: Whether a module belongs to the package, or to one beside it.
  init(in code: CheckedCode, isNear: (_ module: String) -> Bool) {
    self.code = code
    machines = Self.machines(in: code, isNear)
    for (machine, roots) in machines { check(machine, drawnBy: roots) }
    for (usr, list) in code.declarations where list.isListOfCases {
      check(
        list.type, listedIn: reached(from: [usr]),
        as: list.kind == "argument" ? "a graph's list of events" : "its graphCases")
    }
  }

  /// The generic types whose first argument is a drawn machine.
  ///
  /// A diagram of a machine has options, even if it is made without naming a source.
  static let typesOfMachines = ["MachineSource", "MachineOptions"]

  /// Returns the machines of all sources in the code, and the machines that they wrap.
  static func machines(in code: CheckedCode, _ near: (String) -> Bool) -> [String: Set<String>] {
    var machines: [String: Set<String>] = [:]
    for (user, types) in code.typesUsed {
      for name in types.compactMap({ code.names[$0] }) {
        let found = typesOfMachines.lazy.compactMap { name.firstRange(of: ".\($0)<") }.first
        guard let type = found else { continue }
        let machine = String(name[type.upperBound...].prefix { !"<,?>".contains($0) })
        // A list has no methods of its own, and in a function that is generic, nobody knows the machine.
        guard !machine.hasPrefix("["), machine.contains(".") else { continue }
        machines[machine, default: []].insert(user)
      }
    }
    // A type that is declared beside its graph, and holds a machine of another module, stands in for it.
    for (wrapper, users) in machines {
      let module = code.types[wrapper]?.module
      guard users.contains(where: { code.declarations[$0]?.module == module }) else { continue }
      for property in code.declarations.values
      where property.owner == wrapper && property.isStored {
        let type = CheckedCode.bare(code.names[property.type] ?? "")
        let other = String(type.prefix { $0 != "." })
        if other != module, near(other) { machines[type, default: []].formUnion(users) }
      }
    }
    return machines
  }

  private mutating func check(_ machine: String, drawnBy roots: Set<String>) {
    let type = code.types[machine]
    let methods = code.members(of: machine).filter { method in type.map(method.isMethod) ?? false }
    let drawn = reached(from: roots)
    // Nobody knows the methods, or a protocol calls them.
    guard methods.contains(where: { drawn.contains($0.usr) }) else {
      return unseen += type == nil || !methods.isEmpty ? [machine] : []
    }
    methodCount += methods.count
    for method in methods where !drawn.contains(method.usr) {
      add(method, of: machine, "is called by no graph; add a step")
    }
    // The graph's own code ends where the machine's begins.
    let inside = Set(methods.map(\.usr))
    let own = reached(from: roots, outside: inside.subtracting(roots))
    for method in methods where own.contains(method.usr) {
      for parameter in method.parameters {
        check(parameter.type, listedIn: own, as: "the steps of \(CheckedCode.short(machine))")
      }
    }
  }

  /// Adds a finding for each case of an enum that isn't in a list, if the list has others.
  private mutating func check(_ list: String, listedIn reached: Set<String>, as text: String) {
    let type = CheckedCode.bare(code.names[list] ?? "").filter { !"[]".contains($0) }
    let cases = code.members(of: type).filter { $0.kind == "enum_element_decl" }
    let whole = reached.flatMap { code.typesUsed[$0, default: []] }.map { code.names[$0] }
    // Whoever takes all cases, or gets them from elsewhere, lists none.
    if whole.contains("[\(type)]") || reached.isDisjoint(with: cases.map(\.usr)) { return }
    listCount += 1
    for element in cases where !reached.contains(element.usr) {
      add(element, of: type, "is not in \(text); add it")
    }
  }

  private mutating func add(_ found: CheckedCode.Declaration, of type: String, _ text: String) {
    let (type, usr) = (CheckedCode.short(type), found.usr)
    let sentence =
      "\(type).\(found.fullName) \(text), or leave it out: --except \(type).\(found.name)"
    // A case may be missing in several lists.
    if let other = findings[usr], other.text < sentence { return }
    findings[usr] = Finding(name: "\(type).\(found.name)", place: found.place, text: sentence)
  }

  /// Returns everything that declarations use, and what that uses, but for what is outside.
  private func reached(from roots: Set<String>, outside: Set<String> = []) -> Set<String> {
    var (reached, waiting) = (roots, Array(roots))
    while let user = waiting.popLast() {
      let used = outside.contains(user) ? [] : code.uses[user, default: []].subtracting(reached)
      reached.formUnion(used)
      waiting += used
    }
    return reached
  }
}
