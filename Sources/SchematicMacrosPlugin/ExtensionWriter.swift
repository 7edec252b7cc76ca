#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// The attributes and conformances of the extension, and the modifiers of each member.
  struct ExtensionHeader {
    /// The availability of the enum and of the types around it.
    let attributes: [String]
    /// The conformances, with a `where` clause if a generic parameter needs samples.
    let conformance: String
    /// The modifiers of each member, with a trailing space.
    let modifiers: String

    init(
      _ declaration: EnumDeclSyntax,
      _ graphable: GraphableEnum,
      _ protocols: [TypeSyntax],
      _ lexicalContext: [Syntax]
    ) {
      let groups = [Syntax(declaration)] + lexicalContext
      attributes = groups.flatMap(Self.availability)
      conformance = Self.conformance(of: declaration, graphable, protocols)
      modifiers = "nonisolated \(Self.access(of: declaration, lexicalContext))"
    }

    private static func availability(of node: Syntax) -> [String] {
      guard let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes else {
        return []
      }
      return attributes.compactMap { attribute in
        guard let attribute = attribute.as(AttributeSyntax.self), attribute.name == "available"
        else {
          return nil
        }
        return attribute.trimmedDescription
      }
    }

    private static func conformance(
      of declaration: EnumDeclSyntax, _ graphable: GraphableEnum, _ protocols: [TypeSyntax]
    ) -> String {
      let missing = Set(protocols.map { $0.trimmedDescription.split(separator: ".").last ?? "" })
      // Each missing protocol is named, because a conditional conformance doesn't imply the inherited
      // ones.
      let names = [
        "SchematicGraph.Graphable", "SchematicGraph.GraphSampled", "Schematic.Hierarchical",
      ].filter { missing.contains($0.split(separator: ".")[1]) }
      guard !names.isEmpty else { return "" }
      let carried =
        missing.contains("Graphable") ? carriedParameters(of: declaration, graphable) : []
      let requirements = carried.map { "\($0): SchematicGraph.GraphSampled" }
      let condition = requirements.isEmpty ? "" : " where \(requirements.joined(separator: ", "))"
      return ": \(names.joined(separator: ", "))\(condition)"
    }

    /// Returns the generic parameters that need samples.
    private static func carriedParameters(
      of declaration: EnumDeclSyntax, _ graphable: GraphableEnum
    ) -> [String] {
      let sampled = graphable.cases.filter { $0.samples == nil && !$0.availability.isUnavailable }
      let names = Set(
        sampled.flatMap(\.payloads).flatMap { payload in
          payload.type.tokens(viewMode: .sourceAccurate).map(\.text)
        })
      let parameters = declaration.genericParameterClause?.parameters ?? []
      return parameters.map(\.name.text).filter(names.contains)
    }

    private static func access(of declaration: EnumDeclSyntax, _ context: [Syntax]) -> String {
      if let access = access(in: declaration.modifiers) { return access }
      guard let around = context.first?.as(ExtensionDeclSyntax.self) else { return "" }
      return access(in: around.modifiers) ?? ""
    }

    private static func access(in modifiers: DeclModifierListSyntax) -> String? {
      for modifier in modifiers {
        switch modifier.name.text {
        case "public", "package", "fileprivate": return "\(modifier.name.text) "
        // A member that is private to the enum couldn't satisfy the conformance.
        case "private": return "fileprivate "
        case "internal": return ""
        default: continue
        }
      }
      return nil
    }
  }

  /// A writer of `graphCases`.
  struct CasesWriter {
    let graphable: GraphableEnum

    func write(_ modifiers: String, to lines: inout CodeLines) {
      lines.block("\(modifiers)static var graphCases: [Self]") { lines in
        guard graphable.cases.contains(where: { !$0.availability.isUnavailable }) else {
          return lines.add("[]")
        }
        lines.add("SchematicGraph.GraphCaseBuilder<Self>.list { cases in")
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

    /// Returns the expression for an argument, and adds the parameters that it uses.
    ///
    /// A tuple takes one parameter for each of its values.
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

  /// Lines of source code.
  struct CodeLines {
    private(set) var lines: [String] = []

    mutating func add(_ line: String) { lines.append(line) }

    /// Adds indented lines.
    mutating func indent(_ body: (inout CodeLines) -> Void) {
      var inner = CodeLines()
      body(&inner)
      lines += inner.lines.map { "  \($0)" }
    }

    /// Adds a block: a line that ends with a brace, indented lines, and the closing brace.
    mutating func block(_ opening: String, _ body: (inout CodeLines) -> Void) {
      add("\(opening) {")
      indent(body)
      add("}")
    }

    /// Adds the lines for each case, in the same `#if` blocks as the cases.
    mutating func each(_ members: [CaseMember], _ write: (EnumCase, inout CodeLines) -> Void) {
      for member in members {
        switch member {
        case .one(let enumCase): write(enumCase, &self)
        case .conditional(let clauses) where clauses.contains { !$0.members.isEmpty }:
          for clause in clauses {
            add(clause.opening)
            indent { $0.each(clause.members, write) }
          }
          add("#endif")
        case .conditional: continue
        }
      }
    }

    var text: String { lines.joined(separator: "\n") }
  }
#endif
