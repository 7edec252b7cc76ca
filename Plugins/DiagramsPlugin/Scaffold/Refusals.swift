/// An error of the compiler in a file that was written.
struct CompilerError: Hashable {
  /// The number of the line, from 1.
  let line: Int
  let message: String

  /// Reads the errors of a file in the log of a build.
  static func all(of file: String, in log: String) -> [CompilerError] {
    var errors: [CompilerError] = []
    for text in log.split(separator: "\n") {
      guard let place = text.firstRange(of: "\(file):"), text.hasPrefix(file) else { continue }
      let parts = text[place.upperBound...].split(separator: ":", maxSplits: 3)
      guard parts.count == 4 || parts.count == 3, let line = Int(parts[0]) else { continue }
      let rest = parts.dropFirst().drop { Int($0) != nil }.joined(separator: ":").trimmed
      guard rest.hasPrefix("error:") else { continue }
      let error = CompilerError(line: line, message: String(rest.dropFirst("error:".count)).trimmed)
      if !errors.contains(error) { errors.append(error) }
    }
    return errors
  }
}

/// What the compiler refused in a new file, so that the file is written without it.
struct Refusals {
  /// The steps and properties whose lists are written with a line for each value, because the compiler then
  /// tells which value it refuses.
  private(set) var inLines: Set<String> = []
  /// The messages about values, by the types of their lists.
  private(set) var values: [String: [String: String]] = [:]
  /// The messages about steps, by their events.
  private(set) var steps: [String: String] = [:]
  /// The methods and properties of stand-ins that have no answer, such as `ServerStandIn.signIn`.
  private(set) var refusedAnswers: Set<String> = []
  /// The properties of a new machine to which nothing is assigned.
  private(set) var settings: Set<String> = []
  /// The classes from which stand-ins inherit, because their protocols require it, by the names of the stand-ins.
  private(set) var superclasses: [String: String] = [:]
  /// The messages about stand-ins, by their names.
  private(set) var standIns: [String: String] = [:]
  /// A Boolean value that indicates whether the code that makes a machine is refused.
  private(set) var isStartRefused = false
  /// A Boolean value that indicates whether other modules of the package can't see the graph.
  private(set) var isHidden = false

  /// Returns a Boolean value that indicates whether code makes a stand-in that the compiler refused.
  func refuseStandIn(in code: String) -> Bool {
    standIns.keys.contains { code.contains("\($0)(") }
  }

  /// Adds what errors refuse; returns `false` if no error is in something that can be left out.
  mutating func add(_ errors: [CompilerError], in text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isNew = false
    for error in errors where lines.indices.contains(error.line - 1) {
      isNew = add(error, at: error.line - 1, in: lines) || isNew
    }
    return isNew
  }

  private mutating func add(_ error: CompilerError, at place: Int, in lines: [String]) -> Bool {
    let starts = [
      "        .step(", "  private static var ", "      .value(", "      .made(", "      ]",
    ]
    let isStart: (String) -> Bool = { line in
      starts.contains(where: line.hasPrefix) || line.contains("static var ")
        || line.contains("static func ") || line.hasPrefix("private func")
        || line.hasPrefix("private final class ") || line.hasPrefix("private actor ")
    }
    guard let first = lines[...place].lastIndex(where: isStart) else { return false }
    let head = lines[first]
    let end = lines[(first + 1)...].firstIndex(where: isStart)
    let piece = lines[first..<(end ?? lines.count)]
    let value = lines[place].trimmed
    if head.hasPrefix("private"), head.contains("StandIn: ") {
      let name = head.prefix { $0 != ":" }.split(separator: " ").last.map(String.init) ?? ""
      return refuse(standIn: name, lines[first...place], error)
    }
    if head.hasPrefix(starts[0]) {
      let code = piece.joined(separator: "\n")
      guard let event = Self.text(in: code, from: "\"", to: "\"") else { return false }
      if lines[place].hasPrefix("            "), value.hasSuffix(",") {
        return add(value: value, of: Self.text(in: code, from: "] as [", to: "]\n"), error)
      }
      return code.contains("with: [") && inLines.insert(event).inserted || refuse(event, error)
    }
    if head.hasPrefix(starts[1]) {
      let name = head.dropFirst(starts[1].count).prefix { $0 != ":" }
      let type = Self.text(in: head, from: ": [", to: "] {")
      if place > first, piece.contains("    ["), lines[place].hasPrefix("      ") {
        return add(value: value, of: type, error)
      }
      if head.contains("{ ["), inLines.insert(String(name)).inserted { return true }
      return refuseSteps(with: name, in: lines, error)
    }
    if head.hasPrefix("      ]") { return false }
    if head.contains("func makeMachine()"), value.hasPrefix("machine.") {
      return settings.insert(value.dropFirst(8).prefix { $0 != " " }.description).inserted
    }
    if head.hasPrefix("      .") || head.contains("func makeMachine()") {
      defer { isStartRefused = true }
      return !isStartRefused
    }
    defer { isHidden = true }
    return !isHidden && head.contains("package static")
  }

  /// Refuses the answer in which an error is, or else the whole type.
  private mutating func refuse(
    standIn name: String, _ lines: ArraySlice<String>, _ error: CompilerError
  ) -> Bool {
    if let superclass = Self.text(in: error.message, from: "inherit from '", to: "'"),
      superclasses[name] == nil
    {
      superclasses[name] = superclass
      return true
    }
    let isMember: (String) -> Bool = {
      $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  }")
    }
    if let head = lines.last(where: isMember),
      lines.last.map(isMember) == false || head.contains("override ")
    {
      let words = head.split { !$0.isLetter && !$0.isNumber && !"_`".contains($0) }
      let place = words.firstIndex { ["func", "var"].contains($0) }
      if let place, words.indices.contains(place + 1) {
        let answer = "\(name).\(String(words[place + 1]).unquoted)"
        // A method that isn't overridden has no error any more, and may have had two.
        if refusedAnswers.insert(answer).inserted { return true }
        if head.contains("override ") { return false }
      }
    }
    return standIns.updateValue(error.message, forKey: name) == nil
  }

  private mutating func add(value: String, of type: String?, _ error: CompilerError) -> Bool {
    guard let type else { return false }
    let value = value.hasSuffix(",") ? String(value.dropLast()) : value
    return values[type, default: [:]].updateValue(error.message, forKey: value) == nil
  }

  private mutating func refuse(_ event: String, _ error: CompilerError) -> Bool {
    if steps[event] != nil { return false }
    steps[event] = error.message
    return true
  }

  /// Refuses the steps that use a property, or a property that uses it.
  private mutating func refuseSteps(
    with name: Substring, in lines: [String], _ error: CompilerError
  ) -> Bool {
    var isNew = false
    var property: Substring = ""
    var event = ""
    for line in lines {
      if line.hasPrefix("  private static var ") {
        property = line.dropFirst(21).prefix { $0 != ":" }
      }
      if line.hasPrefix("        .step("), let name = Self.text(in: line, from: "\"", to: "\"") {
        event = name
      }
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      guard words.contains(name) else { continue }
      if property.isEmpty {
        isNew = refuse(event, error) || isNew
      } else if property != name {
        isNew = refuseSteps(with: property, in: lines, error) || isNew
      }
    }
    return isNew
  }

  private static func text(in line: String, from start: String, to end: String) -> String? {
    guard let first = line.firstRange(of: start),
      let last = line[first.upperBound...].firstRange(of: end)
    else { return nil }
    return String(line[first.upperBound..<last.lowerBound])
  }
}
