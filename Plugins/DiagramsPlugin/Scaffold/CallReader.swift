/// A reader that finds the calls of methods in Swift code and comments, but not in string literals.
struct CallReader {
  struct Call {
    let name: String
    let labels: [String?]
    let isInComment: Bool
    /// A Boolean value that indicates whether the call is `$0.name(…)`.
    let isOfMachine: Bool
  }

  private let text: SwiftText

  init(_ text: String) {
    self.text = SwiftText(text)
  }

  /// The calls after a name and a dot, such as `$0.push()`.
  var calls: [Call] {
    var calls: [Call] = []
    let characters = text.characters
    for place in characters.indices.dropFirst()
    where characters[place - 1] == "." && text.parts[place] != .text && text.isWord(place) {
      // Enum cases look like calls, and are left out: `.close(nil)`, `Event.close(nil)`.
      var start = place - 1
      while text.isWord(start - 1) { start -= 1 }
      let isOfCall = place > 1 && characters[place - 2] == ")"
      guard isOfCall || start < place - 1 && !characters[start].isUppercase else { continue }
      let name = text.word(from: place)
      let open = place + name.count
      guard open < characters.count, characters[open] == "(" else { continue }
      calls.append(
        Call(
          name: name, labels: labels(from: open), isInComment: text.parts[place] == .comment,
          isOfMachine: place >= 3 && characters[place - 3] == "$" && characters[place - 2] == "0"))
    }
    return calls
  }

  /// The place of the `]` that closes the list in which the first `.step` is.
  var endOfSteps: String.Index? {
    var open: [Int] = []
    for (place, character) in text.characters.enumerated() where text.parts[place] == .code {
      if character == "[" { open.append(place) }
      if character == "]" { _ = open.popLast() }
      guard character == ".", text.word(from: place + 1) == "step", let start = open.last else {
        continue
      }
      return text.closing(start).map { index($0) }
    }
    return nil
  }

  /// The place of the last character that is neither white space nor part of a comment.
  var lastCode: String.Index? {
    text.characters.indices.last {
      text.parts[$0] != .comment && !text.characters[$0].isWhitespace
    }.map { index($0) }
  }

  private func index(_ place: Int) -> String.Index {
    let string = String(text.characters)
    return string.index(string.startIndex, offsetBy: place)
  }

  /// Returns the label of each argument after an opening bracket; `nil` for an argument without a label.
  private func labels(from open: Int) -> [String?] {
    guard let end = text.closing(open) else { return [] }
    var labels: [String?] = []
    var depth = 0
    var argument = ""
    func add() {
      let trimmed = argument.drop(while: \.isWhitespace)
      guard !trimmed.isEmpty else { return }
      let name = trimmed.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) }
      let rest = trimmed.dropFirst(name.count).drop(while: \.isWhitespace)
      labels.append(!name.isEmpty && rest.first == ":" ? String(name) : nil)
    }
    for place in (open + 1)..<end {
      let character = text.characters[place]
      if text.parts[place] == text.parts[open] {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        if character == ",", depth == 0 {
          add()
          argument = ""
          continue
        }
      }
      argument.append(character)
    }
    add()
    return labels
  }
}
