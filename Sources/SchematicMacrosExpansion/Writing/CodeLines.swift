#if Macros
  /// Source text, line by line.
  struct CodeLines {
    private(set) var lines: [String] = []

    mutating func add(_ line: String) { lines.append(line) }

    /// Adds lines, further in than those around them.
    mutating func indent(_ body: (inout CodeLines) -> Void) {
      var inner = CodeLines()
      body(&inner)
      lines += inner.lines.map { "  \($0)" }
    }

    /// Adds a line that ends with a brace, what it encloses, and the closing brace.
    mutating func block(_ opening: String, _ body: (inout CodeLines) -> Void) {
      add("\(opening) {")
      indent(body)
      add("}")
    }

    /// Adds what is written for each case, inside the same `#if` blocks as the cases.
    mutating func each(_ members: [CaseMember], _ write: (EnumCase, inout CodeLines) -> Void) {
      for member in members {
        switch member {
        case .one(let enumCase): write(enumCase, &self)
        case .conditional(let clauses) where clauses.contains { !$0.members.isEmpty }:
          for clause in clauses {
            add(clause.opening)
            indent { $0.each(clause.members, write) }
          }
          add("#endif")
        case .conditional: continue
        }
      }
    }

    var text: String { lines.joined(separator: "\n") }
  }
#endif
