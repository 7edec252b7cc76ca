import SchematicCases
import SchematicGraph

// The answers that stand in for those of services.
extension MachineSurroundings {
  /// Returns the answer to a question, of which both are tried in a step; `false` elsewhere.
  func holds(_ question: String) -> Bool { answers?.answer(question) ?? false }

  /// Returns one of several values, each of which is tried in a step; elsewhere, the first one.
  func choice<Value>(of name: String, among values: [Value]) -> Value {
    guard let answers else { return values[0] }
    if let flags = values as? [Bool], Set(flags).count == 2 {
      return answers.answer(name) as! Value
    }
    let texts = Self.texts(of: values)
    let choice = GuardChoice(name: name, answers: texts)
    for (value, text) in zip(values, texts).dropLast()
    where answers.answer("\(name) is \(text)", of: choice) {
      return value
    }
    return values[values.count - 1]
  }

  /// Returns texts that tell values apart: the names of their cases, the values themselves, or numbers.
  private static func texts(of values: [Any]) -> [String] {
    let trees = values.map { ValueTree($0) }
    let names = trees.map { $0.caseName ?? $0.text }
    // Of several failures, their cases tell more.
    let texts = Set(names).count == values.count ? names : trees.map(\.text)
    return Set(texts).count == values.count && texts.allSatisfy { $0.count <= 40 }
      ? texts : values.indices.map { "the answer \($0 + 1)" }
  }
}
