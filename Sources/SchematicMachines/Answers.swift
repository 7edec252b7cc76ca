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
    if let questions = Self.questions(about: name, values) {
      for (value, question) in zip(values.dropFirst(), questions) where answers.answer(question) {
        return value
      }
      return values[0]
    }
    let texts = Self.texts(of: values)
    let choice = GuardChoice(name: name, answers: texts)
    for (value, text) in zip(values, texts).dropLast()
    where answers.answer("\(name) is \(text)", of: choice) {
      return value
    }
    return values[values.count - 1]
  }

  /// Returns the property in which each value of a struct differs from the first one, as `load.isLast`; `nil` if the
  /// values are no structs or differ in more.
  private static func questions(about name: String, _ values: [Any]) -> [String]? {
    let all = values.map { value in
      let reflected = ReflectedValue(value)
      return reflected.kind == .struct
        ? reflected.parts.map { ($0.label ?? "", valueText(of: $0.value, ignoring: .none)) } : []
    }
    let questions = all.dropFirst().compactMap { parts -> String? in
      let differing = zip(all[0], parts).filter { $0 != $1 }.map(\.1)
      guard parts.count == all[0].count, differing.count == 1, differing[0].1.count <= 40 else {
        return nil
      }
      let question = "\(name).\(differing[0].0)"
      return differing[0].1 == "true" ? question : "\(question) is \(differing[0].1)"
    }
    return Set(questions).count == values.count - 1 ? questions : nil
  }

  /// Returns texts that tell values apart: the names of their cases, the values themselves, or numbers.
  private static func texts(of values: [Any]) -> [String] {
    let names = values.compactMap { value in
      let reflected = ReflectedValue(value)
      let parts = reflected.kind == .tuple ? reflected.parts : []
      // A callback with a value or an error gets one of the two.
      let given = parts.compactMap { ReflectedValue.unwrapped($0.value) }
      if parts.count > 1, given.count == 1 { return typeText(of: given[0]) }
      return reflected.isNil ? "nil" : ReflectedCase(of: value)?.name
    }
    if Set(names).count == values.count { return names }
    // Of several failures, their cases tell more.
    let inner = values.compactMap { value -> String? in
      guard let reflected = ReflectedCase(of: value) else { return nil }
      let inside = reflected.values.first.flatMap { ReflectedCase(of: $0.value)?.name }
      return reflected.name + (inside.map { "(\($0))" } ?? "")
    }
    if Set(inner).count == values.count { return inner }
    let texts = values.map { valueText(of: $0, ignoring: .none) }
    return texts.allSatisfy { $0.count <= 40 }
      ? texts : values.indices.map { "the answer \($0 + 1)" }
  }
}
