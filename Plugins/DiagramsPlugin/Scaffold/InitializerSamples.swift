extension ArgumentSamples {
  /// Returns values that are made by the shortest initializer whose required arguments all have samples.
  ///
  /// If there is no such initializer, or only one that takes a raw value of which not every one may be allowed, or one
  /// argument of a type with named values, returns static properties of the type, such as `.zero`.
  func values(
    of type: Symbol, _ written: SwiftType, _ arguments: [String: SwiftType], depth: Int
  ) -> Samples {
    if isForStart, index.isServiceClass(type) {
      // A subclass inherits the initializers.
      let samples = made(of: type, .name(type.standIn), arguments, depth: depth)
      if samples.values.first?.hasPrefix("\(type.standIn)(") == true { return samples }
    }
    let samples = made(of: type, written, arguments, depth: depth)
    // A value into which the machine never looks needs no other one.
    guard depth == 0, !isForStart, index.declares(type), type.kind.identifier == "swift.struct",
      let first = Self.usual(samples.values), !isRead(type), !index.conforms(type, to: "OptionSet")
    else { return samples }
    return Samples(values: [first])
  }

  /// Returns a Boolean value that indicates whether the machine's code asks a value for one of its members.
  private func isRead(_ type: Symbol) -> Bool {
    ["swift.property", "swift.method", "swift.enum.case"].flatMap {
      index.members(of: type, kind: $0)
    }
    .contains { literals.reads(property: SwiftDeclaration($0).name.unquoted) }
  }

  /// Returns the values that initializers or static properties of a type make.
  private func made(
    of type: Symbol, _ written: SwiftType, _ arguments: [String: SwiftType], depth: Int
  ) -> Samples {
    // Who makes a value of a class that others refine usually means one of those.
    let refined = index.subclasses(of: type).map { subclass in
      values(of: subclass, .named(subclass.path(arguments: [])), arguments, depth: depth)
    }.filter { !$0.values.isEmpty }
    if !refined.isEmpty {
      return Samples(
        values: refined.flatMap(\.values), missing: refined.flatMap(\.missing),
        types: refined.flatMap(\.types))
    }
    let named = index.members(of: type, kind: "swift.type.property").filter { property in
      guard case .named(let path) = SwiftDeclaration(property).type else { return false }
      return property.hidingWord == nil && path.last?.id == type.id
    }
    // Nobody else keeps what the value doesn't own.
    let unowned =
      isForStart
      ? index.members(of: type, kind: "swift.property").map { SwiftDeclaration($0) }
        .filter(\.isUnowned).map(\.name) : []
    var inside: [SwiftType] = []
    for declaration in initializers(of: type) {
      let label = declaration.parameters.count == 1 ? declaration.parameters[0].label : nil
      if !named.isEmpty, ["rawValue", "integerLiteral"].contains(label) { continue }
      if named.count > 1, declaration.parameters.count(where: { !$0.hasDefault }) == 1 { continue }
      let all = declaration.parameters.map { parameter in
        var parameter = parameter
        parameter.type = parameter.type.replacing(arguments).replacing(self.arguments)
        return parameter
      }
      let required = all.filter { !$0.hasDefault }.map { ($0.label, $0.type) }
      var calls = calls(
        written.text, required, all: false, depth: depth, keeping: unowned)
      if !calls.values.isEmpty { addDefaults(of: all, written.text, to: &calls, depth: depth) }
      if all.isEmpty { addSettings(of: type, written.text, to: &calls, depth: depth) }
      if isForStart, !calls.values.isEmpty, let chosen = chosen(among: all, written.text, depth) {
        calls.values.insert(chosen, at: 0)
      }
      // Nothing is missing where a type contains itself.
      if !calls.values.isEmpty || calls.missing.isEmpty { return calls }
      inside += calls.missing + calls.inside
    }
    if named.isEmpty, depth == 0, let samples = fallible(type, written, arguments) {
      return samples
    }
    // A class without initializers has those of its superclass, which may be in another module.
    if named.isEmpty, type.kind.identifier == "swift.class",
      index.members(of: type, kind: "swift.init").isEmpty
    {
      return Samples(values: ["\(written.text)()"])
    }
    guard named.isEmpty else {
      let isSet = index.conforms(type, to: "OptionSet")
      let options = isSet ? named.filter { literals.reads(property: $0.name) } : named
      return Samples(
        values: (isSet ? ["[]"] : [])
          + options.prefix(Self.mostNamed).map { "\(written.text).\($0.name)" })
    }
    let made = makers(of: type).prefix(Self.mostNamed).flatMap { maker in
      let required = maker.parameters.filter { !$0.hasDefault }
        .map { ($0.label, $0.type.replacing(arguments).replacing(self.arguments)) }
      let function = "\(written.text).\(maker.name)"
      let values = calls(function, required, all: false, depth: depth).values
      // A machine that numbers others is told several of them.
      return countsIdentifiers && depth == 0 && !isForStart
        ? Array(values.prefix(Self.mostNamed)) : Self.usual(values).map { [$0] } ?? []
    }
    return Samples(
      values: made, missing: made.isEmpty ? [written] : [], inside: made.isEmpty ? inside : [])
  }

  /// Returns the functions of a type that make a value of it at once.
  private func makers(of type: Symbol) -> [SwiftDeclaration] {
    index.members(of: type, kind: "swift.type.method").filter { $0.hidingWord == nil }
      .map { SwiftDeclaration($0) }
      .filter { maker in
        guard !maker.isAsync, !maker.canThrow, !maker.isGeneric,
          case .named(let path) = maker.result
        else { return false }
        return path.last?.id == type.id || path.last?.name == "Self"
      }
  }

  /// Returns the values of initializers that may fail: of an argument those that don't, and of a start the first one;
  /// `nil` if no sample of what they take is known.
  private func fallible(
    _ type: Symbol, _ written: SwiftType, _ arguments: [String: SwiftType]
  ) -> Samples? {
    for maker in initializers(of: type, fallible: true) {
      let required = maker.parameters.filter { !$0.hasDefault }
        .map { ($0.label, $0.type.replacing(arguments).replacing(self.arguments)) }
      var calls = calls(written.text, required, all: false, depth: 0)
      guard !calls.values.isEmpty else { continue }
      // Empty texts and zeros are what an initializer refuses most.
      let usual =
        "\(written.text)("
        + required.map { label, type in
          let value = Self.usual(samples(of: type, named: label, depth: 1).values) ?? ""
          return argument(value, of: label, as: type)
        }.joined(separator: ", ") + ")"
      if isForStart {
        calls.values = [(maker.canThrow ? "try! " : "") + usual + (maker.isFailable ? "!" : "")]
      } else {
        calls.values = ([usual] + calls.values).uniqued()
          .map { (maker.canThrow ? "try? " : "") + $0 }
        calls.areOptional = true
      }
      return calls
    }
    return nil
  }

  /// Returns an argument of a call, with its label.
  func argument(_ value: String, of label: String?, as type: SwiftType) -> String {
    (label.map { "\($0): " } ?? "") + implicit(value, as: type)
  }

  /// Returns samples of `Item.ID`, the type of the property `id` of `Item`; `nil` for any other type.
  func identifiers(of path: [SwiftType.Component], depth: Int) -> Samples? {
    guard path.count > 1, path.last?.name == "ID",
      let owner = index.type(named: path.dropLast().map(\.name), inside: scope)
    else { return nil }
    let id = index.members(of: owner, kind: "swift.property").first { $0.name == "id" }
    return id.flatMap { SwiftDeclaration($0).type }.map {
      samples(of: $0, named: nil, depth: depth)
    }
  }

  /// Returns the initializers that are visible, not generic, and always return a value at once.
  ///
  /// Deprecated ones are left out if there are others. Initializers with fewer required arguments come first,
  /// and of these those with more arguments. With `fallible`, they are those that may fail.
  func initializers(of type: Symbol, fallible: Bool = false) -> [SwiftDeclaration] {
    let all = index.members(of: type, kind: "swift.init").filter { $0.hidingWord == nil }
    let hasOthers = all.contains { !$0.isDeprecated }
    return all.filter { !hasOthers || !$0.isDeprecated }
      .map { SwiftDeclaration($0) }
      .filter { !$0.isAsync && !$0.isGeneric && ($0.isFailable || $0.canThrow) == fallible }
      .sorted { first, second in
        let counts = [first, second].map { $0.parameters.count { !$0.hasDefault } }
        return (counts[0], -first.parameters.count, first.title)
          < (counts[1], -second.parameters.count, second.title)
      }
  }

  /// Returns a call that replaces the defaults of settings with which a machine shows less than it can do; `nil` if
  /// there are none.
  private func chosen(
    among parameters: [SwiftParameter], _ function: String, _ depth: Int
  ) -> String? {
    let choices = parameters.map { choice(inPlaceOfDefaultOf: $0, depth: depth) }
    guard choices.contains(where: { $0 != nil }) else { return nil }
    let arguments = zip(parameters, choices).compactMap { parameter, choice -> String? in
      let values = samples(of: parameter.type, named: parameter.label, depth: depth + 1).values
      let value = choice ?? (parameter.hasDefault ? nil : Self.usual(values))
      return value.map { argument($0, of: parameter.label, as: parameter.type) }
    }
    return "\(function)(\(arguments.joined(separator: ", ")))"
  }

  /// Returns what replaces the default of a setting: what is off is switched on, and a high limit is a low one,
  /// which a few steps reach; `nil` for any other argument.
  func choice(inPlaceOfDefaultOf parameter: SwiftParameter, depth: Int = 0) -> String? {
    guard parameter.hasDefault, let name = parameter.label else { return nil }
    if parameter.defaultValue == "false", name.lowercased().hasSuffix("enabled") {
      return isSwitched(name) ? nil : "true"
    }
    // A machine without such a value takes another one each time.
    if parameter.defaultValue == "nil", Self.chances.contains(where: name.lowercased().hasSuffix) {
      return Self.usual(samples(of: parameter.type, named: name, depth: depth + 1).values)
    }
    if let limit = parameter.defaultValue.flatMap(Int.init), limit > Self.highest,
      name.hasPrefix("max"), !Self.sizes.contains(where: name.hasSuffix)
    {
      return "\(Self.lowLimit)"
    }
    guard let type = index.resolved(parameter.type), index.declares(type),
      type.kind.identifier == "swift.struct"
    else { return nil }
    let first = samples(of: parameter.type, named: name, depth: depth + 1).values.first
    return first.flatMap { value in
      value.contains("nabled: true") || value.contains(": \(Self.lowLimit)") ? value : nil
    }
  }

  /// Returns a Boolean value that indicates whether the machine itself sets a property, which nobody else can.
  private func isSwitched(_ name: String) -> Bool {
    guard let type = index.type(named: scope, inside: []) else { return false }
    return index.members(of: type, kind: "swift.property").contains {
      $0.name == name && !$0.isSettable && SwiftDeclaration($0).words.contains("var")
    }
  }

  private static let chances = ["nonce", "seed", "salt"]
  /// The greatest limit that a machine keeps in its diagram.
  private static let highest = 10
  /// The limit in place of a higher one.
  private static let lowLimit = 3
  /// The ends of names that limit something else than the number of things.
  private static let sizes = [
    "Size", "Length", "Bytes", "Interval", "Delay", "Time", "Duration", "Age", "Width", "Height",
  ]

  /// Adds a call for each optional or Boolean argument with a default, in which it has another value, and one for each
  /// case of an enum.
  private func addDefaults(
    of parameters: [SwiftParameter], _ function: String, to calls: inout Samples, depth: Int
  ) {
    for changed in parameters where changed.hasDefault && calls.values.count < Self.most {
      let others = samples(of: changed.type, named: changed.label, depth: depth + 1)
      let values =
        index.isEnum(changed.type.unwrapped)
        ? others.values.filter { changed.defaultValue.map($0.hasSuffix) != true }
        : Self.other(than: changed, among: others.values).map { [$0] } ?? []
      for value in values {
        let arguments = parameters.filter { !$0.hasDefault || $0 == changed }.map { parameter in
          let first = samples(of: parameter.type, named: parameter.label, depth: depth + 1)
          return argument(
            parameter == changed ? value : first.values[0], of: parameter.label, as: parameter.type)
        }
        calls.values.append("\(function)(\(arguments.joined(separator: ", ")))")
        calls.types += others.types
      }
    }
  }

  /// Adds two values for each case of an enum to which a property of a struct can be set, as in generated code whose
  /// initializers take nothing: one with the other properties as they are, and one in which all of them are set.
  private func addSettings(
    of type: Symbol, _ name: String, to calls: inout Samples, depth: Int
  ) {
    guard type.kind.identifier == "swift.struct", depth < 2 else { return }
    var samplesInside = self
    samplesInside.scope = type.pathComponents
    let properties = index.members(of: type, kind: "swift.property").filter(\.isSettable)
      .map { SwiftDeclaration($0) }.filter { $0.type != nil }
    /// Returns the code that sets a property to each of its samples.
    func settings(of property: SwiftDeclaration) -> [String] {
      let samples = samplesInside.samples(
        of: property.type!, named: property.name, depth: depth + 1)
      return samples.values.map { "value.\(property.name) = \(implicit($0, as: property.type!)); " }
    }
    let enums = properties.filter { index.isEnum($0.type) }
    for property in enums {
      let others = properties.filter { $0.name != property.name }.compactMap {
        settings(of: $0).last
      }
      for setting in settings(of: property).prefix(Self.most / 2) {
        for rest in [""] + (others.isEmpty ? [] : [others.joined()]) {
          calls.values.append(
            "{ () -> \(name) in var value = \(name)(); \(setting)\(rest)return value }()")
        }
      }
    }
  }

  /// Returns a value that differs from the default of a parameter, if its type is an optional or `Bool`.
  private static func other(than parameter: SwiftParameter, among values: [String]) -> String? {
    switch parameter.defaultValue {
    case "nil":
      let some = values.filter { $0 != "nil" }
      return some.first { !["0", "[]", "[:]", "\"\""].contains($0) } ?? some.first
    case "true" where parameter.type.text == "Bool": return "false"
    case "false" where parameter.type.text == "Bool": return "true"
    default: return parameter.type.unwrapped == parameter.type ? nil : "nil"
    }
  }

  /// The greatest number of combinations of the arguments with which a machine decides.
  private static let mostDecisions = 32
  /// The number of combinations of arguments up to which all are used, and not only a few.
  private static let combinations = 8

  /// Returns all combinations of the arguments that the machine reads to decide: Booleans and enums, with the first
  /// value of each other argument; none if there is at most one of these.
  private func combinations(
    of lists: [[String]], of parameters: [(label: String?, type: SwiftType)]
  ) -> [[String]] {
    var rows: [[String]] = [[]]
    var count = 0
    for (list, parameter) in zip(lists, parameters) {
      let decides =
        (parameter.type.text == "Bool" || index.isEnum(parameter.type))
        && parameter.label.map(literals.reads) == true
        && rows.count * list.count <= Self.mostDecisions
      if decides { count += 1 }
      rows = rows.flatMap { row in list.prefix(decides ? list.count : 1).map { row + [$0] } }
    }
    return count > 1 ? rows : []
  }

  /// Returns the combinations of each case that tells what happens with another value of each other argument that the
  /// machine reads: a touch that moves says where to.
  private func details(
    besides first: [String], of lists: [[String]],
    of parameters: [(label: String?, type: SwiftType)]
  ) -> [[String]] {
    let read = parameters.indices.filter { place in
      parameters[place].label.map(literals.reads) == true && lists[place].count > 1
    }
    let kinds = read.filter { index.isEnum(parameters[$0].type) }
    guard let kind = kinds.min(by: { lists[$0].count < lists[$1].count }) else { return [] }
    let rows = read.filter { !kinds.contains($0) }.flatMap { place in
      let other = lists[place].first { $0 != first[place] } ?? first[place]
      return lists[kind].map { value in
        var row = first
        (row[kind], row[place]) = (value, other)
        return row
      }
    }
    return Array(rows.prefix(Self.mostDecisions))
  }

  /// Returns calls of a function with samples as arguments.
  ///
  /// With `all`, the calls have all combinations of samples if these are few. Otherwise, they differ from the
  /// first call in one argument each, so that nobody takes one argument for the reason of another's effect.
  /// If the value is inside of another one, each sample of each argument is in one call at least.
  func calls(
    _ function: String, _ parameters: [(label: String?, type: SwiftType)], all: Bool, depth: Int,
    keeping kept: [String] = []
  ) -> Samples {
    let samples = parameters.map { self.samples(of: $0.type, named: $0.label, depth: depth + 1) }
    var result = Samples(
      values: [], missing: samples.flatMap(\.missing), inside: samples.flatMap(\.inside),
      types: samples.flatMap(\.types))
    guard samples.allSatisfy({ !$0.values.isEmpty }) else { return result }
    let lists = zip(samples, parameters).map { samples, parameter in
      samples.values.map { value in
        kept.contains(parameter.label ?? "")
          ? "StandIn.kept(\(value))" : implicit(value, as: parameter.type)
      }
    }
    var rows: [[String]] = [[]]
    if all && lists.map(\.count).reduce(1, { min($0 * $1, Self.most) }) <= Self.combinations {
      for list in lists { rows = rows.flatMap { row in list.map { row + [$0] } } }
    } else {
      let count = min(lists.map(\.count).max() ?? 1, Self.most)
      // Two numbers, such as a lower and an upper limit, differ.
      rows = (0..<count).map { number in
        lists.enumerated().map { $1[(number + ($1 == ["0", "1"] ? $0 : 0)) % $1.count] }
      }
      if all || depth == 0 {
        let first = rows[0]
        let values = lists.enumerated().map { place, list in list.filter { $0 != first[place] } }
        // The rows may be cut, so the second value of each argument comes before the third of any.
        let others = (0..<count).flatMap { number in
          values.indices.filter { values[$0].count > number }.map { place in
            first.indices.map { $0 == place ? values[place][number] : first[$0] }
          }
        }
        rows = [first] + others.prefix(Self.most - 1)
        if !all {
          let more = details(besides: first, of: lists, of: parameters)
          rows = (combinations(of: lists, of: parameters) + rows + more).uniqued()
        }
      }
    }
    result.values = rows.map { row in
      let arguments = zip(parameters, row).map { parameter, value in
        (parameter.label.map { "\($0): " } ?? "") + value
      }
      return "\(function)(\(arguments.joined(separator: ", ")))"
    }
    return result
  }
}
