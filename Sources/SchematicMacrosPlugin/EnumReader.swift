#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// A reader of the cases of an enum, which refuses cases that can't be expanded.
  struct EnumReader<Context: MacroExpansionContext> {
    let context: Context

    /// Reads cases with their `#if` blocks.
    func members(
      of list: MemberBlockItemListSyntax, in conditions: [EnumCase.Condition] = []
    ) -> [CaseMember] {
      list.flatMap { item -> [CaseMember] in
        if let declaration = item.decl.as(EnumCaseDeclSyntax.self) {
          return cases(of: declaration, in: conditions).map(CaseMember.one)
        }
        if let block = item.decl.as(IfConfigDeclSyntax.self) {
          return [conditional(block, in: conditions)]
        }
        return []
      }
    }

    private func conditional(
      _ block: IfConfigDeclSyntax, in conditions: [EnumCase.Condition]
    ) -> CaseMember {
      let clauses = block.clauses.enumerated().map { index, clause in
        let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        let place = EnumCase.Condition(block: block.id, clause: index)
        var found: [CaseMember] = []
        if case .decls(let list) = clause.elements {
          found = members(of: list, in: conditions + [place])
        }
        return CaseMember.Clause(
          opening: clause.poundKeyword.text + condition, members: found)
      }
      return .conditional(clauses)
    }

    private func cases(
      of declaration: EnumCaseDeclSyntax, in conditions: [EnumCase.Condition]
    ) -> [EnumCase] {
      let attributes = CaseAttributes(of: declaration, in: context)
      let availability = CaseAvailability(declaration.attributes)
      return declaration.elements.map { element in
        let payloads = element.parameterClause?.parameters.map { parameter in
          let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0.text }
          return Payload(label: label, type: parameter.type.trimmed)
        }
        var read = EnumCase(
          spelling: element.name.text,
          payloads: payloads ?? [],
          availability: availability,
          conditions: conditions)
        read.label = attributes.label
        read.display = attributes.display
        read.samples = attributes.samples(of: read, element, in: context)
        if read.samples == nil, attributes.samples == nil, !availability.isUnavailable {
          read.isWithoutSamples = refuseObstacles(in: read, element, declaration)
        }
        return read
      }
    }

    /// Refuses payloads that can't have samples, and returns whether there are any.
    private func refuseObstacles(
      in enumCase: EnumCase, _ element: EnumCaseElementSyntax, _ declaration: EnumCaseDeclSyntax
    ) -> Bool {
      guard let parameters = element.parameterClause?.parameters else { return false }
      var isRefused = false
      for (payload, parameter) in zip(enumCase.payloads, parameters) {
        guard let obstacle = payload.obstacle else { continue }
        let refusal = Refusal.payloadWithoutSamples(
          case: enumCase.name, type: payload.type.description, obstacle: obstacle)
        let fixIts = declaration.elements.count == 1 ? [addSamples(to: declaration, enumCase)] : []
        context.refuse(parameter.type, refusal, fixIts: fixIts)
        isRefused = true
      }
      return isRefused
    }

    private func addSamples(to declaration: EnumCaseDeclSyntax, _ enumCase: EnumCase) -> FixIt {
      let values = enumCase.payloads.map { "<#\($0.type)#>" }.joined(separator: ", ")
      let sample = enumCase.payloads.count == 1 ? values : "(\(values))"
      var attribute = AttributeSyntax("@GraphSamples(\(raw: sample))")
      attribute.leadingTrivia = declaration.leadingTrivia
      attribute.trailingTrivia = .space
      var changed = declaration
      changed.leadingTrivia = []
      changed.attributes = AttributeListSyntax([.attribute(attribute)] + Array(changed.attributes))
      return FixIt.replace(message: Repair.addSamples, oldNode: declaration, newNode: changed)
    }
  }

  /// The arguments of `@Graphable`.
  struct GraphableArguments {
    private(set) var labels = LabelStyle.name
    private(set) var payload = PayloadDisplay.hidden
    /// The argument `labels`, or `nil` if it is missing.
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
    /// Reads an explicit case: `.words` or `GraphLabelStyle.words`.
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

  /// Labels that have no effect because the enum declares `graphLabel` itself.
  struct IneffectiveLabels<Context: MacroExpansionContext> {
    let context: Context

    /// Refuses the argument `labels` and every `@GraphLabel`.
    func refuse(in list: MemberBlockItemListSyntax, _ argument: ExprSyntax?) {
      if let argument { context.refuse(argument, .labelWithoutEffect) }
      for attribute in Self.labels(in: list) {
        context.refuse(
          attribute, .labelWithoutEffect, fixIts: [.removing(attribute)])
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
