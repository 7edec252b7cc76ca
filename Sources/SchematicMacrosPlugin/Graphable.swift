#if Macros
  import SchematicMacrosExpansion
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// `@Graphable`, by the name that the compiler looks for in this module.
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
#endif
