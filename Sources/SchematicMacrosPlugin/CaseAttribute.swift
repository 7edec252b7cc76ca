#if Macros
  import SchematicMacrosExpansion
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@GraphLabel` and `@GraphSamples`, by the name that the compiler looks for in this module.
  struct CaseAttribute: PeerMacro {
    static func expansion(
      of node: AttributeSyntax,
      providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      try CaseAttributeMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }
  }
#endif
