/// The services with which a machine starts or that a step gives it, and what they throw.
extension ArgumentSamples {
  /// Returns a closure that stands in for a service; `nil` if a type is no function, or one that
  /// always answers at once with something else than `Bool`.
  func standIn(for type: SwiftType, named name: String) -> String? {
    var function = type.unwrapped
    if let alias = aliased(function) { function = alias.replacing(arguments).unwrapped }
    guard case .function(let parameters, let result, let text) = function else { return nil }
    let effects = SwiftText(text).effects
    guard
      isForStart || result.text == "Bool" || result.isVoid || effects.contains("async")
        || effects.contains("throws")
    else { return nil }
    return StandIns.closure(
      named: name, taking: parameters.map { $0.replacing(arguments) },
      returning: result.replacing(arguments), text, self)
  }

  /// Returns what replaces the default of an argument with which a machine starts: a service usually acts outside of
  /// the program, and a function often tells the time.
  func standIn(forDefaultOf parameter: SwiftParameter) -> String? {
    let type = parameter.type.replacing(arguments).unwrapped
    if case .function(_, let result, _) = aliased(type) ?? type {
      return result.isVoid ? nil : samples(of: parameter).values.last
    }
    if hasMethods(type) { return samples(of: parameter).values.last }
    return choice(inPlaceOfDefaultOf: parameter)
  }

  /// Returns a Boolean value that indicates whether a type is a service whose methods do something.
  func hasMethods(_ type: SwiftType) -> Bool {
    let type = type.replacing(arguments).unwrapped
    let symbol = index.resolved({ if case .any(let inner) = type { inner } else { type } }())
    guard let symbol else { return false }
    return symbol.kind.identifier == "swift.protocol" && index.hasMethods(symbol)
      || index.isServiceClass(symbol)
  }

  /// The errors that services throw: one that nobody knows, and those that the machine tells apart.
  var errors: [String] {
    let known = index.types.filter {
      literals.caught.contains($0.name) && $0.hidingWord == nil && index.isError($0)
    }
    let values = known.flatMap { type in
      samples(of: .named(type.path(arguments: [])), depth: 1).values.filter { value in
        let name = value.dropFirst(type.path.count + 1).prefix {
          $0.isLetter || $0.isNumber || $0 == "_"
        }
        return literals.reads(property: String(name))
      }.prefix(Self.mostErrors)
    }
    return ["StandIn.Failure()"] + values
  }

  /// The number of errors of one type that a service throws.
  private static let mostErrors = 3
}
