import Foundation
import SchematicGraph
import SchematicGraphviz

/// A text without its formatting: white space, line endings, and the widths of table columns.
///
/// Editors and formatters align table columns and change line endings.
struct NormalizedText: Equatable {
  private let lines: [String]

  init(of text: String) {
    lines = text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace).map { word in
        word.contains("---") && word.allSatisfy { $0 == "-" || $0 == ":" }
          ? String(word).replacing(/-+/, with: "-") : String(word)
      }
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }
}

/// A difference between the code and a file, either a diagram's file or a page.
struct DiagramProblem: Equatable, CustomStringConvertible {
  /// The path of the file.
  let file: String
  /// The line of the problem, counted from one; `nil` if it has no line.
  var line: Int?
  let kind: Kind

  /// The kind of a problem.
  ///
  /// A `.dot` file has a picture and, after it, a record: the rows that describe the graph.
  enum Kind: Equatable {
    /// A file that a diagram of the catalog needs doesn't exist.
    case missing
    /// The file belongs to no diagram in the catalog.
    case orphaned
    /// The file can't be read as a diagram.
    case unreadable(message: String)
    /// The record describes a different graph from the code's.
    case outOfDate(GraphDiff)
    /// The record is the code's, but the picture isn't.
    case otherPicture
    /// The record describes the code's graph, but in another order or with other lines in it.
    case otherRows
    /// The text in another notation, or a section of a page, isn't the one that the code gives.
    case staleText(of: String)
    /// The image was drawn from a different text, or by another program.
    case staleImage
    /// The image was drawn from this text but has been changed since.
    case damagedImage
    /// The text or the section differs only in its formatting, so the check doesn't fail.
    case formatting
  }

  /// A Boolean value that indicates whether the problem makes the check fail.
  var isDrift: Bool { kind != .formatting }

  /// The edits that turn the file's graph into the code's graph; empty unless the graphs differ.
  var edits: [GraphEdit] {
    if case .outOfDate(let diff) = kind { diff.edits } else { [] }
  }

  /// The same edits for somebody who reads them, in which a new name is one edit.
  var reading: [GraphEdit] {
    if case .outOfDate(let diff) = kind { diff.reading } else { [] }
  }

  /// A sentence that describes the problem.
  var message: String {
    switch kind {
    case .missing: "missing: the catalog lists this diagram, and there is no file"
    case .orphaned: "orphaned: no diagram of the catalog has this name"
    case .unreadable(let message): "unreadable: \(message)"
    case .otherPicture:
      "out of date: the rows are those of the code, and the picture isn't: it was edited, or drawn by "
        + "another version"
    case .otherRows:
      "out of date: the graph is that of the code, in another order or with other lines between or "
        + "after its rows"
    case .outOfDate:
      "out of date: the code differs (- only in the file, + only in the code)"
    case .staleText(let what): "out of date: \(what) is not what the code gives"
    case .staleImage: "stale image: it was drawn from another text"
    case .damagedImage:
      "damaged image: it was edited, cut short or merged after it was drawn"
    case .formatting: "formatting: it shows what the code gives, with other blanks"
    }
  }

  /// The location and the message, followed by a line for each edit.
  var description: String { lines.joined(separator: "\n") }

  /// The lines of the description; a message may have several in one.
  var lines: [String] {
    let place = line.map { "\(file):\($0)" } ?? file
    return ["\(place): \(message.replacing("\n", with: "\n  "))"]
      + reading.map { SourceFiles.current.located("\($0)", at: $0.lines) }
  }
}

extension DiagramProblem.Kind {
  /// The name of the kind, for programs.
  var name: String {
    switch self {
    case .missing: "missing"
    case .orphaned: "orphaned"
    case .unreadable: "unreadable"
    case .outOfDate, .otherPicture, .otherRows: "outOfDate"
    case .staleText: "staleText"
    case .staleImage: "staleImage"
    case .damagedImage: "damagedImage"
    case .formatting: "formatting"
    }
  }
}
