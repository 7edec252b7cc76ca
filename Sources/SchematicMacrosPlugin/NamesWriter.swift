#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// A writer of the names of cases and their labels: `casePath` and `graphLabel`.
  struct NamesWriter {
    let graphable: GraphableEnum
    let modifiers: String

    func write(to lines: inout CodeLines) {
      if !graphable.declared.contains("casePath") {
        switching("casePath", type: "[String]", \.identifier, to: &lines) { enumCase, name in
          let nesting = enumCase.nesting
          guard !nesting.isEmpty else { return "[\(name)]" }
          let values =
            enumCase.payloads.count == 1 ? "of: value0" : "ofNested: \(list(enumCase, nesting))"
          return "[\(name)] + SchematicGraph._GraphableSupport.casePath(\(values))"
        }
      }
      // Without labels of their own, cases show their names.
      if graphable.hasLabels, !graphable.declared.contains("graphLabel") {
        switching("graphLabel", type: "String", graphable.label, to: &lines) { _, label in label }
      }
    }

    /// Writes a property that switches over the cases and returns a value for each.
    private func switching(
      _ property: String, type: String, _ text: (EnumCase) -> String, to lines: inout CodeLines,
      value: (_ enumCase: EnumCase, _ text: String) -> String
    ) {
      lines.block("\(modifiers)var \(property): \(type)") { lines in
        let overloaded = graphable.cases.filter(\.isOverloaded)
        if overloaded.count == graphable.cases.count, !overloaded.isEmpty {
          return overloads(property, text, to: &lines)
        }
        lines.add("switch self {")
        lines.each(graphable.members) { enumCase, lines in
          guard !enumCase.isOverloaded else { return }
          let binds = property == "casePath" ? enumCase.nesting : []
          let value = value(enumCase, self.text(enumCase, text))
          lines.add("case \(pattern(enumCase, binding: binds)): return \(value)")
        }
        if !overloaded.isEmpty {
          lines.add("default:")
          lines.indent { overloads(property, text, to: &$0) }
        }
        lines.add("}")
      }
    }

    /// Writes the values of overloaded cases, which patterns don't distinguish.
    private func overloads(
      _ property: String, _ text: (EnumCase) -> String, to lines: inout CodeLines
    ) {
      lines.add("let overloaded = SchematicGraph._GraphableSupport.OverloadedCase(of: self)")
      lines.add("switch overloaded.name {")
      lines.each(graphable.members) { enumCase, lines in
        guard enumCase.isOverloaded else { return }
        let display = graphable.display(of: enumCase)
        let showing = display == .hidden ? "" : ", showing: .\(display)"
        let own = "overloaded.\(property)(\(literal(text(enumCase)))\(showing))"
        lines.add("case \(literal(enumCase.identifier)): return \(own)")
      }
      lines.add("default: return overloaded.\(property)(overloaded.name)")
      lines.add("}")
    }

    /// Returns an expression for the text of a case, with the payloads that the case shows.
    private func text(_ enumCase: EnumCase, _ text: (EnumCase) -> String) -> String {
      let own = literal(text(enumCase))
      let display = graphable.display(of: enumCase)
      guard display != .hidden else { return own }
      let list = list(enumCase, enumCase.payloads.indices)
      return "\(own) + SchematicGraph._GraphableSupport.text(of: \(list), showing: .\(display))"
    }

    /// Returns an expression for the values at some positions, with their argument labels.
    private func list(_ enumCase: EnumCase, _ positions: some Sequence<Int>) -> String {
      let values = positions.map { index in
        let label = enumCase.payloads[index].label.map { literal($0) } ?? "nil"
        return "(\(label), value\(index) as Any)"
      }
      return "[\(values.joined(separator: ", "))]"
    }

    /// Returns a pattern that binds the values at some positions, or all if the text of the case shows them.
    private func pattern(_ enumCase: EnumCase, binding positions: [Int]) -> String {
      let bindsAll = graphable.display(of: enumCase) != .hidden
      guard bindsAll || !positions.isEmpty else { return ".\(enumCase.spelling)" }
      let values = enumCase.payloads.enumerated().map { index, payload in
        (payload.label.map { "\($0): " } ?? "")
          + (bindsAll || positions.contains(index) ? "let value\(index)" : "_")
      }
      return ".\(enumCase.spelling)(\(values.joined(separator: ", ")))"
    }

    private func literal(_ text: String) -> String {
      StringLiteralExprSyntax(content: text).description
    }
  }
#endif
