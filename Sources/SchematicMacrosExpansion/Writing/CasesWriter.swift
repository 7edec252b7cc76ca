#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// Writes `graphCases`.
  struct CasesWriter {
    let graphable: GraphableEnum

    func write(_ modifiers: String, to lines: inout CodeLines) {
      lines.block("\(modifiers)static var graphCases: [Self]") { lines in
        guard graphable.cases.contains(where: { !$0.availability.isUnavailable }) else {
          return lines.add("[]")
        }
        lines.add("SchematicGraph.GraphCases<Self>.list { cases in")
        lines.indent { $0.each(graphable.members) { addition(of: $0, to: &$1) } }
        lines.add("}")
      }
    }

    private func addition(of enumCase: EnumCase, to lines: inout CodeLines) {
      let availability = enumCase.availability
      guard !availability.isUnavailable, !enumCase.isWithoutSamples else { return }
      var body = CodeLines()
      for call in calls(of: enumCase) { body.add(call) }
      if !availability.introduced.isEmpty {
        let plain = body
        body = CodeLines()
        let conditions = availability.introduced.map { "#available(\($0))" }.joined(separator: ", ")
        body.block("if \(conditions)") { lines in plain.lines.forEach { lines.add($0) } }
      }
      for platform in availability.platforms { lines.add("#if \(platform)") }
      body.lines.forEach { lines.add($0) }
      for _ in availability.platforms { lines.add("#endif") }
    }

    private func calls(of enumCase: EnumCase) -> [String] {
      if let samples = enumCase.samples {
        return samples.map { "cases.add(\(enumCase.call($0)))" }
      }
      guard !enumCase.payloads.isEmpty else { return ["cases.add(\(enumCase.call([])))"] }
      let name = StringLiteralExprSyntax(content: enumCase.name)
      guard enumCase.payloads.contains(where: \.isTuple) else {
        return ["cases.add(\(name), from: \(enumCase.constructor))"]
      }
      var parameters: [String] = []
      let arguments = enumCase.payloads.map { argument($0.type, &parameters) }
      guard !parameters.isEmpty else { return ["cases.add(\(enumCase.call(arguments)))"] }
      let list = parameters.joined(separator: ", ")
      return ["cases.add(\(name)) { (\(list)) in \(enumCase.call(arguments)) }"]
    }

    /// Returns an argument made from parameters, of which a tuple takes one for each of its values.
    private func argument(_ type: TypeSyntax, _ parameters: inout [String]) -> String {
      let type = Payload.unwrapped(type)
      guard Payload(label: nil, type: type).isTuple else {
        let name = "value\(parameters.count)"
        parameters.append("\(name): \(type.trimmed)")
        return name
      }
      let elements = type.as(TupleTypeSyntax.self)?.elements.map { element in
        let value = argument(element.type, &parameters)
        return element.firstName.map { "\($0.text): \(value)" } ?? value
      }
      return "(\((elements ?? []).joined(separator: ", ")))"
    }
  }
#endif
