#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@GraphLabel` and `@GraphSamples`, which `@Graphable` reads: they write nothing themselves.
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
