import SchematicGraph

/// What `check` found, as programs read it.
struct CheckReport: JSONReport {
  let version = Self.version
  let passed: Bool
  let checked: [String]
  let problems: [Entry]
  let findings: [String]
  /// The command that brings everything up to date; `nil` where everything is.
  let repair: String?

  struct Entry: Encodable {
    let file: String
    let line: Int?
    let kind: String
    let isDrift: Bool
    let message: String
    let changes: [EditEntry]

    init(_ problem: DiagramProblem) {
      file = problem.file
      line = problem.line
      kind = problem.kind.name
      isDrift = problem.isDrift
      message = problem.message
      changes = problem.edits.map(EditEntry.init)
    }
  }
}
