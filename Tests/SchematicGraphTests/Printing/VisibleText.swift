@testable import SchematicGraph

extension String {
  /// The text as notations show it that cannot hold every character: one kind of line break, and
  /// pictures of control characters except those given.
  func visible(keeping kept: Set<Unicode.Scalar> = ["\n", "\t"]) -> [Unicode.Scalar] {
    VisibleCharacter.scalars(of: self).map { scalar in
      kept.contains(scalar) ? scalar : VisibleCharacter.replacement(of: scalar) ?? scalar
    }
  }

  /// The text with what a pattern finds replaced by the character that a number in it names.
  func decoding(_ pattern: Regex<(Substring, Substring)>, radix: Int) -> String {
    replacing(pattern.matchingSemantics(.unicodeScalar)) { match in
      UInt32(match.output.1, radix: radix).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
    }
  }

  /// Whether a pattern is found, whatever stands around it: an accent that follows a character is not
  /// part of it to those who read these texts.
  func finds<Output>(_ pattern: Regex<Output>) -> Bool {
    firstMatch(of: pattern.matchingSemantics(.unicodeScalar)) != nil
  }

  /// The text with a word in place of what a pattern finds.
  func putting<Output>(_ word: String, for pattern: Regex<Output>) -> String {
    replacing(pattern.matchingSemantics(.unicodeScalar), with: word)
  }
}
