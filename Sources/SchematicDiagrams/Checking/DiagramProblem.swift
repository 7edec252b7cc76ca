import SchematicGraph

/// Something that keeps a folder of diagrams from showing what the code does.
struct DiagramProblem: Equatable, CustomStringConvertible {
  /// The path of the file.
  let file: String
  /// The line in the file, counted from one, where one is to blame.
  var line: Int?
  let kind: Kind

  enum Kind: Equatable {
    /// There is no file for a diagram of the catalogue.
    case missing
    /// The file belongs to no diagram of the catalogue.
    case orphaned
    /// The file cannot be read as a diagram.
    case unreadable(message: String)
    /// The file shows another graph than the code.
    case outOfDate(GraphDiff)
    /// The image was drawn from another text.
    case staleImage
    /// The file shows the same graph in other words: no drift, only worth a note.
    case formatting
  }

  /// Whether the code and the picture disagree.
  var isDrift: Bool { kind != .formatting }

  /// The file, the line, and what is wrong with it.
  var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    switch kind {
    case .missing:
      return "\(place): missing: the catalogue lists this diagram, and there is no file"
    case .orphaned:
      return "\(place): orphaned: no diagram of the catalogue has this name"
    case .unreadable(let message):
      return "\(place): unreadable: \(message.replacing("\n", with: "\n  "))"
    case .outOfDate(let diff):
      let changes = diff.changes.map { "\n  \($0)" }.joined()
      return "\(place): out of date: the code differs (- only in the file, + only in the code)"
        + changes
    case .staleImage:
      return "\(place): stale image: it was drawn from another text"
    case .formatting:
      return "\(place): formatting: it shows the same graph as the code, in other words or order"
    }
  }
}
