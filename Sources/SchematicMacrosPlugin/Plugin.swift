#if Macros
  import SwiftCompilerPlugin
  import SwiftSyntaxMacros

  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [Graphable.self, CaseAttribute.self]
  }
#else
  // Without the package trait there is nothing to expand, but there is a target to build.
  @main
  struct Plugin {
    static func main() {}
  }
#endif
