#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntax
  import SwiftSyntaxMacros

  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [Graphable.self, CaseAttribute.self]
  }

  /// The macro `@Graphable` under the name that the compiler looks up in this module.
  struct Graphable: ExtensionMacro {
    static func expansion(
      of node: AttributeSyntax,
      attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol,
      conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      try GraphableMacro.expansion(
        of: node,
        attachedTo: declaration,
        providingExtensionsOf: type,
        conformingTo: protocols,
        in: context
      )
    }
  }

  /// The macros `@GraphLabel` and `@GraphSamples` under the name that the compiler looks up in this
  /// module.
  struct CaseAttribute: PeerMacro {
    static func expansion(
      of node: AttributeSyntax,
      providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
      try CaseAttributeMacro.expansion(of: node, providingPeersOf: declaration, in: context)
    }
  }
#else
  // Without the package trait there is nothing to expand, but the target must still build.
  @main
  struct Plugin {
    static func main() {}
  }
#endif
