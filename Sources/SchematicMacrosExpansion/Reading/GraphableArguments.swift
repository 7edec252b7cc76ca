#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The arguments of `@Graphable`.
  struct GraphableArguments {
    private(set) var labels = LabelStyle.name
    private(set) var payload = PayloadDisplay.hidden
    /// The argument that asks for labels other than names.
    private(set) var labelNode: ExprSyntax?

    init(_ attribute: AttributeSyntax, in context: some MacroExpansionContext) {
      guard case .argumentList(let arguments) = attribute.arguments else { return }
      for argument in arguments {
        switch argument.label?.text {
        case "labels":
          labelNode = argument.expression
          labels = .init(argument.expression, in: context, otherwise: .name) {
            .unknownLabelStyle($0)
          }
        case "payload":
          payload = .init(argument.expression, in: context, otherwise: .hidden) {
            .unknownPayloadDisplay($0)
          }
        default: continue
        }
      }
    }
  }

  extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// Reads a case that is written out: `.words` or `LabelStyle.words`.
    init(
      _ expression: ExprSyntax,
      in context: some MacroExpansionContext,
      otherwise fallback: Self,
      refusal: (String) -> Refusal
    ) {
      if let access = expression.as(MemberAccessExprSyntax.self),
        let found = Self(rawValue: access.declName.baseName.text)
      {
        self = found
        return
      }
      let fixIts = Self.allCases.map { choice in
        FixIt.replace(
          message: Repair.write(".\(choice.rawValue)"),
          oldNode: expression,
          newNode: ExprSyntax(".\(raw: choice.rawValue)"))
      }
      context.refuse(expression, refusal(expression.trimmedDescription), fixIts: fixIts)
      self = fallback
    }
  }
#endif
