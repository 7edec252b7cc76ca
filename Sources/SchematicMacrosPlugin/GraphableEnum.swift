#if Macros
  import SwiftSyntax
  import SwiftSyntaxMacros

  /// The enum to expand.
  struct GraphableEnum {
    let arguments: GraphableArguments
    let members: [CaseMember]
    /// The names of the properties that the enum declares itself.
    let declared: Set<String>
    /// A Boolean value that indicates whether `CaseIterable` lists its cases.
    let isCaseIterable: Bool

    init(
      _ declaration: EnumDeclSyntax,
      _ attribute: AttributeSyntax,
      in context: some MacroExpansionContext
    ) {
      arguments = GraphableArguments(attribute, in: context)
      let list = declaration.memberBlock.members
      let read = EnumReader(context: context).members(of: list)
      let all = read.flatMap(\.cases)
      members = read.map { member in
        member.mapCases { one in
          var one = one
          let namesakes = all.filter { $0.name == one.name && $0.canCoexist(with: one) }
          one.isOverloaded = namesakes.count > 1
          return one
        }
      }
      declared = Self.properties(in: list)
      if declared.contains("graphLabel") {
        IneffectiveLabels(context: context).refuse(in: list, arguments.labelNode)
      }
      isCaseIterable =
        declaration.inheritanceClause?.inheritedTypes.contains { inherited in
          ["CaseIterable", "Swift.CaseIterable"].contains(inherited.type.trimmedDescription)
        } ?? false
    }

    var cases: [EnumCase] { members.flatMap(\.cases) }

    func display(of enumCase: EnumCase) -> PayloadDisplay {
      enumCase.payloads.isEmpty ? .hidden : enumCase.display ?? arguments.payload
    }

    func label(of enumCase: EnumCase) -> String {
      if let label = enumCase.label { return label }
      guard arguments.labels == .words else { return enumCase.identifier }
      return IdentifierWords(of: enumCase.name).text
        + enumCase.identifier.dropFirst(enumCase.name.count)
    }

    /// A Boolean value that indicates whether any label differs from its identifier.
    var hasLabels: Bool { cases.contains { label(of: $0) != $0.identifier } }

    private static func properties(in list: MemberBlockItemListSyntax) -> Set<String> {
      var names: Set<String> = []
      for item in list {
        if let variable = item.decl.as(VariableDeclSyntax.self) {
          names.formUnion(variable.bindings.map(\.pattern.trimmedDescription))
        } else if let block = item.decl.as(IfConfigDeclSyntax.self) {
          for case .decls(let inner) in block.clauses.map(\.elements) {
            names.formUnion(properties(in: inner))
          }
        }
      }
      return names
    }
  }
#endif

#if Macros
  /// A case, or an `#if` block that contains cases.
  enum CaseMember {
    case one(EnumCase)
    case conditional([Clause])

    /// One clause of an `#if` block.
    struct Clause {
      /// The line that begins the clause: `#if DEBUG`, `#else`.
      let opening: String
      var members: [CaseMember]
    }

    /// All cases, regardless of their conditions.
    var cases: [EnumCase] {
      switch self {
      case .one(let enumCase): [enumCase]
      case .conditional(let clauses): clauses.flatMap { $0.members.flatMap(\.cases) }
      }
    }

    /// Returns the member with its cases changed.
    func mapCases(_ change: (EnumCase) -> EnumCase) -> CaseMember {
      switch self {
      case .one(let enumCase): .one(change(enumCase))
      case .conditional(let clauses):
        .conditional(
          clauses.map {
            Clause(opening: $0.opening, members: $0.members.map { $0.mapCases(change) })
          })
      }
    }
  }

  /// The argument `labels` of `@Graphable`.
  enum LabelStyle: String, CaseIterable {
    case name, words
  }

  /// The argument `payload` of `@Graphable` and `@GraphLabel`.
  enum PayloadDisplay: String, CaseIterable {
    case hidden, finite, all
  }
#endif
