#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// Labels that have no effect, because the enum declares its own.
  struct IdleLabels<Context: MacroExpansionContext> {
    /// The member that the enum declares.
    let member: String
    let context: Context

    /// Refuses the argument that asks for labels, and the attributes that give some.
    func refuse(in list: MemberBlockItemListSyntax, _ argument: ExprSyntax?) {
      if let argument { context.refuse(argument, .labelWithoutEffect(member: member)) }
      for attribute in Self.labels(in: list) {
        context.refuse(
          attribute, .labelWithoutEffect(member: member), fixIts: [.removing(attribute)])
      }
    }

    private static func labels(in list: MemberBlockItemListSyntax) -> [AttributeSyntax] {
      list.flatMap { item -> [AttributeSyntax] in
        if let block = item.decl.as(IfConfigDeclSyntax.self) {
          return block.clauses.flatMap { clause -> [AttributeSyntax] in
            guard case .decls(let inner) = clause.elements else { return [] }
            return labels(in: inner)
          }
        }
        let attributes = item.decl.as(EnumCaseDeclSyntax.self)?.attributes ?? []
        return attributes.compactMap { $0.as(AttributeSyntax.self) }.filter {
          $0.name == "GraphLabel"
        }
      }
    }
  }
#endif
