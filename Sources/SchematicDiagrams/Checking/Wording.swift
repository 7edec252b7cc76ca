/// What a text says, whatever its blanks, line endings and rules of tables.
///
/// Editors and formatters align the columns of tables and end lines as they like.
struct Wording: Equatable {
  private let lines: [String]

  init(of text: String) {
    lines = text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace).map { word in
        word.contains("---") && word.allSatisfy { $0 == "-" || $0 == ":" }
          ? String(word).replacing(/-+/, with: "-") : String(word)
      }
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }
}
