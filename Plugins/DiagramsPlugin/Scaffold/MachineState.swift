/// The Swift code that reads the state of a machine.
struct MachineState {
  /// The expression for the state of the machine `$0`.
  let text: String
  /// A function that names the state if reflection can't, because the state can't be copied.
  var function: String?
  /// The names of the state's cases, if it is an enum.
  let cases: [String]
  /// The names of the Boolean properties that together are the state.
  private(set) var flags: [String] = []
  /// The name of the case in which a machine starts, or `nil` if the declarations don't tell.
  private(set) var initial: String?
  /// Messages about code that the user should check before trusting the diagram.
  let notes: [String]

  init(
    of type: Symbol, _ name: String, in index: SymbolIndex, _ sources: ScaffoldSources
  ) throws(ScaffoldError) {
    if type.kind.identifier == "swift.enum" {
      let enumeration = NoncopyableEnum(type, in: index, sources)
      text = enumeration == nil ? "ReflectedState($0)" : "state(of: $0)"
      function = enumeration?.stateFunction(of: name, path: "")
      let carriers = Self.carriers(in: type, index)
      notes =
        (enumeration?.notesOnState ?? [])
        + (carriers.isEmpty || enumeration != nil
          ? [] : [Self.note(on: carriers, of: type.path, at: sources.place(of: type))])
      cases = Self.cases(of: type, in: index)
      return
    }
    let way = StatePath(through: type, in: index, sources)
    let stored = way?.last.content
    let stateEnum = index.stateEnum(in: stored)
    cases =
      stateEnum.map {
        (stored?.unwrapped == stored ? [] : ["none"]) + Self.cases(of: $0, in: index)
      } ?? []
    guard let way else {
      text = "ReflectedState(\"\\($0)\")"
      let place = sources.place(of: type)
      notes = ["\(place): \(type.path) stores nothing; write how to read its state"]
      return
    }
    let (last, outer) = (way.last, way.parts.dropLast())
    if sources.isNoncopyable(type) || way.isInBox {
      let hidden = way.parts.filter { $0.symbol.hidingWord != nil }.map {
        "\(sources.place(of: $0.name, in: $0.type)): \($0.name) is \($0.symbol.accessLevel)"
      }
      if !hidden.isEmpty {
        let path = sources.isNoncopyable(type) ? nil : way.reflectedPath
        let shown = StatePath.computed(in: type, index, sources).flatMap { part in
          index.resolved(part.content)?.id == index.resolved(last.content)?.id ? part.name : nil
        }
        let code = path.map { "of: $0, property: \"\($0)\"" } ?? shown.map { "$0.\($0)" }
        guard let code else {
          let types = index.resolved(last.content).map { sources.hiding($0, in: index) } ?? []
          throw .hidden("the state of \(type.path)", hidden + types)
        }
        text = "ReflectedState(\(code))"
        notes = []
        return
      }
      guard !way.isInBox, let state = index.resolved(last.content),
        let enumeration = NoncopyableEnum(state, in: index, sources)
      else {
        text = "ReflectedState(\(way.code(of: "$0")))"
        notes = []
        return
      }
      text = "state(of: $0)"
      function = enumeration.stateFunction(of: name, path: way.code(of: ""))
      notes = enumeration.notesOnState
      return
    }
    initial = stateEnum.flatMap { sources.initialCase(of: $0) }
    let flags = StatePath.flags(of: type, besides: way, in: index, sources)
    if !flags.isEmpty {
      self.flags = flags.map(\.name)
      let isObserved = index.conforms(type, to: "Observable")
      text = "ReflectedState(of: $0, \(Self.argument(flags, isObserved: isObserved)))"
      notes = [Self.note(onFlags: flags, of: last, in: sources)]
      return
    }
    // Only reflection can read private properties.
    let isHidden = outer.contains { $0.symbol.hidingWord != nil || type.isElsewhere }
    let base = (["$0"] + (isHidden ? [] : outer.map(\.name))).joined(separator: ".")
    let inside = isHidden ? outer.map { $0.name + "." }.joined() : ""
    // The macro `@Observable` stores a property under another name, and a wrapper stores another value.
    let isObserved = index.conforms(type, to: "Observable") && outer.isEmpty
    let name = inside + (isObserved ? "_" : "") + last.name
    let property = name == "state" ? "" : ", property: \"\(name)\""
    if stateEnum == nil, let inner = index.resolved(last.content), index.declares(inner),
      ["swift.struct", "swift.class"].contains(inner.kind.identifier)
    {
      let flags = StatePath.flags(storedIn: inner, in: index, sources)
      if !flags.isEmpty {
        self.flags = flags.map(\.name)
        text = "ReflectedState(of: \(base), property: \"\(name)\", \(Self.argument(flags)))"
        notes = [Self.note(onFlags: flags, of: last, in: sources)]
        return
      }
    }
    text =
      last.isComputed || last.isWrapped && !last.isPublished && last.symbol.hidingWord == nil
      ? "ReflectedState($0.\(last.name))" : "ReflectedState(of: \(base)\(property))"
    var notes: [String] = []
    if stateEnum == nil {
      notes.append(
        "\(sources.place(of: last.name, in: last.type)): \(last.name) is taken for the state, "
          + "although it is no enum; change state: if another property is, or several are")
    }
    let carriers = index.resolved(last.declaration.type).map { Self.carriers(in: $0, index) } ?? []
    if !carriers.isEmpty {
      let place = sources.place(of: last.name, in: last.type)
      notes.append(Self.note(on: carriers, of: last.name, at: place))
    }
    for other in StatePath.others(than: way, of: type, in: index, sources) {
      notes.append(
        "\(sources.place(of: other.name, in: type)): \(other.name) is an enum, too; another graph with it as "
          + "state: shows what happens to it")
    }
    self.notes = notes
  }

  private static func argument(_ flags: [StatePath.Part], isObserved: Bool = false) -> String {
    let names = flags.map { (isObserved ? "_" : "") + $0.name }
    return "flags: [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  private static func note(
    onFlags flags: [StatePath.Part], of part: StatePath.Part, in sources: ScaffoldSources
  ) -> String {
    let names = flags.map(\.name).joined(separator: ", ")
    return
      "\(sources.place(of: part.name, in: part.type)): \(names) \(flags.count == 1 ? "is" : "are") taken for "
      + "the state; change flags: if others are, or state: if one of them is"
  }

  private static func cases(of type: Symbol, in index: SymbolIndex) -> [String] {
    index.members(of: type, kind: "swift.enum.case").map { SwiftDeclaration($0).name.unquoted }
  }

  /// Returns the names of an enum's cases that carry a value of any enum.
  private static func carriers(in symbol: Symbol, _ index: SymbolIndex) -> [String] {
    index.members(of: symbol, kind: "swift.enum.case").map { SwiftDeclaration($0) }
      .filter { $0.parameters.contains { index.isEnum($0.type) } }.map(\.name)
  }

  private static func note(on carriers: [String], of name: String, at place: String) -> String {
    "\(place): \(carriers.joined(separator: ", ")) of \(name) may carry a state of its own; with depth: 2, "
      + "ReflectedState shows that, too"
  }
}
