/// The lists of arguments with which steps are tried.
///
/// Short lists are written in the step, and others in properties.
struct SampleLists {
  /// A list that the user must write or complete.
  struct Placeholder: Hashable {
    let property: String
    let missing: [String]
    /// A Boolean value that indicates whether the list has no values, so its steps are not tried.
    let isEmpty: Bool
    var steps: [String]
  }

  private struct Property {
    let name: String
    let type: String
    let samples: Samples
    var isInLines: Bool
    var steps: [String]
  }

  private let machine: ScaffoldedMachine
  private let refusals: Refusals
  private var taken: [String: String]
  private var made: [Property] = []
  private var combinations: [(name: String, type: String, lines: String)] = []
  private(set) var types: [Symbol] = []

  private let written: Set<String>

  /// Creates lists for a file, empty at first.
  ///
  /// - Parameters:
  ///   - machine: The machine.
  ///   - taken: The properties that the file already has, with their types.
  ///   - refusals: What the compiler refused.
  init(of machine: ScaffoldedMachine, taken: [String: String], without refusals: Refusals) {
    self.machine = machine
    self.refusals = refusals
    self.taken = taken
    written = Set(taken.keys)
    for member in machine.members where taken[member.name] == nil { self.taken[member.name] = "" }
  }

  /// Returns the value of a parameter if each step makes it anew, and otherwise `nil`.
  ///
  /// Such a value is a function, a logger, or a continuation, which can be resumed only once.
  func fixed(_ parameter: SwiftParameter) -> String? {
    let values = machine.samples.samples(of: parameter).values
    if case .function = parameter.type { return values.first }
    if parameter.type.text == "Logger" { return values.first }
    guard values.count == 1, StandardSamples.isMadeAnew(values[0]) else { return nil }
    return values[0].hasSuffix(".waiting()") ? ".waiting()" : values[0]
  }

  /// The samples of a case of an event.
  struct Case {
    let name: String
    var values: [String]
    /// The types of which no sample is known, so that the case has no values.
    var missing: [String] = []
  }

  /// Returns the samples of a parameter by the cases of its enum; `nil` if its type is no enum, or if
  /// the user must write samples of all cases.
  mutating func cases(of parameter: SwiftParameter) -> [Case]? {
    let samples = samples(of: parameter)
    guard let type = samples.types.last, type.kind.identifier == "swift.enum",
      !samples.values.isEmpty
    else { return nil }
    var cases: [Case] = []
    for value in samples.values {
      let name = Self.caseName(of: value)
      if let place = cases.firstIndex(where: { $0.name == name }) {
        cases[place].values.append(value)
      } else {
        cases.append(Case(name: name, values: [value]))
      }
    }
    // The compiler may have refused all values of a case, which is then left out.
    let known = machine.samples.samples(of: parameter).values.map {
      Self.caseName(of: machine.samples.implicit($0, as: parameter.type))
    }
    var samplesInside = machine.samples
    samplesInside.scope = type.pathComponents
    for symbol in machine.samples.index.members(of: type, kind: "swift.enum.case") {
      let declaration = SwiftDeclaration(symbol)
      guard !known.contains(declaration.name.unquoted) else { continue }
      let types = declaration.parameters.flatMap {
        samplesInside.samples(of: $0.type, named: $0.name, depth: 1).missing
      }
      cases.append(
        Case(
          name: declaration.name.unquoted, values: [],
          missing: types.map { samplesInside.text(of: $0) }.uniqued()))
    }
    add(samples.types)
    return cases
  }

  private static func caseName(of value: String) -> String {
    // The name of the type may come before the case: `Event<Int>.next(1)`.
    let path = value.unquoted.prefix { $0 != "(" }.split(separator: ".")
    return path.last.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) } ?? ""
  }

  /// Returns the samples of a parameter that the compiler didn't refuse, without the name of their type.
  private func samples(of parameter: SwiftParameter) -> Samples {
    var samples = machine.samples.samples(of: parameter)
    let refused = refusals.values[text(of: parameter)] ?? [:]
    samples.values = samples.values.map { machine.samples.implicit($0, as: parameter.type) }
      .filter { refused[$0] == nil && !refusals.refuseStandIn(in: $0) }
    if !refused.isEmpty, samples.values.isEmpty { samples.missing = [parameter.type] }
    return samples
  }

  /// Returns the type of a parameter as it is written outside of the machine.
  func text(of parameter: SwiftParameter) -> String { machine.samples.text(of: parameter.type) }

  private mutating func add(_ more: [Symbol]) {
    for type in more where !types.contains(where: { $0.id == type.id }) { types.append(type) }
  }

  /// Returns the code of the list of arguments with which a step is tried.
  mutating func list(
    of parameters: [SwiftParameter], for method: ScaffoldedMachine.Method
  ) -> String {
    let lists = parameters.map { list(of: $0, for: method.event) }
    guard parameters.count > 1 else { return lists[0] }
    // A property makes all combinations, with a loop for each parameter.
    var lines: [String] = []
    var counts = parameters.map { samples(of: $0).values.count }
    // If there are too many combinations, the first samples of the longest lists are combined.
    let whole = counts
    while counts.reduce(1, *) > Self.mostCombinations,
      let place = counts.indices.max(by: { counts[$0] < counts[$1] })
    {
      counts[place] -= 1
    }
    for (number, parameter) in parameters.enumerated() {
      let indent = String(repeating: "  ", count: number + 2)
      let isLast = number == parameters.count - 1
      let tuple = Self.tuple(parameters.map { "\($0.name): \($0.name)" }, indent: indent)
      // A cast needs brackets around it before a dot.
      var list = lists[number].contains("] as [") ? "(\(lists[number]))" : lists[number]
      if counts[number] < whole[number] { list += ".prefix(\(counts[number]))" }
      lines.append(
        "\(indent)\(list).\(isLast ? "map" : "flatMap") { \(parameter.name) in"
          + (isLast ? " \(tuple) }" : ""))
    }
    for number in (0..<parameters.count - 1).reversed() {
      lines.append(String(repeating: "  ", count: number + 2) + "}")
    }
    let types = parameters.map { "\($0.name): \(machine.samples.text(of: $0.type))" }
    let type = Self.tuple(types, indent: "  ")
    let name = unused(method.declaration.name.unquoted + "Arguments", type: type)
    // The file, or another step, may have the list already.
    if !written.contains(name), !combinations.contains(where: { $0.name == name }) {
      combinations.append((name, type, lines.map { $0 + "\n" }.joined()))
    }
    return name
  }

  private static let mostCombinations = 60

  /// Returns a tuple, with a line for each element if one line would be too long.
  private static func tuple(_ elements: [String], indent: String) -> String {
    let line = "(\(elements.joined(separator: ", ")))"
    guard line.count > 60 else { return line }
    let start = "\n\(indent)  "
    return "(\(start)\(elements.joined(separator: ",\(start)"))\n\(indent))"
  }

  private mutating func list(of parameter: SwiftParameter, for step: String) -> String {
    let samples = samples(of: parameter)
    let text = text(of: parameter)
    add(samples.types)
    if samples.missing.isEmpty, !samples.areOptional {
      if let type = samples.types.last, samples.types.count == 1, type.path == text,
        machine.samples.index.conforms(type, to: "CaseIterable")
      {
        return "\(text).allCases"
      }
      let list = "[\(samples.values.joined(separator: ", "))]"
      if samples.types.isEmpty, samples.values.count <= 3, list.count <= 60,
        !refusals.inLines.contains(step)
      {
        return ["Bool", "Int", "String", "Double"].contains(text) ? list : "\(list) as [\(text)]"
      }
    }
    if let place = made.firstIndex(where: { $0.type == text && $0.samples.values == samples.values }
    ) {
      made[place].steps.append(step)
      return made[place].name
    }
    let name = unused(Self.name(for: parameter), type: text)
    let isInLines = !refusals.inLines.isDisjoint(with: [step, name])
    made.append(
      Property(name: name, type: text, samples: samples, isInLines: isInLines, steps: [step]))
    return name
  }

  /// Returns an unused name, or one that the file already uses for a list of the same type.
  private mutating func unused(_ name: String, type: String) -> String {
    let names = [name] + (2...).lazy.prefix(100).map { "\(name)\($0)" }
    let free = names.first { taken[$0] == nil || taken[$0] == type } ?? name
    defer { taken[free] = type }
    return free
  }

  private static func name(for parameter: SwiftParameter) -> String {
    var type = parameter.type
    if case .optional(let wrapped) = type { type = wrapped }
    if case .any(let existential) = type { type = existential }
    var name = parameter.name
    if case .named(let path) = type, let last = path.last, last.arguments.isEmpty {
      name = last.name
    }
    // The last of several capitals begins a word: `URLSession` gives `urlSessionSamples`.
    let capitals = name.prefix(while: \.isUppercase)
    let isBeforeWord = name.dropFirst(capitals.count).first?.isLetter ?? false
    let count = capitals.count > 1 && isBeforeWord ? capitals.count - 1 : capitals.count
    return name.prefix(count).lowercased() + name.dropFirst(count) + "Samples"
  }

  /// The code of the new properties, as members of an extension.
  var properties: String {
    let products = combinations.map {
      "\n  private static var \($0.name): [\($0.type)] {\n\($0.lines)  }\n"
    }
    return products.joined() + lists
  }

  private var lists: String {
    made.filter { !written.contains($0.name) }.map { property in
      let values = property.samples.values
      let line = "[\(values.joined(separator: ", "))]"
      // The limit leaves room for `private static var`.
      let isLong =
        !values.isEmpty
        && (property.isInLines || line.count + property.name.count + property.type.count > 70)
      // An argument of an optional type may be `nil`.
      let isFiltered = property.samples.areOptional && !property.type.hasSuffix("?")
      let end = isFiltered ? "]\n    .compactMap(\\.self)" : "]"
      let list =
        isLong || isFiltered
        ? "{\n    [\n      "
          + values.joined(separator: ",\n      ") + (values.count > 1 ? ",\n" : "\n")
          + "    \(end)\n  }"
        : "{ \(line) }"
      var comment = ""
      if values.isEmpty {
        comment = "  // Write one or more here. Until then, not tried: \(names(property.steps)).\n"
      } else if !property.samples.missing.isEmpty {
        comment =
          "  // Write values with \(names(property.samples.missing.map(\.text))), too: no sample is known.\n"
      }
      // Who calls back names what was called before, and a new identifier is another one.
      if values.count == 1, values[0].hasSuffix("()"), property.type.hasSuffix("ID"),
        property.samples.types.contains(where: {
          $0.path == property.type && machine.samples.index.conforms($0, to: "Sendable")
        })
      {
        return "\n\(comment)  private static let \(property.name): [\(property.type)] = \(line)\n"
      }
      return "\n\(comment)  private static var \(property.name): [\(property.type)] \(list)\n"
    }.joined()
  }

  /// The lists that the user must write or complete.
  var placeholders: [Placeholder] {
    made.filter { !written.contains($0.name) && !$0.samples.missing.isEmpty }.map {
      Placeholder(
        property: $0.name, missing: $0.samples.missing.map(\.text).uniqued(),
        isEmpty: $0.samples.values.isEmpty,
        steps: $0.steps.uniqued())
    }
  }

  private func names(_ names: [String]) -> String { ScaffoldReport.few(names.uniqued()) }
}

extension Array where Element: Equatable {
  /// Returns the elements without repetitions, in their order.
  func uniqued() -> [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
