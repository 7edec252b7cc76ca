import SchematicGraph

/// A difference between the code and a folder of diagrams, or a page.
struct DiagramProblem: Equatable, CustomStringConvertible {
  /// The path of the file.
  let file: String
  /// The line of the problem, counted from one; `nil` where it has none.
  var line: Int?
  let kind: Kind

  enum Kind: Equatable {
    /// There is no file for a diagram of the catalog.
    case missing
    /// The file belongs to no diagram of the catalog.
    case orphaned
    /// The file cannot be read as a diagram.
    case unreadable(message: String)
    /// The file shows another graph than the code.
    case outOfDate(GraphDiff)
    /// The text, or the part of a page, differs from the code.
    case staleText(of: String)
    /// The image was drawn from another text.
    case staleImage
    /// The image was drawn from this text, and was changed since.
    case damagedImage
    /// The file shows the same graph written differently: no drift, only a note.
    case formatting
  }

  /// A Boolean value that indicates whether the code and the picture disagree.
  var isDrift: Bool { kind != .formatting }

  /// The differences, where the file could be compared with the code.
  var edits: [GraphEdit] {
    if case .outOfDate(let diff) = kind { diff.edits } else { [] }
  }

  /// A sentence that says what is wrong with the file.
  var message: String {
    switch kind {
    case .missing: "missing: the catalog lists this diagram, and there is no file"
    case .orphaned: "orphaned: no diagram of the catalog has this name"
    case .unreadable(let message): "unreadable: \(message)"
    case .outOfDate:
      "out of date: the code differs (- only in the file, + only in the code)"
    case .staleText(let what): "out of date: \(what) is not what the code gives"
    case .staleImage: "stale image: it was drawn from another text"
    case .damagedImage:
      "damaged image: it was edited, cut short or merged after it was drawn"
    case .formatting: "formatting: it shows the same graph as the code, in other words or order"
    }
  }

  /// The place and the message, and a line for each difference.
  var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    let lines = ["\(place): \(message.replacing("\n", with: "\n  "))"]
    return (lines + edits.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension DiagramProblem.Kind {
  /// The name of the kind, as programs read it.
  var name: String {
    switch self {
    case .missing: "missing"
    case .orphaned: "orphaned"
    case .unreadable: "unreadable"
    case .outOfDate: "outOfDate"
    case .staleText: "staleText"
    case .staleImage: "staleImage"
    case .damagedImage: "damagedImage"
    case .formatting: "formatting"
    }
  }
}
