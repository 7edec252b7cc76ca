#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The implementation of `@Graphable`.
  package struct GraphableMacro: ExtensionMacro {
    package static func expansion(
      of node: AttributeSyntax,
      attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol,
      conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      guard let declaration = declaration.as(EnumDeclSyntax.self) else {
        let refusal = Refusal.notAnEnum(name: type.trimmedDescription, kind: kind(of: declaration))
        context.refuse(node, refusal, fixIts: [.removing(node)])
        return []
      }
      if let suppressed = declaration.suppressedCopyable {
        context.refuse(suppressed, .notCopyable(name: type.trimmedDescription))
        return []
      }
      guard !isOutOfReach(declaration, context.lexicalContext) else {
        refuseOutOfReach(declaration, in: context)
        return []
      }
      let graphable = GraphableEnum(declaration, node, in: context)
      let header = ExtensionHeader(declaration, graphable, protocols, context.lexicalContext)
      var lines = CodeLines()
      header.attributes.forEach { lines.add($0) }
      lines.block("extension \(type.trimmed)\(header.conformance)") { lines in
        if !graphable.declared.contains("graphCases"), !graphable.isCaseIterable {
          CasesWriter(graphable: graphable).write(header.modifiers, to: &lines)
        }
        NamesWriter(graphable: graphable, modifiers: header.modifiers).write(to: &lines)
      }
      return [try ExtensionDeclSyntax("\(raw: lines.text)")]
    }

    private static func kind(of declaration: some DeclGroupSyntax) -> String {
      switch declaration.kind {
      case .structDecl: "a struct"
      case .classDecl: "a class"
      case .actorDecl: "an actor"
      case .protocolDecl: "a protocol"
      default: "something else"
      }
    }

    /// Returns whether the enum, or a type around it, is private to another type.
    private static func isOutOfReach(_ declaration: EnumDeclSyntax, _ context: [Syntax]) -> Bool {
      let levels = [Syntax(declaration)] + context
      return levels.dropLast().contains { level in
        let modifiers = level.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
        return modifiers.contains { $0.name.text == "private" }
      }
    }

    private static func refuseOutOfReach(
      _ declaration: EnumDeclSyntax, in context: some MacroExpansionContext
    ) {
      let modifier = declaration.modifiers.first { $0.name.text == "private" }
      let fixIts = modifier.map { modifier in
        FixIt.replace(
          message: Repair.write("fileprivate"),
          oldNode: modifier.name,
          newNode: modifier.name.with(\.tokenKind, .keyword(.fileprivate)))
      }
      context.refuse(
        modifier.map(Syntax.init) ?? Syntax(declaration.name),
        .outOfReach(name: declaration.name.text),
        fixIts: fixIts.map { [$0] } ?? [])
    }
  }

  extension EnumDeclSyntax {
    /// The `~Copyable` in the enum's declaration, or `nil` if there is none.
    fileprivate var suppressedCopyable: TypeSyntax? {
      inheritanceClause?.inheritedTypes.lazy.map(\.type).first { type in
        type.as(SuppressedTypeSyntax.self)?.type.trimmedDescription.hasSuffix("Copyable") ?? false
      }
    }
  }

  /// The implementation of `@GraphLabel` and `@GraphSamples`, which only `@Graphable` reads.
  package struct CaseAttributeMacro: PeerMacro {
    package static func expansion(
      of node: AttributeSyntax,
      providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      let isCase = declaration.is(EnumCaseDeclSyntax.self)
      if !isCase {
        context.refuse(node, .notACase(attribute: node.name), fixIts: [.removing(node)])
      } else if !isInGraphable(context.lexicalContext) {
        context.refuse(node, .notInGraphable(attribute: node.name), fixIts: [.removing(node)])
      }
      return []
    }

    private static func isInGraphable(_ context: [Syntax]) -> Bool {
      guard let around = context.first?.as(EnumDeclSyntax.self) else { return false }
      return around.attributes.contains { $0.as(AttributeSyntax.self)?.name == "Graphable" }
    }
  }
#endif
