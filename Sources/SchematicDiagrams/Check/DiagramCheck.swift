import Foundation
import SchematicGraph
import SchematicGraphviz

/// A comparison of a folder's diagrams with the code.
///
/// The check compares texts. It ignores the line endings of a `.dot` file, and reports texts in other
/// notations that differ only in their formatting without failing. If a `.dot` file differs otherwise, the
/// check reads the graph in it to say what changed. The check draws no images: it compares the stamp of an
/// image with the text. Images and texts in other notations are optional, but if one diagram has a file
/// in a format other than `walk`, every diagram needs a file in that format.
struct DiagramCheck {
  let folder: DiagramFolder

  /// Returns the problems of the named diagrams, in the order of the catalog.
  ///
  /// If there are no names, returns the problems of all diagrams, and then the orphaned files.
  @MainActor func problems(
    with catalog: DiagramCatalog, only names: [String] = [],
    progress: ProgressLine? = nil
  ) throws -> [DiagramProblem] {
    var problems: [DiagramProblem] = []
    // Images and texts other than DOT are optional.
    let formats = try folder.formats(of: catalog).filter { $0 != .dot }
    for diagram in try catalog.diagrams(named: names) {
      progress?.show("checking \(diagram.name)")
      let graph = diagram.graph
      let dot = graph.dot(name: diagram.name, style: diagram.style)
      problems += try textProblem(with: diagram.name, graph: graph, dot: dot)
      problems += try folder.needed(formats, of: diagram.name).compactMap { format in
        let file = format.fileName(of: diagram.name)
        let kind =
          if let text = format.text(
            of: graph, named: diagram.name, style: diagram.style)
          {
            try self.kind(ofText: text, in: file)
          } else if let stamp = format.stamp {
            try self.kind(
              of: stamp,
              drawnFrom: Fingerprint(
                of: format.fingerprintedText(of: graph, named: diagram.name, style: diagram.style)),
              in: file)
          } else {
            DiagramProblem.Kind?.none
          }
        return kind.map { DiagramProblem(file: folder.path(of: file), kind: $0) }
      }
    }
    guard names.isEmpty else { return problems }
    return problems
      + (try catalog.orphans(in: folder)).map {
        DiagramProblem(file: folder.path(of: $0), kind: .orphaned)
      }
  }

  private func textProblem(
    with name: String, graph: StateGraph, dot: String
  ) throws -> [DiagramProblem] {
    let file = DiagramFormat.dot.fileName(of: name)
    func problem(_ kind: DiagramProblem.Kind, line: Int? = nil) -> [DiagramProblem] {
      [DiagramProblem(file: folder.path(of: file), line: line, kind: kind)]
    }
    guard let content = try folder.read(file) else { return problem(.missing) }
    guard let text = String(data: content, encoding: .utf8) else {
      return problem(.unreadable(message: "it is not UTF-8 text"))
    }
    do {
      return switch try graph.difference(fromCommitted: text, writtenAs: dot) {
      case nil: []
      case .graph(let diff): problem(.outOfDate(diff))
      case .picture(let line): problem(.otherPicture, line: line)
      case .rows(let line): problem(.otherRows, line: line)
      }
    } catch {
      return problem(.unreadable(message: error.message), line: error.line)
    }
  }

  private func kind(ofText text: String, in file: String) throws -> DiagramProblem.Kind? {
    guard let content = try folder.read(file) else { return .missing }
    guard content != Data(text.utf8) else { return nil }
    if let substitute = content.substitute { return .unreadable(message: substitute) }
    let found = NormalizedText(of: String(decoding: content, as: UTF8.self))
    return found == NormalizedText(of: text) ? .formatting : .staleText(of: "it")
  }

  private func kind(
    of format: ImageFormat, drawnFrom fingerprint: Fingerprint, in file: String
  ) throws -> DiagramProblem.Kind? {
    guard let image = try folder.read(file) else { return .missing }
    if let substitute = image.substitute { return .unreadable(message: substitute) }
    return switch ImageStamp.verdict(on: image, format, drawnFrom: fingerprint) {
    case .current: nil
    case .stale: .staleImage
    case .damaged: .damagedImage
    }
  }
}

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
