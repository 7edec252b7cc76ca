/// The code of the types that stand in for the services of a machine.
struct StandIns {
  private let samples: ArgumentSamples
  private let refusals: Refusals
  /// The names of calls that several services have, which need the name of the service.
  private var shared: Set<String> = []

  init(_ samples: ArgumentSamples, without refusals: Refusals) {
    self.samples = samples
    self.refusals = refusals
  }

  /// The number of answers of one question that are tried.
  private static let mostAnswers = 4

  private static let logs = ["Logger", "Logging", "Log", "Metrics", "Telemetry"]

  /// Returns the types that code names, and that these name.
  func types(in code: String) -> [(service: Symbol, code: String)] {
    let found = typesInOrder(in: code)
    var known: Set<String> = []
    var copy = self
    for name in found.flatMap({ Self.names(in: $0.code) }) where !known.insert(name).inserted {
      copy.shared.insert(name)
    }
    return copy.shared.isEmpty ? found : copy.typesInOrder(in: code)
  }

  /// Returns the names of the calls in the code of a type.
  private static func names(in code: String) -> [String] {
    ["call", "answer", "reply"].flatMap { code.split(separator: "StandIn.\($0)(").dropFirst() }
      .compactMap { call in
        let rest = call.drop { $0.isWhitespace }
        return rest.first == "\"" ? String(rest.dropFirst().prefix { $0 != "\"" }) : nil
      }.uniqued()
  }

  private func typesInOrder(in code: String) -> [(service: Symbol, code: String)] {
    var found: [(service: Symbol, code: String)] = []
    var isNew = true
    while isNew {
      isNew = false
      let all = code + found.map(\.code).joined()
      let words = Set(all.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      for symbol in samples.index.allServices
      where !found.contains(where: { $0.service.id == symbol.id })
        && words.contains(symbol.standIn) && refusals.standIns[symbol.standIn] == nil
      {
        found.append((symbol, type(for: symbol)))
        isNew = true
      }
    }
    return found
  }

  /// Returns the names of the calls in code that wait, and whether they may throw.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - sleeps: A Boolean value that indicates whether the machine itself waits for time to pass.
  /// - Returns: The names, in the order of the calls.
  static func replies(in code: String, sleeping sleeps: Bool) -> [(name: String, canThrow: Bool)] {
    let text = SwiftText(code)
    let word = Array("StandIn.reply(")
    var found: [(name: String, canThrow: Bool)] = []
    if sleeps || code.contains("StandInClock") { found.append(("sleep", false)) }
    for place in text.characters.indices
    where text.characters[place...].starts(with: word) && text.parts[place] == .code {
      let open = place + word.count - 1
      guard let end = text.closing(open) else { continue }
      let call = String(text.characters[open...end])
      let name = String(call.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
      let canThrow = call.contains("orThrow: ")
      if let known = found.firstIndex(where: { $0.name == name }) {
        found[known].canThrow = found[known].canThrow || canThrow
      } else {
        found.append((name, canThrow))
      }
    }
    return found
  }

  /// Returns a closure that stands in for a service.
  static func closure(
    named name: String, taking parameters: [SwiftType], returning result: SwiftType, _ text: String,
    _ samples: ArgumentSamples
  ) -> String? {
    let effects = SwiftText(text).effects
    let call = Call(
      name: name, result: result.isVoid ? nil : result,
      isAsync: effects.contains("async"), canThrow: effects.contains("throws"),
      told: parameters.contains(where: samples.index.tells) ? "value" : nil)
    guard let body = call.code(samples, depth: 1) else { return nil }
    let told = body.hasSuffix(", value)") ? parameters.lastIndex(where: samples.index.tells) : nil
    let names = parameters.indices.map { $0 == told ? "value" : "_" }.joined(separator: ", ")
    let start = parameters.isEmpty ? "{" : "{ \(names) in"
    guard body.contains("\n") else { return "\(start) \(body) }" }
    return "\(start)\n    \(body)\n  }"
  }

  private func type(for symbol: Symbol) -> String {
    var inside = samples
    inside.scope = symbol.pathComponents
    let all = samples.index.requirements(of: symbol)
    let associated = GenericArguments.associatedTypes(of: symbol, in: samples.index) ?? [:]
    inside.arguments.merge(associated.map { ("Self.\($0)", $1) }) { $1 }
    inside.arguments.merge(associated) { $1 }
    inside.arguments["Self"] = .name(symbol.standIn)
    let requirements = all.filter { !$0.isAssociatedType }
    let names = requirements.map { SwiftDeclaration($0).name }
    let members = zip(requirements, names).compactMap { requirement, name in
      let isAlone = names.count { $0 == name } == 1
      return member(for: requirement, of: symbol, inside, isAlone: isAlone)
    }
    // The name of the machine's type has those of its generic arguments.
    let isArgument = samples.arguments.values.contains { $0.text == symbol.standIn }
    let superclass = refusals.superclasses[symbol.standIn]
    let head =
      (isArgument ? "" : "private ")
      + (samples.index.conforms(symbol, to: "Actor")
        ? "actor \(symbol.standIn): \(symbol.path)"
        : "final class \(symbol.standIn): \(superclass.map { "\($0), " } ?? "")\(symbol.path)"
          + (symbol.isObject && !samples.index.conforms(symbol, to: "Sendable")
            ? "" : ", @unchecked Sendable"))
    return """

      /// Stands in for a service, and tries each of its answers.
      \(head) {
      \(associated.sorted { $0.key < $1.key }.map { "  typealias \($0) = \($1.text)\n" }.joined())\
      \(members.joined())\(identity(of: symbol, requirements))}

      """
  }

  /// Returns the code of what each stand-in for a protocol has: an initializer, and `==` if values are compared.
  private func identity(of symbol: Symbol, _ requirements: [Symbol]) -> String {
    guard !symbol.isObject else { return "" }
    let makers = requirements.filter { $0.kind.identifier == "swift.init" }
    let isMissing = !makers.isEmpty && !makers.contains { SwiftDeclaration($0).parameters.isEmpty }
    let name = symbol.standIn
    return (isMissing ? "  init() {}\n" : "")
      + (["Equatable", "Hashable"].contains { samples.index.conforms(symbol, to: $0) }
        ? "  static func == (first: \(name), second: \(name)) -> Bool { first === second }\n" : "")
      + (samples.index.conforms(symbol, to: "Hashable")
        ? "  func hash(into hasher: inout Hasher) {}\n" : "")
  }

  /// Returns the code of a member; `nil` if no answer is known, and the protocol or the class has one of its own.
  private func member(
    for requirement: Symbol, of symbol: Symbol, _ samples: ArgumentSamples, isAlone: Bool
  ) -> String? {
    let declaration = SwiftDeclaration(requirement).replacing(samples.arguments)
    let isOverridden = symbol.isObject
    // A typealias of the protocol has its own name in a type that conforms.
    var text = requirement.declaration.replacing("mutating ", with: "").replacing(" : ", with: ": ")
      .replacing("Self.", with: "").replacing("-> Self", with: "-> \(symbol.standIn)")
      .replacing(": Self", with: ": \(symbol.standIn)")
    if requirement.kind.identifier == "swift.init" { return "  \(text) {}\n" }
    if isOverridden, let word = text.firstRange(of: "func ") {
      text.insert(contentsOf: "override ", at: word.lowerBound)
    }
    let isStatic = requirement.kind.identifier == "swift.type.property"
    let isProperty = isStatic || requirement.kind.identifier == "swift.property"
    // Many methods of a delegate have one name, and differ in what follows: `session(_:didFail:)`.
    let labels = declaration.parameters.map(\.label)
    let label =
      labels.first.flatMap(\.self).map { "\(declaration.name.unquoted)(\($0):)" }
      ?? labels.dropFirst().first.flatMap(\.self)
    var name = isAlone ? declaration.name.unquoted : label ?? declaration.name.unquoted
    if declaration.name == "callAsFunction" {
      name = symbol.nameOfCall
    } else if shared.contains(name) {
      name = "\(symbol.nameOfCall).\(name)"
    }
    let unknown = "fatalError(\"\(name): no answer is known\")"
    var isAsync = declaration.isAsync
    var canThrow = declaration.canThrow
    var indent = "    "
    var end = "  }\n"
    if isProperty, let open = text.firstIndex(of: "{") {
      let accessors = text[open...]
      (isAsync, canThrow) = (accessors.contains("async"), accessors.contains("throws"))
      text = String(text[..<open]).trimmed
      if accessors.contains("set"), let type = declaration.type,
        let first = samples.samples(of: type, named: name, depth: 1).values.first
      {
        let prefix = isStatic ? "nonisolated(unsafe) " : ""
        return "  \(prefix)\(text) = \(samples.implicit(first, as: type))\n"
      }
      if isAsync || canThrow || accessors.contains("set") {
        let effects = (isAsync ? " async" : "") + (canThrow ? " throws" : "")
        text += " {\n    get\(effects)"
        indent = "      "
        end =
          accessors.contains("set")
          ? "    }\n    set { \(unknown) }\n  }\n" : "    }\n  }\n"
      }
    }
    var call = Call(
      name: name, result: isProperty ? declaration.type : declaration.result, isAsync: isAsync,
      canThrow: canThrow,
      told: declaration.parameters.last { !$0.isInout && samples.index.tells($0.type) }?.name)
    if let last = declaration.parameters.last, !isAsync, !canThrow,
      case .function(let parameters, let result, _) =
        samples.aliased(last.type.unwrapped) ?? last.type.unwrapped,
      result.isVoid
    {
      call.completion = (last.name, parameters, last.type != last.type.unwrapped)
    }
    // What a machine writes into a log is no action.
    let isLog = Self.logs.contains(where: symbol.name.hasSuffix)
    if isLog, call.result == nil, !isAsync, !canThrow { return "  \(text) {}\n" }
    let isRefused =
      refusals.refusedAnswers.contains("\(symbol.standIn).\(declaration.name.unquoted)")
    let known = isRefused ? nil : call.code(samples, depth: 1)
    // What a class answers at once and always in one way, it knows itself.
    let isLeft =
      isOverridden
      ? known?.contains("StandIn.") != true
      : known == nil && samples.index.hasDefault(requirement)
    if isLeft { return nil }
    // An object is the same whenever the machine asks for it.
    if isProperty, !isStatic, !isOverridden, let known, known.hasPrefix("Embedded") {
      return "  let \(text.trimmingPrefix("var ")) = \(known)\n"
    }
    var body = known ?? unknown
    if body.count + indent.count > 100 { body = Self.wrapped(body, indent) }
    return "  \(text) {\n\(indent)\(body)\n\(end)"
  }

  /// Returns a call with its arguments on a line of their own.
  private static func wrapped(_ call: String, _ indent: String) -> String {
    let text = SwiftText(call)
    guard let open = text.characters.firstIndex(of: "("), let close = text.closing(open) else {
      return call
    }
    var arguments = String(text.characters[(open + 1)..<close])
    if arguments.count + indent.count > 98 {
      arguments = arguments.replacing("\", [", with: "\",\n\(indent)  [")
        .replacing("] as [", with: "]\n\(indent)    as [")
    }
    return String(text.characters[...open]) + "\n\(indent)  \(arguments)\n\(indent)"
      + String(text.characters[close...])
  }

  /// A call of a service.
  private struct Call {
    let name: String
    /// The type of the answer, or `nil` for none.
    let result: SwiftType?
    let isAsync: Bool
    let canThrow: Bool
    /// The parameter whose case the picture shows behind the name of a call that isn't answered.
    let told: String?
    /// The parameter that is called with the answer.
    var completion: (name: String, parameters: [SwiftType], isOptional: Bool)?

    /// Returns the code that answers, or `nil` if no sample is known.
    func code(_ samples: ArgumentSamples, depth: Int) -> String? {
      let errors = canThrow ? ", orThrow: [\(samples.errors.joined(separator: ", "))]" : ""
      let start = (canThrow ? "try " : "") + (isAsync ? "await " : "")
      let function = "\(start)StandIn.\(isAsync ? "reply" : "answer")(\"\(name)\""
      if let completion {
        let reply = code(of: completion, samples, depth: depth)
        guard let result, let reply else { return reply }
        let value = Self.answers(of: result, samples, depth: depth).first
        return value.map { "\(reply)\n    return \($0)" }
      }
      guard let result else {
        return isAsync || canThrow
          ? "\(function)\(errors))" : "StandIn.call(\"\(name)\"\(told.map { ", \($0)" } ?? ""))"
      }
      if case .named(let path) = result, path.last?.name == "EventLoopFuture", !isAsync,
        let value = path.last?.arguments.first
      {
        return future(of: value, samples, depth: depth)
      }
      let answers = Self.answers(of: result, samples, depth: depth)
      guard !answers.isEmpty else { return nil }
      if answers.count == 1, !isAsync, !canThrow { return answers[0] }
      return "\(function), [\(answers.joined(separator: ", "))]\(errors))"
    }

    /// Returns the code of an answer of SwiftNIO that comes later, or `nil` if no sample is known.
    private func future(of type: SwiftType, _ samples: ArgumentSamples, depth: Int) -> String? {
      let answers = type.isVoid ? ["()"] : Self.answers(of: type, samples, depth: depth)
      guard samples.hasEmbedded else { return nil }
      let results =
        answers.map { ".success(\($0))" } + samples.errors.map { ".failure(\($0))" }
      // SwiftNIO stops the program if a promise is gone before it was kept.
      return """
        let promise = EmbeddedEventLoop().makePromise(of: \(samples.text(of: type)).self)
            StandIn.reply(
              "\(name)", [\(results.joined(separator: ", "))]
            ) { promise.completeWith($0) }
            return StandIn.kept(promise.futureResult)
        """
    }

    private func code(
      of completion: (name: String, parameters: [SwiftType], isOptional: Bool),
      _ samples: ArgumentSamples, depth: Int
    ) -> String? {
      let mark = completion.isOptional ? "?" : ""
      let lists = completion.parameters.map { Self.answers(of: $0, samples, depth: depth) }
      guard lists.allSatisfy({ !$0.isEmpty }) else { return nil }
      if lists.count == 1 {
        return "StandIn.reply(\"\(name)\", [\(lists[0].joined(separator: ", "))]) "
          + "{ \(completion.name)\(mark)($0) }"
      }
      // Who gets an optional value and an optional error gets one of the two.
      if lists.count == 2, completion.parameters.allSatisfy({ $0 != $0.unwrapped }),
        completion.parameters[1].text.contains("Error"), let value = lists[0].last,
        let error = lists[1].last
      {
        let types = completion.parameters.map { samples.text(of: $0) }.joined(separator: ", ")
        return "StandIn.reply(\"\(name)\", [(\(value), nil), (nil, \(error))] as [(\(types))]) "
          + "{ \(completion.name)\(mark)($0.0, $0.1) }"
      }
      let arguments = lists.map { $0[$0.count - 1] }.joined(separator: ", ")
      return "StandIn.reply(\"\(name)\", [()]) { \(completion.name)\(mark)(\(arguments)) }"
    }

    /// Returns each case of an enum, both Booleans, `nil` and a value, an empty list and another one, or one value.
    private static func answers(
      of type: SwiftType, _ samples: ArgumentSamples, depth: Int
    ) -> [String] {
      let type = (samples.aliased(type) ?? type).replacing(samples.arguments)
      let found = samples.samples(of: type, named: nil, depth: depth).values
      let values = found.map { samples.implicit($0, as: type) }
      switch type {
      case .optional(let wrapped) where wrapped.text == "Bool" || samples.index.isEnum(wrapped):
        return Array(values.prefix(StandIns.mostAnswers))
      case .optional, .array, .dictionary:
        return Array(values.prefix(1))
          + (ArgumentSamples.usual(Array(values.dropFirst())).map { [$0] } ?? [])
      case .tuple(let elements):
        let tuples = elements.reduce([""]) { tuples, element in
          let values = answers(of: element.type, samples, depth: depth)
          let label = element.label.map { "\($0): " } ?? ""
          return tuples.flatMap { tuple in
            values.map { tuple + (tuple.isEmpty ? "" : ", ") + label + $0 }
          }
        }
        return tuples.prefix(StandIns.mostAnswers).map { "(\($0))" }
      case .named(let path) where path.last?.name == "Result" && path.last?.arguments.count == 2:
        let parts = path.last?.arguments ?? []
        let successes = values.filter { !$0.contains(".failure(") }
        let failures = values.filter { $0.contains(".failure(") }
        let hasCases = samples.index.isEnum(parts[0].unwrapped) || parts[0].text == "Bool"
        return (hasCases ? successes : ArgumentSamples.usual(successes).map { [$0] } ?? [])
          + (parts[1].text == "any Error"
            ? samples.errors.map { ".failure(\($0))" }
            : samples.index.isEnum(parts[1]) ? failures : Array(failures.prefix(1)))
      default:
        if ["Data", "Foundation.Data"].contains(type.text), values.count > 1 {
          return Array(values.prefix(2))
        }
        if samples.index.isEnum(type) || type.text == "Bool" {
          return Array(values.prefix(StandIns.mostAnswers))
        }
        return ArgumentSamples.usual(values).map { usual in
          [usual] + deciding(values, inPlaceOf: usual, samples).prefix(StandIns.mostAnswers - 1)
        } ?? []
      }
    }

    /// Returns a value with another Boolean or case for each argument of this kind that the machine reads.
    private static func deciding(
      _ values: [String], inPlaceOf usual: String, _ samples: ArgumentSamples
    ) -> [String] {
      func arguments(_ value: String) -> [(label: String, value: String)] {
        value.split { ",()[]".contains($0) }.compactMap { part in
          let words = part.split(separator: ":").map { String($0).trimmed }
          guard words.count == 2, samples.literals.reads(property: words[0]),
            ["true", "false"].contains(words[1]) || words[1].hasPrefix(".")
          else { return nil }
          return (words[0], words[1])
        }
      }
      let others = values.flatMap(arguments)
      return arguments(usual).flatMap { argument in
        let text = "\(argument.label): \(argument.value)"
        return others.filter { $0.label == argument.label && $0.value != argument.value }
          .map { usual.replacing(text, with: "\($0.label): \($0.value)") }
      }.uniqued()
    }
  }
}

extension Symbol {
  /// The name of a protocol as that of a call, such as `loadBook` for `LoadBookUseCaseType`.
  var nameOfCall: String {
    var name = self.name[...]
    for ending in ["Type", "Protocol", "UseCase"] where name != ending && name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    let capitals = name.prefix { $0.isUppercase }.count
    let first = max(1, capitals == name.count ? capitals : capitals - 1)
    return name.prefix(first).lowercased() + name.dropFirst(first)
  }

  /// The name of the type that stands in for a protocol or a class.
  var standIn: String { pathComponents.joined() + "StandIn" }
}

extension SwiftText {
  /// The words between the parameters of a function type and its arrow, such as `async`.
  var effects: [Substring] {
    guard let open = characters.firstIndex(of: "("), let close = closing(open) else { return [] }
    let rest = String(characters[(close + 1)...])
    return rest.prefix(upTo: rest.firstRange(of: "->")?.lowerBound ?? rest.endIndex)
      .split { !$0.isLetter }
  }
}
