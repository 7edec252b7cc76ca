import SchematicGraph

/// An error that prevents a command from doing its job.
struct DiagramError: Error, Hashable, CustomStringConvertible {
  /// The kind of error.
  let code: Code
  /// A sentence that says what is wrong.
  let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// A kind of error.
  struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    let description: String

    /// A name can't be used for a diagram's files, or a text can't be used as a template of links.
    static let invalidName = Code(description: "invalid name")
    /// Two diagrams have the same name.
    static let repeatedName = Code(description: "repeated name")
    /// No diagram, state, event or format has the given name, or a line of code makes no arrow.
    static let unknownName = Code(description: "unknown name")
    /// A file or folder couldn't be read or used, or `watch` can't build its program.
    static let unreadable = Code(description: "unreadable")
    /// A file or folder couldn't be written.
    static let unwritable = Code(description: "unwritable")
    /// States are nested too deeply.
    static let tooDeep = Code(description: "too deep")
    /// A marker in a page is invalid, or its counterpart is missing.
    static let invalidMarker = Code(description: "invalid marker")
    /// A revision couldn't be read from version control.
    static let unknownRevision = Code(description: "unknown revision")
  }
}

extension DiagramError {
  static func invalidName(_ name: String) -> DiagramError {
    DiagramError(
      .invalidName,
      "\"\(name)\" cannot be the name of a diagram's files; use letters, digits, spaces and hyphens"
    )
  }

  static func reservedName(_ name: String, ending: String) -> DiagramError {
    DiagramError(
      .invalidName,
      "\"\(name)\" cannot be the name of a diagram: its files would overwrite those of the diagram "
        + "\"\(name.dropLast(ending.count))\" that end with \"\(ending)\", too; choose another name"
    )
  }

  static func repeatedName(_ name: String) -> DiagramError {
    DiagramError(
      .repeatedName, "two diagrams are named \"\(name)\"; their files would overwrite each other")
  }

  static func unknownName(_ name: String, known: [String]) -> DiagramError {
    DiagramError(
      .unknownName,
      "no diagram is named \"\(name)\"; \(SpellingSuggestion.sentence(for: name, among: known))")
  }

  static func tooDeep(_ path: String) -> DiagramError {
    DiagramError(.tooDeep, "\(path) is not written: \(StateGraph.tooDeep)")
  }

  static func unknownName(in diagram: String, _ message: String) -> DiagramError {
    DiagramError(.unknownName, "\(diagram): \(message)")
  }

  static func unknownState(_ state: String, of name: String, known: [String]) -> DiagramError {
    DiagramError(
      .unknownName,
      "\(name) has no state \"\(state)\"; \(SpellingSuggestion.sentence(for: state, among: known))")
  }
}
