#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// A writer of the names of cases: `casePath`, `graphIdentifier`, `graphLabelPath` and
  /// `graphLabel`.
  struct NamesWriter {
    let graphable: GraphableEnum
    let modifiers: String

    func write(to lines: inout CodeLines) {
      let declared = graphable.declared
      writeIdentifiers(to: &lines)
      if declared.contains("graphLabel") { return }
      if declared.contains("graphLabelPath") {
        property("graphLabel: String", "graphLabelPath.joined(separator: \".\")", to: &lines)
      } else if declared.contains("casePath") {
        // The levels of the label aren't known here, so the label can only be the innermost one.
        guard graphable.hasLabels, !graphable.cases.contains(where: \.isOverloaded) else { return }
        texts("graphLabel", graphable.label, to: &lines)
      } else {
        writeLabels(to: &lines)
      }
    }

    private func writeIdentifiers(to lines: inout CodeLines) {
      let declared = graphable.declared
      let isIdentifierDeclared = declared.contains("graphIdentifier")
      if graphable.isFlat, !isIdentifierDeclared, !declared.contains("casePath") {
        texts("graphIdentifier", \.identifier, to: &lines)
        property("casePath: [String]", "[graphIdentifier]", to: &lines)
        return
      }
      // The default joins the path, and isn't evaluated again for every nested value.
      if !declared.contains("casePath") { paths("casePath", \.identifier, to: &lines) }
    }

    private func writeLabels(to lines: inout CodeLines) {
      guard graphable.isFlat else {
        paths("graphLabelPath", graphable.label, to: &lines)
        property("graphLabel: String", "graphLabelPath.joined(separator: \".\")", to: &lines)
        return
      }
      if graphable.hasLabels || graphable.declared.contains("graphIdentifier") {
        texts("graphLabel", graphable.label, to: &lines)
      } else {
        property("graphLabel: String", "graphIdentifier", to: &lines)
      }
      property("graphLabelPath: [String]", "[graphLabel]", to: &lines)
    }

    private func property(_ declaration: String, _ value: String, to lines: inout CodeLines) {
      lines.block("\(modifiers)var \(declaration)") { $0.add(value) }
    }

    /// Writes a property that is one string for each case.
    private func texts(
      _ property: String, _ text: (EnumCase) -> String, to lines: inout CodeLines
    ) {
      switching("\(property): String", to: &lines) { "\(self.text($0, text))" }
    }

    /// Writes a property that is a path for each case: its own string, followed by its payload's
    /// path.
    private func paths(
      _ property: String, _ text: (EnumCase) -> String, to lines: inout CodeLines
    ) {
      lines.block("\(modifiers)var \(property): [String]") { lines in
        let overloaded = graphable.cases.filter(\.isOverloaded)
        if overloaded.count == graphable.cases.count, !overloaded.isEmpty {
          return overloads(property, text, to: &lines)
        }
        lines.add("switch self {")
        lines.each(graphable.members) { enumCase, lines in
          guard !enumCase.isOverloaded else { return }
          let own = "[\(self.text(enumCase, text))]"
          let carried = "SchematicGraph._GraphableSupport.\(property)(of: value0)"
          let path = enumCase.mayNest ? "\(own) + \(carried)" : own
          lines.add("case \(pattern(enumCase, binds: enumCase.mayNest)): return \(path)")
        }
        if !overloaded.isEmpty {
          lines.add("default:")
          lines.indent { overloads(property, text, to: &$0) }
        }
        lines.add("}")
      }
    }

    /// Writes the strings of overloaded cases, which patterns don't distinguish.
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

    private func switching(
      _ declaration: String, to lines: inout CodeLines, _ value: (EnumCase) -> String
    ) {
      lines.block("\(modifiers)var \(declaration)") { lines in
        lines.add("switch self {")
        lines.each(graphable.members) { enumCase, lines in
          lines.add("case \(pattern(enumCase, binds: false)): return \(value(enumCase))")
        }
        lines.add("}")
      }
    }

    /// Returns the string for a case itself, with the payloads that it shows.
    private func text(_ enumCase: EnumCase, _ text: (EnumCase) -> String) -> String {
      let own = literal(text(enumCase))
      let display = graphable.display(of: enumCase)
      guard display != .hidden else { return own }
      let values = enumCase.payloads.enumerated().map { index, payload in
        let label = payload.label.map { literal($0) } ?? "nil"
        return "(\(label), value\(index) as Any)"
      }
      let list = values.joined(separator: ", ")
      return "\(own) + SchematicGraph._GraphableSupport.text(of: [\(list)], showing: .\(display))"
    }

    private func pattern(_ enumCase: EnumCase, binds: Bool) -> String {
      guard binds || graphable.display(of: enumCase) != .hidden else {
        return ".\(enumCase.spelling)"
      }
      let values = enumCase.payloads.enumerated().map { index, payload in
        (payload.label.map { "\($0): " } ?? "") + "let value\(index)"
      }
      return ".\(enumCase.spelling)(\(values.joined(separator: ", ")))"
    }

    private func literal(_ text: String) -> String {
      StringLiteralExprSyntax(content: text).description
    }
  }
#endif
