/// A file that somebody has edited, read as far as needed to add steps to it.
struct ExistingFile {
  private(set) var text: String
  private let found: [CallReader.Call]

  init(_ text: String) {
    self.text = text
    found = CallReader(text).calls
  }

  /// The lists of samples that the file declares, and their types.
  var properties: [String: String] {
    var properties: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let start = line.firstRange(of: "static var ") ?? line.firstRange(of: "static let ")
      guard let start else { continue }
      let rest = line[start.upperBound...]
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let type = rest.dropFirst(name.count)
      let end = type.firstRange(of: "] {") ?? type.firstRange(of: "] =")
      // A list of another form belongs to somebody else.
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

  /// Returns the calls of methods that the machine doesn't have.
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

  /// Adds steps at the end of the list; returns `false` if there is none.
  mutating func append(steps: String) -> Bool {
    guard let place = CallReader(text).endOfSteps else { return false }
    var start = text[..<place]
    while start.last == " " { start.removeLast() }
    if start.last != "\n" { start += "\n" }
    // The last step may have no comma; comments after it stay with it.
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
  /// Returns a Boolean value that indicates whether labels are those of a call: defaults and closures
  /// after the call may be missing.
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
