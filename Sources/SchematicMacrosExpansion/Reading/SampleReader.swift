#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// Reads one sample of a case: a value, or as many in parentheses as the case carries.
  struct SampleReader<Context: MacroExpansionContext> {
    let enumCase: EnumCase
    let context: Context

    /// Returns the arguments that the sample stands for; `nil` where it is refused.
    func arguments(in expression: ExprSyntax) -> [String]? {
      let payloads = enumCase.payloads
      guard payloads.count > 1 else { return value(expression, payloads[0]).map { [$0] } }
      guard let tuple = expression.as(TupleExprSyntax.self) else {
        refuseCount(1, expression)
        return nil
      }
      guard tuple.elements.count == payloads.count else {
        refuseCount(tuple.elements.count, expression)
        return nil
      }
      let arguments = zip(payloads, tuple.elements).map { payload, element in
        isLabelRight(of: element, payload) ? value(element.expression, payload) : nil
      }
      return arguments.contains(nil) ? nil : arguments.compactMap(\.self)
    }

    private func refuseCount(_ found: Int, _ expression: ExprSyntax) {
      let expected = enumCase.payloads.count
      context.refuse(
        expression, .sampleCount(case: enumCase.name, expected: expected, found: found))
    }

    /// A sample may repeat the labels of the case, or leave all of them out.
    private func isLabelRight(of element: LabeledExprSyntax, _ payload: Payload) -> Bool {
      guard let label = element.label, label.text != payload.label else { return true }
      let refusal = Refusal.sampleLabel(
        case: enumCase.name, expected: payload.label, found: label.text)
      var repaired = element
      repaired.label = payload.label.map { .identifier($0) }
      repaired.colon = payload.label == nil ? nil : element.colon
      let repair = Repair.write(repaired.with(\.trailingComma, nil).trimmedDescription)
      context.refuse(
        label, refusal, fixIts: [.replace(message: repair, oldNode: element, newNode: repaired)])
      return false
    }

    private func value(_ expression: ExprSyntax, _ payload: Payload) -> String? {
      guard let access = Self.implicitMember(in: expression) else {
        return expression.trimmedDescription
      }
      let explicit = access.with(\.base, Self.base(payload.type))
      context.refuse(
        expression,
        .implicitMemberSample,
        fixIts: [
          .replace(
            message: Repair.write(explicit.trimmedDescription), oldNode: access, newNode: explicit)
        ])
      return nil
    }

    /// Returns the `.member` that an expression begins with.
    private static func implicitMember(in expression: ExprSyntax) -> MemberAccessExprSyntax? {
      if let call = expression.as(FunctionCallExprSyntax.self) {
        return implicitMember(in: call.calledExpression)
      }
      guard let access = expression.as(MemberAccessExprSyntax.self) else { return nil }
      guard let base = access.base else { return access }
      return implicitMember(in: base)
    }

    /// Returns a type as the base of a member: `P`, but `Optional<P>` for `P?`.
    private static func base(_ type: TypeSyntax) -> ExprSyntax {
      if let type = type.as(OptionalTypeSyntax.self) {
        return ExprSyntax("Optional<\(type.wrappedType.trimmed)>")
      }
      return ExprSyntax("\(type.trimmed)")
    }
  }
#endif
