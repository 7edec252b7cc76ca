#if Macros
  import SwiftDiagnostics
  import SwiftParser
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// The attributes `@GraphLabel` and `@GraphSamples` of a case.
  struct CaseAttributes {
    private(set) var label: String?
    private(set) var display: PayloadDisplay?
    /// The attribute that sets samples.
    private(set) var samples: AttributeSyntax?

    init(of declaration: EnumCaseDeclSyntax, in context: some MacroExpansionContext) {
      var seen: Set<String> = []
      for attribute in declaration.attributes {
        guard let attribute = attribute.as(AttributeSyntax.self) else { continue }
        guard ["GraphLabel", "GraphSamples"].contains(attribute.name) else { continue }
        guard seen.insert(attribute.name).inserted else {
          context.refuse(
            attribute, .repeatedAttribute(attribute.name), fixIts: [.removing(attribute)])
          continue
        }
        if declaration.elements.count > 1 {
          context.refuse(
            attribute, .severalCases(attribute: attribute.name),
            fixIts: [Self.separateCases(in: declaration)])
        }
        if attribute.name == "GraphSamples" {
          samples = attribute
        } else {
          read(attribute, context)
        }
      }
    }

    private mutating func read(_ attribute: AttributeSyntax, _ context: some MacroExpansionContext)
    {
      guard case .argumentList(let arguments) = attribute.arguments else { return }
      for argument in arguments {
        if argument.label?.text == "payload" {
          display = .init(argument.expression, in: context, otherwise: .hidden) {
            .unknownPayloadDisplay($0)
          }
          continue
        }
        guard let literal = argument.expression.as(StringLiteralExprSyntax.self),
          let text = literal.representedLiteralValue
        else {
          context.refuse(argument.expression, .labelNotLiteral)
          continue
        }
        guard !text.isEmpty else {
          context.refuse(argument.expression, .emptyLabel, fixIts: [.removing(attribute)])
          continue
        }
        label = text
      }
    }

    /// Returns the arguments of each sample, or `nil` if there are none to use.
    func samples(
      of enumCase: EnumCase,
      _ element: EnumCaseElementSyntax,
      in context: some MacroExpansionContext
    ) -> [[String]]? {
      guard let samples else { return nil }
      guard case .argumentList(let arguments) = samples.arguments, !arguments.isEmpty else {
        context.refuse(samples, .noSamples, fixIts: [.removing(samples)])
        return nil
      }
      guard !enumCase.payloads.isEmpty else {
        let refusal = Refusal.samplesWithoutPayload(case: enumCase.name)
        context.refuse(samples, refusal, fixIts: [.removing(samples)])
        return nil
      }
      let sampleReader = SampleReader(enumCase: enumCase, context: context)
      return arguments.compactMap { sampleReader.arguments(in: $0.expression) }
    }

    private static func separateCases(in declaration: EnumCaseDeclSyntax) -> FixIt {
      let indentation = Trivia(
        pieces: declaration.leadingTrivia.reversed().prefix { $0.isSpaceOrTab }.reversed())
      let elements = declaration.elements.map { $0.with(\.trailingComma, nil).trimmed }
      let first = declaration.with(\.elements, [elements[0]]).trimmed
      let rest = elements.dropFirst().map { element in
        declaration.with(\.elements, [element]).with(\.attributes, []).trimmed
      }
      let text = ([first] + rest).map(\.description).joined(separator: "\n\(indentation)")
      var separate = DeclSyntax("\(raw: text)")
      separate.leadingTrivia = declaration.leadingTrivia
      return FixIt.replace(message: Repair.separateCases, oldNode: declaration, newNode: separate)
    }
  }

  /// A reader of samples, each of which is a value or, if the case carries several values, a tuple.
  struct SampleReader<Context: MacroExpansionContext> {
    let enumCase: EnumCase
    let context: Context

    /// Returns the arguments in a sample, or `nil` if the sample is refused.
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

    /// Returns whether an element of a sample has the payload's label or none; refuses any other label.
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

    /// Returns the `.member` that an expression begins with, or `nil` if it begins otherwise.
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
