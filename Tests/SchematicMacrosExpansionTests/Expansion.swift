#if Macros
  import SchematicMacrosExpansion
  import SwiftParser
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros

  /// What the compiler would see in the place of a source text with macros.
  struct Expansion {
    static let macros = [
      "Graphable": MacroSpec(
        type: GraphableMacro.self, conformances: ["Graphable", "GraphPayload", "Hierarchical"]),
      "GraphLabel": MacroSpec(type: CaseAttributeMacro.self),
      "GraphSamples": MacroSpec(type: CaseAttributeMacro.self),
    ]

    let text: String

    init(of source: String) {
      let file = Parser.parse(source: source)
      let context = BasicMacroExpansionContext(
        sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
      text =
        file.expand(
          macroSpecs: Self.macros,
          contextGenerator: { syntax in
            BasicMacroExpansionContext(
              sharingWith: context, lexicalContext: syntax.allMacroLexicalContexts())
          },
          indentationWidth: .spaces(2)
        ).description
    }
  }
#endif
