/// The words of a name in camel or snake case.
///
/// `waitForCoin` becomes `wait for coin`. Acronyms stay in capitals (`HTTPError`: `HTTP error`),
/// even in the plural (`listURLs`: `list URLs`). A number is a word (`retry3Times`:
/// `retry 3 times`) and includes any lowercase letters that follow it (`show3dView`:
/// `show 3d view`). After an acronym, the number is part of the acronym (`playMP3File`:
/// `play MP3 file`).
///
/// The compiler plugin links to this file: `@Graphable` and diagrams make the same words of a name.
package struct IdentifierWords {
  package let text: String

  package init(of name: String) {
    // A raw identifier with a space is prose already.
    guard !name.contains(" ") else {
      text = name
      return
    }
    let words = name.split(separator: "_").flatMap { Self.words(in: Array($0)) }
    // A name that consists of underscores has no words.
    text = words.isEmpty ? name : words.joined(separator: " ")
  }

  private static func words(in letters: [Character]) -> [String] {
    var words: [String] = []
    var start = 0
    while start < letters.count {
      let end = Self.end(of: start, in: letters)
      words.append(spelled(letters[start..<end]))
      start = end
    }
    return words
  }

  /// Returns the end of the word that starts at a position.
  private static func end(of start: Int, in letters: [Character]) -> Int {
    func run(_ position: Int, while holds: (Character) -> Bool) -> Int {
      letters[position...].firstIndex { !holds($0) } ?? letters.count
    }
    if letters[start].isNumber {
      return run(run(start, while: \.isNumber), while: \.isSmall)
    }
    let capitals = run(start, while: \.isUppercase)
    guard capitals > start + 1 else { return run(max(capitals, start + 1), while: \.isSmall) }
    guard capitals < letters.count else { return capitals }
    if letters[capitals].isNumber { return run(capitals, while: \.isNumber) }
    let next = capitals + 1
    let isPlural =
      letters[capitals] == "s" && (next == letters.count || !letters[next].isSmall)
    if isPlural { return next }
    // The last capital begins the next word: the `E` of `HTTPError`.
    return capitals - 1
  }

  private static func spelled(_ word: ArraySlice<Character>) -> String {
    let isAcronym = word.prefix(while: \.isUppercase).count > 1
    return isAcronym ? String(word) : String(word).lowercased()
  }
}

extension Character {
  /// A Boolean value that indicates whether the character is neither a capital letter nor a number.
  fileprivate var isSmall: Bool { !isUppercase && !isNumber }
}
