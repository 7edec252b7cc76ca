/// A reason why no file was written.
enum ScaffoldError: Error, Equatable, CustomStringConvertible {
  case unknownType(String, near: [String])
  case hasExecutor(String, place: String)
  case severalTypes(String, [String])
  case hiddenType(String, place: String, isLocal: Bool)
  case hidden(String, [String])
  case noMethods(String, place: String, left: [String])
  case genericParameter(
    String, place: String, parameter: String, constraints: [String], example: String)
  case noListOfSteps(String)
  case unreadable(String, because: String)
  case outside(String, leadsTo: String)

  var description: String {
    switch self {
    case .unknownType(let name, let near):
      "no type of this package is named \(name)"
        + (near.isEmpty
          ? "; write its name as in the code, Outer.Inner if it is inside another"
          : "; did you mean \(near.joined(separator: ", or "))?")
    case .hasExecutor(let name, let place):
      "\(place): \(name) is an actor with an executor of its own, so no step can call its methods; scaffold "
        + "the machine that it holds"
    case .severalTypes(let name, let found):
      "several types are named \(name); write the whole name: \(found.joined(separator: ", "))"
    case .hiddenType(let name, let place, true):
      "\(place): \(name) is declared inside of a function, which no other file can reach; move it out"
    case .hiddenType(let name, let place, false):
      "\(place): the compiler knows no \(name); it may be in an #if that doesn't hold here"
    case .hidden(let name, let words):
      "other files can't see \(name); make it internal, and run this again: "
        + words.joined(separator: ", ")
    case .noMethods(let name, let place, let left):
      "\(place): \(name) has no method that changes it"
        + (left.isEmpty ? "" : " and can be called from another file")
        + "; name the type whose methods are the events, or, if a function returns the next state, list "
        + "StateGraph(initial: …, step: …)"
        + (left.isEmpty ? "" : ". Left out: \(left.joined(separator: "; "))")
    case .genericParameter(let name, let place, let parameter, let constraints, let example):
      "\(place): nothing is known that can stand for \(parameter) of \(name)"
        + (constraints.isEmpty ? "" : ", which is \(constraints.joined(separator: " and "))")
        + "; name such a type in quotes: '\(example)'"
    case .noListOfSteps(let file):
      "\(file) has no list with a .step, so nothing can be added to it; write another file with "
        + "--output, or move this one away"
    case .unreadable(let file, let reason):
      "\(file) cannot be read, so it is left alone: \(reason); mend it, or write another file with "
        + "--output"
    case .outside(let file, let target):
      "\(file) leads out of the package, to \(target), where nothing is written; write another file "
        + "with --output"
    }
  }
}
