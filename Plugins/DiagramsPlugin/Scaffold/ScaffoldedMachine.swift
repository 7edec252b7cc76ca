/// A hand-written machine, as the compiler knows it: how it starts, its state, and its methods.
struct ScaffoldedMachine {
  /// A method that can be a step.
  struct Method {
    let declaration: SwiftDeclaration
    /// The event in the diagram: the method's name, with labels or types if several methods share it.
    let event: String
    /// The Swift code that makes the reducer whose method this is, or `nil` for a method of the machine.
    let reducer: String?
    let result: MethodResult
    /// A Boolean value that indicates whether a step waits for the method.
    let isAwaited: Bool
    /// A Boolean value that indicates whether the method is isolated to a global actor that no step is on.
    let isElsewhere: Bool
    /// The handler whose channel calls the method, or `nil` for another machine.
    let channel: ChannelHandler?

    /// The position of the parameter that is the machine's state, or `nil` if there is none.
    let place: Int?

    /// The parameters besides the state.
    var parameters: [SwiftParameter] {
      declaration.parameters.indices.filter { $0 != place }.map { declaration.parameters[$0] }
    }

    /// Returns the call of the method on a machine.
    func call(_ arguments: [String], on machine: String = "$0") -> String {
      if let channel { return channel.code(of: declaration, arguments, on: machine) }
      var all = arguments
      if let place {
        let state = declaration.parameters[place]
        let label = state.label.map { "\($0): " } ?? ""
        all.insert(label + (state.isInout ? "&" : "") + machine, at: min(place, all.count))
      }
      if declaration.isProperty { return "\(machine).\(declaration.name) = \(arguments[0])" }
      let call =
        (declaration.canThrow ? "try " : "") + (declaration.isAsync || isElsewhere ? "await " : "")
        + "\(reducer ?? machine).\(declaration.name)(\(all.joined(separator: ", ")))"
      return result.code(call, on: machine)
    }
  }

  /// A method that can't be a step, and why.
  struct LeftOut {
    let title: String
    let reason: String
  }

  let type: Symbol
  /// The type of what steps change: the machine's own, or the `State` of a reducer.
  let subject: Symbol
  /// The type in Swift, with an argument for each generic parameter.
  let name: String
  private(set) var methods: [Method] = []
  /// All methods and properties, including those that aren't steps.
  let members: [SwiftDeclaration]
  private(set) var leftOut: [LeftOut]
  let start: MachineStart
  let state: MachineState
  let options: ScaffoldedOptions
  /// The events that usually happen only after an action of the machine asked for them.
  let answers: [Answers.Answer]
  /// The machine as a handler of a channel, or `nil` if it is none.
  let channel: ChannelHandler?
  /// The global actor to which the machine is isolated, such as `MainActor`.
  let actor: String?
  /// The parameter with a clock that the start leaves at its default, or `nil` if there is none.
  let clock: String?
  let samples: ArgumentSamples
  let sources: ScaffoldSources

  /// A Boolean value that indicates whether machines can't be copied, so that each step needs a new one.
  var isMadeAnew: Bool {
    subject.isObject || sources.isNoncopyable(subject)
  }

  /// A Boolean value that indicates whether whoever makes the machine waits for its global actor.
  var startsElsewhere: Bool {
    let initializers = samples.index.members(of: subject, kind: "swift.init")
    return subject.isElsewhere && !subject.isActor
      && (initializers.isEmpty
        || initializers.contains { !SwiftDeclaration($0).words.contains("nonisolated") })
  }

  /// The timers of Foundation that the machine holds, which fire only if somebody runs their loop.
  var timers: [(name: String, code: String)] {
    guard subject.isObject, !subject.isElsewhere else { return [] }
    return samples.index.members(of: subject, kind: "swift.property").compactMap { symbol in
      let property = SwiftDeclaration(symbol)
      guard property.type?.unwrapped.text == "Timer",
        samples.index.resolved(property.type?.unwrapped).map(samples.index.declares) != true
      else { return nil }
      let name = property.name.unquoted
      let isOptional = property.type?.unwrapped != property.type
      return (
        name,
        symbol.hidingWord == nil && isOptional
          ? "$0.\(property.name)"
          : "(Mirror(reflecting: $0).descendant(\"\(name)\") as? Timer)"
      )
    }
  }

  /// What hides all initializers of the machine's type; `nil` if one is visible, or if none is written.
  var hiddenInitializer: String? {
    let all = samples.index.members(of: subject, kind: "swift.init")
    guard let first = all.first, let word = first.hidingWord,
      all.allSatisfy({ $0.hidingWord != nil })
    else { return nil }
    let title = SwiftDeclaration(first).title
    return
      "\(title) is \(word) at \(sources.place(of: "init", in: subject)): make it internal, and run this again"
  }

  /// The methods that take events of an enum, such as `handle(_ event: Event)`.
  ///
  /// The picture shows the cases of the event, and not the method. Whether a parameter is an event is judged by the
  /// name of its type, such as `DoorEvent` or `Action`.
  var eventMethods: [Method] {
    let ends = ["Event", "Action", "Input", "Message", "Trigger", "Command"]
    return methods.filter { method in
      guard method.parameters.count == 1, !method.parameters[0].isInout,
        case .named(let path) = method.parameters[0].type, let name = path.last?.name
      else { return false }
      return ends.contains(where: name.hasSuffix)
    }
  }

  /// Returns what stands before the cases of a method's event so that no other event has the same name, such as
  /// `DoorEvent.`.
  func prefix(ofEventsOf method: Method) -> String {
    func events(of method: Method) -> [String] {
      guard eventMethods.contains(where: { $0.event == method.event }),
        let type = samples.index.resolved(method.parameters[0].type)
      else { return [method.event] }
      return samples.index.members(of: type, kind: "swift.enum.case").map {
        SwiftDeclaration($0).name
      }
    }
    let others = methods.filter { $0.event != method.event }.flatMap(events)
    guard events(of: method).contains(where: others.contains) else { return "" }
    let types = eventMethods.map(\.parameters[0].type)
    let isOnly = types.count { $0 == method.parameters[0].type } == 1
    return (isOnly ? samples.text(of: method.parameters[0].type) : method.event) + "."
  }

  /// The modules that may declare argument types of which no sample is known.
  var missingModules: Set<String> {
    let makers = start.text == nil || !start.given.isEmpty ? samples.initializers(of: subject) : []
    let parameters = (methods.map(\.declaration) + makers).flatMap(\.parameters)
    let services = samples.index.allProtocols.filter {
      samples.index.declares($0) && samples.index.canStandIn(for: $0)
    }
    let answers = services.flatMap { samples.index.requirements(of: $0) }
      .flatMap { SwiftDeclaration($0).parameters }.flatMap(\.type.givenToFunctions)
    let all =
      parameters.map { samples.samples(of: $0) }
      + answers.map { samples.samples(of: $0, named: nil, depth: 1) }
    return all.flatMap { $0.missing + $0.inside }.flatMap(\.components).reduce(into: []) {
      modules, component in
      guard let id = component.id else {
        // Source code doesn't say which module declares a type: any imported one may.
        return modules.formUnion(sources.importedModules(of: type))
      }
      if let module = Symbol.module(of: id) { modules.insert(module) }
    }
  }

  /// Finds a machine.
  ///
  /// - Parameters:
  ///   - name: The name of the machine's type, with generic arguments if the user wrote any.
  ///   - index: The symbols of the module.
  ///   - sources: The files of the module.
  /// - Throws: A ``ScaffoldError`` if there is no such type, or if it can't be drawn.
  init(
    named name: String, in index: SymbolIndex, sources: ScaffoldSources
  ) throws(ScaffoldError) {
    let written = SwiftType(reading: name)
    guard case .named(let path) = written else { throw .unknownType(name, near: []) }
    let type = try Self.type(path.map(\.name), in: index, sources: sources)
    var index = index
    index.readInheritedArguments(of: type, in: sources)
    let place = sources.place(of: type)
    let properties = index.members(of: type, kind: "swift.property")
    guard !type.isActor || !properties.contains(where: { $0.name == "unownedExecutor" })
    else { throw .hasExecutor(type.path, place: place) }
    // Of a machine without an actor, a method may be isolated to the main one.
    let isOfMain = index.members(of: type, kind: "swift.method").contains {
      SwiftDeclaration($0).words.contains("MainActor")
    }
    actor = type.globalActor ?? (isOfMain && !type.isActor ? "MainActor" : nil)
    let hiding = sources.hiding(type, in: index)
    guard hiding.isEmpty else { throw .hidden(type.path, hiding) }
    self.type = type
    self.sources = sources
    let generics = try GenericArguments(of: type, written: path, in: index, sources)
    self.name = generics.name
    samples = ArgumentSamples(
      index: index, scope: type.pathComponents, arguments: generics.types,
      literals: sources.literals(of: type), hasEmbedded: sources.modules.contains("NIOEmbedded"))

    let isShared =
      type.isObject
      || StatePath(through: type, in: index, sources)?.isInBox == true
    let events = EventMethods(of: type, isShared: isShared, in: index, sources)
    var reducer = Reducer(of: type, generics.name, samples)
    let own = StatePath(through: type, in: index, sources)?.last
    // A type that stores nothing that varies has its state in the arguments.
    if reducer?.isNamed == false, !events.methods.isEmpty, own?.isVariable == true { reducer = nil }
    subject = reducer?.state ?? type
    let handler = reducer == nil ? ChannelHandler(type, named: generics.name, in: index) : nil
    let channel = sources.modules.contains("NIOEmbedded") ? handler : nil
    self.channel = channel
    var methods =
      reducer.map(\.methods)
      ?? events.methods.filter {
        handler == nil || channel != nil || !ChannelHandler.takesContext($0)
      }
      .compactMap { channel == nil ? $0 : channel?.step(for: $0) }
    leftOut =
      events.leftOut
      + (handler == nil || channel != nil
        ? []
        : events.methods.filter(ChannelHandler.takesContext).map { method in
          LeftOut(
            title: method.title,
            reason:
              "takes a context, which only a channel makes: let the target of the diagram depend on NIOEmbedded "
              + "of swift-nio, and run this again")
        })
    let way = StatePath(through: subject, in: index, sources)
    let isCalledHere = reducer == nil && channel == nil && !type.isElsewhere
    var inputs =
      isCalledHere
      ? EventMethods.inputs(of: type, except: way?.parts.map(\.name) ?? [], in: index, sources)
      : []
    guard !methods.isEmpty || !inputs.isEmpty else {
      throw .noMethods(
        type.path, place: place, left: leftOut.map { "\($0.title) \($0.reason)" })
    }
    if let way, reducer == nil, handler == nil, !events.returnState {
      let influence = StateInfluence(on: way.parts[0].name, of: type, in: index, sources)
      let isOther = { (method: SwiftDeclaration) in !influence.includes(method.name) }
      let others = (methods + inputs).filter(isOther)
      if others.count < methods.count + inputs.count, let first = others.first {
        methods.removeAll(where: isOther)
        inputs.removeAll(where: isOther)
        leftOut.append(
          LeftOut(
            title: others.count == 1
              ? "\(first.title): it" : "\(ScaffoldReport.few(others.map(\.title))): they",
            reason: (others.count == 1 ? "neither reads nor changes" : "neither read nor change")
              + " what \(way.parts[0].name) depends on"))
      }
    }
    let subjectName = reducer?.state.path ?? generics.name
    let isReplaced = reducer?.returnsState ?? events.returnState
    for declaration in methods + inputs {
      let others = methods.filter { $0.name == declaration.name }
      let hasTwin = others.count { $0.title == declaration.title } > 1
      self.methods.append(
        Method(
          declaration: declaration,
          event: declaration.isProperty
            ? "set \(declaration.name.unquoted)"
            : others.count == 1
              ? declaration.name.unquoted
              : hasTwin ? declaration.titleWithTypes : declaration.title,
          reducer: reducer?.start,
          result: MethodResult(
            of: declaration, replacing: isReplaced ? subject : nil, subjectName, samples, sources),
          isAwaited: declaration.isAsync || type.isElsewhere,
          isElsewhere: type.isElsewhere && !type.isActor
            && !declaration.words.contains("nonisolated"),
          channel: channel,
          place: reducer.map { $0.placeOfState(in: declaration, index) }
            ?? (events.returnState
              ? declaration.parameters.firstIndex { parameter in
                ["Self", type.name].contains(parameter.type.text)
                  || index.resolved(parameter.type)?.id == type.id
              } : nil)))
    }
    members =
      ["swift.method", "swift.property", "swift.type.property", "swift.type.method"]
      .flatMap { kind in index.members(of: type, kind: kind).map { SwiftDeclaration($0) } }
    state = try MachineState(of: subject, subjectName, in: index, sources)
    options = ScaffoldedOptions(
      of: subject, ignoring: channel == nil ? [] : ["channel"], in: state, in: index, sources)
    answers = Answers(of: self.methods, states: state.cases, in: index).found
    let canHaveRoles = isCalledHere && !type.isActor && !sources.isNoncopyable(type)
    start =
      reducer?.initialState.map { MachineStart(text: $0) }
      ?? MachineStart(
        of: subject, subjectName, samples, in: sources.initialCase(of: subject),
        besides: index.stateEnum(in: way?.last.content), hasRoles: canHaveRoles)
    let parameters = samples.initializers(of: subject).flatMap(\.parameters)
    clock =
      parameters.first { parameter in
        parameter.hasDefault
          && ["clock", "now"].contains { parameter.name.lowercased().hasSuffix($0) }
      }?.name
  }

  private static func type(
    _ path: [String], in index: SymbolIndex, sources: ScaffoldSources
  ) throws(ScaffoldError) -> Symbol {
    let name = path.joined(separator: ".")
    let found = index.types.filter { $0.pathComponents.suffix(path.count).elementsEqual(path) }
    if let whole = found.first(where: { $0.path == name }) { return whole }
    guard found.count <= 1 else { throw .severalTypes(name, found.map(\.path).sorted()) }
    if let type = found.first { return type }
    let declared = sources.declarations.filter {
      $0.isType && $0.path.last == path.last && !$0.header.hasPrefix("protocol")
    }
    if let hidden = declared.first {
      throw .hiddenType(name, place: sources.place(hidden), isLocal: hidden.isLocal)
    }
    throw .unknownType(name, near: NearNames.of(name, among: index.types.map(\.path)))
  }
}

/// A search for names that are similar to an unknown name.
enum NearNames {
  /// Returns the most similar names: three at most, and none that differs much.
  static func of(_ name: String, among names: some Sequence<String>) -> [String] {
    let length = max(name.count / 3, 2)
    return Set(names)
      .map { other in
        // A longer name that contains the unknown one is similar, too.
        let last = other.split(separator: ".").last.map(String.init) ?? other
        let isPart = last.lowercased().contains(name.lowercased())
        return (isPart ? 1 : min(distance(name, other), distance(name, last)), other)
      }
      .filter { $0.0 <= length }.sorted { $0 < $1 }.prefix(3).map(\.1)
  }

  private static func distance(_ first: String, _ second: String) -> Int {
    SpellingSuggestion.distance(
      from: Array(first.lowercased()), to: Array(second.lowercased()))
  }
}

extension SwiftType {
  /// A Boolean value that indicates whether the type is `some P`.
  var isOpaque: Bool {
    guard case .other(let text) = self else { return false }
    return text.hasPrefix("some ")
  }
}
