#if Macros
  import SwiftDiagnostics
  import SwiftParser
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// What `@GraphLabel` and `@GraphSamples` say of a case.
  struct CaseAttributes {
    private(set) var label: String?
    private(set) var display: PayloadDisplay?
    /// The attribute that names samples.
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
            attribute, .severalCases(attribute: attribute.name), fixIts: [Self.apart(declaration)])
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

    /// Returns the arguments of each sample; `nil` where there are none to use.
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

    private static func apart(_ declaration: EnumCaseDeclSyntax) -> FixIt {
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
      return FixIt.replace(message: Repair.declareApart, oldNode: declaration, newNode: separate)
    }
  }
#endif
