#if Macros
  /// A case, or an `#if` with cases in it.
  enum CaseMember {
    case one(EnumCase)
    case conditional([Clause])

    /// A part of an `#if` block.
    struct Clause {
      /// The line that begins it: `#if DEBUG`, `#else`.
      let opening: String
      var members: [CaseMember]
    }

    /// All cases, whatever their conditions.
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
#endif
