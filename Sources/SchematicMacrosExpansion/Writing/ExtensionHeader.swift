#if Macros
  import SwiftSyntax

  /// What is written before the members: attributes, conformances, and the modifiers of each member.
  struct ExtensionHeader {
    /// The availability of the enum and of what it lies in.
    let attributes: [String]
    /// The conformances, with a `where` clause where generic parameters are carried.
    let conformance: String
    /// The modifiers of each member, with a space at the end.
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
      // A conformance with conditions implies none of those that the protocol inherits, and one
      // that the macro may write is not implied by one that the enum declares.
      let names = [
        "SchematicGraph.Graphable", "SchematicGraph.GraphPayload", "Schematic.Hierarchical",
      ].filter { missing.contains($0.split(separator: ".")[1]) }
      guard !names.isEmpty else { return "" }
      let carried =
        missing.contains("Graphable") ? carriedParameters(of: declaration, graphable) : []
      let requirements = carried.map { "\($0): SchematicGraph.GraphPayload" }
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
        // What is private to the enum would not be there for the conformance.
        case "private": return "fileprivate "
        case "internal": return ""
        default: continue
        }
      }
      return nil
    }
  }
#endif
