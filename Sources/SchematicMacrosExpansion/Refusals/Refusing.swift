#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  extension MacroExpansionContext {
    /// Says why a node cannot be expanded.
    func refuse(_ node: some SyntaxProtocol, _ refusal: Refusal, fixIts: [FixIt] = []) {
      diagnose(Diagnostic(node: node, message: refusal, fixIts: fixIts))
    }
  }
#endif
