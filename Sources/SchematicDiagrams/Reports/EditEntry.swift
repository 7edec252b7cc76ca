import SchematicGraph

/// An edit of a graph as programs read it.
struct EditEntry: Encodable {
  let kind: String
  let region: String?
  let state: String?
  let before: String?
  let after: String?
  let summary: String

  init(_ edit: GraphEdit) {
    kind = edit.kind.rawValue
    region = edit.region
    state = edit.state
    before = edit.before
    after = edit.after
    summary = edit.summary
  }
}
