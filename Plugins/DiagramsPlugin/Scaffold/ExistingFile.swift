/// A file of an earlier run, which the user may have edited, and to which steps can be added.
struct ExistingFile {
  private(set) var text: String
  private let found: [CallReader.Call]

  init(_ text: String) {
    self.text = text
    found = CallReader(text).calls
  }

  /// The types of the file's static properties, by name: for a list, the type of its elements, and
  /// otherwise an empty text.
  var properties: [String: String] {
    var properties: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let start = line.firstRange(of: "static var ") ?? line.firstRange(of: "static let ")
      guard let start else { continue }
      let rest = line[start.upperBound...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let type = rest.dropFirst(name.count)
      let end = type.firstRange(of: "] {") ?? type.firstRange(of: "] =")
      // A property that doesn't begin like a list of samples gets no type, so that no step uses it.
      properties[String(name)] =
        type.hasPrefix(": [")
        ? end.map { String(type[..<$0.lowerBound].dropFirst(": [".count)) } ?? "" : ""
    }
    return properties
  }

  /// Returns a Boolean value that indicates whether the file calls a method, even in a comment.
  func calls(_ declaration: SwiftDeclaration) -> Bool {
    found.contains { $0.name == declaration.name && declaration.canBeCalled(with: $0.labels) }
  }

  /// The name of a function whose `switch` doesn't compile if an event has no step.
  static let guardOfEvents = "hasStep"

  /// A Boolean value that indicates whether the file has the function `hasStep`.
  var hasGuardOfEvents: Bool { text.contains("func \(Self.guardOfEvents)(") }

  /// Returns a Boolean value that indicates whether the file has a step for an event, even in a comment.
  func names(_ event: String) -> Bool { text.contains(".step(\"\(event)\"") }

  /// Adds events to the `switch` of the function `hasStep` that takes events of a type.
  mutating func append(events: [String], of type: String) {
    let function = "func \(Self.guardOfEvents)(_ event: \(type))"
    guard let start = text.firstRange(of: function),
      let list = text[start.upperBound...].firstRange(of: "case ")
    else { return }
    let known = text[list.upperBound...].prefix { $0 != ":" }
    let new = events.map { String($0.split(separator: ".").last ?? "") }.filter { event in
      !known.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == event }
    }
    text.insert(contentsOf: new.map { ".\($0), " }.joined(), at: list.upperBound)
  }

  /// Returns the methods that steps call but that the machine doesn't have.
  func callsToNone(of members: [SwiftDeclaration]) -> [String] {
    var gone: [String] = []
    for call in found where call.isOfMachine && !call.isInComment {
      let isKnown = members.contains {
        $0.name == call.name && ($0.type != nil || $0.canBeCalled(with: call.labels))
      }
      let title = "\(call.name)(\(call.labels.map { "\($0 ?? "_"):" }.joined()))"
      if !isKnown, !gone.contains(title) { gone.append(title) }
    }
    return gone
  }

  /// Adds steps at the end of the list of steps; returns `false` if the file has no such list.
  mutating func append(steps: String) -> Bool {
    guard let place = CallReader(text).endOfSteps else { return false }
    var start = text[..<place]
    while start.last == " " { start.removeLast() }
    if start.last != "\n" { start += "\n" }
    // The last step may have no comma. The comma goes before any comment behind that step.
    if let last = CallReader(String(start)).lastCode, ![",", "["].contains(start[last]) {
      start.insert(",", at: start.index(after: last))
    }
    text = start + steps + "      " + text[place...]
    return true
  }

  mutating func append(imports: [String]) {
    guard !imports.isEmpty else { return }
    let new = imports.map { $0 + "\n" }.joined()
    let place = text.firstRange(of: "import ").map { range in
      text[..<range.lowerBound].lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex
    }
    text.insert(contentsOf: new, at: place ?? text.startIndex)
  }

  mutating func append(_ more: String) { text += more }
}

extension SwiftDeclaration {
  /// Returns a Boolean value that indicates whether a call with these labels fits the declaration.
  ///
  /// Arguments with defaults and trailing closures may be missing.
  func canBeCalled(with labels: [String?]) -> Bool {
    var rest = labels[...]
    for parameter in parameters {
      if let first = rest.first, first == parameter.label {
        rest.removeFirst()
        continue
      }
      if case .function = parameter.type { continue }
      guard parameter.hasDefault else { return false }
    }
    return rest.isEmpty
  }
}
