@testable import SchematicGraph
import SchematicTestKit

/// The notations besides DOT, each with the folder and the extension of its goldens.
enum Notation: String, CaseIterable {
  case mermaid = "Mermaid/.mmd"
  case plantUML = "PlantUML/.puml"
  case markdown = "Markdown/.md"
  case text = "Text/.txt"
  case json = "JSON/.json"

  var folder: String { rawValue.split(separator: "/").first.map(String.init) ?? "" }
  var fileExtension: String { rawValue.split(separator: "/").last.map(String.init) ?? "" }

  func text(of graph: StateGraph, name: String = "StateMachine") -> String {
    switch self {
    case .mermaid: graph.mermaid()
    case .plantUML: graph.plantUML()
    case .markdown: graph.markdownTable()
    case .text: graph.textPicture()
    case .json: graph.json()
    }
  }
}

extension StateGraph {
  /// A graph in which a text stands wherever text may stand.
  static func everywhere(_ text: String) -> StateGraph {
    StateGraph(
      states: [
        State(identifier: text, label: text),
        State(identifier: "inside", label: text, parent: text),
        State(identifier: "over", label: text, isFinal: true, parent: text),
      ],
      composites: [CompositeState(identifier: text, label: text)],
      transitions: [
        Rule(
          source: text, target: "inside", trigger: .event(text), conditions: [.guard(text)],
          effect: .external(action: text), change: text),
        Rule(source: text, target: "over", trigger: .event(text)),
        Rule(source: "inside", target: text, trigger: .event(text), effect: .internal()),
        Rule(source: text, trigger: .event(text), effect: .internal(), change: text),
      ],
      rejections: [
        Rule(
          source: text, trigger: .event(text), conditions: [.guard(text)],
          effect: .rejected(reason: text)),
        Rule(source: "inside", trigger: .event(text), effect: .rejected()),
      ],
      initialState: text)
  }
}

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
