import Foundation
import SchematicGraph
import SchematicGraphviz

/// The output of `diff`: how the diagrams of two sides differ.
struct DiffReport {
  let from: String
  let to: String
  let comparisons: [DiagramComparison]

  /// A Boolean value that indicates whether no diagram differs.
  var isEqual: Bool { comparisons.allSatisfy(\.isEqual) }

  /// The whole report for a terminal.
  var text: String { text(in: Answer(isWhole: true)) }

  /// Returns the report for a terminal, with as many lines as an answer has.
  func text(in answer: Answer) -> String {
    var answer = answer
    let differing = comparisons.filter { !$0.isEqual }
    let lines = differing.flatMap { comparison in
      switch comparison.outcome {
      case .changed(let diff, _, _):
        ["\(comparison.name): changed"]
          + diff.reading.map { SourceFiles.current.located("\($0)", at: $0.lines) }
      case .equal, .added, .removed, .redrawn: sentence(about: comparison).map { [$0] } ?? []
      }
    }
    let end =
      "compared from \(from) to \(to): \(comparisons.count), \(differing.count) different"
    return (answer.fitting(lines) + [end]).joined(separator: "\n")
  }

  /// Returns a sentence about a diagram that differs as a whole; `nil` for others.
  func sentence(about comparison: DiagramComparison) -> String? {
    switch comparison.outcome {
    case .equal, .changed: nil
    case .added: "\(comparison.name): added: only in \(to)"
    case .removed: "\(comparison.name): removed: only in \(from)"
    case .redrawn(let line): "\(comparison.name): \(Self.redrawn(line: line))"
    }
  }

  /// The report for a pull request.
  var markdown: String {
    guard !isEqual else { return "No diagram differs." }
    let sections = comparisons.compactMap { comparison -> String? in
      switch comparison.outcome {
      case .equal: nil
      case .changed(let diff, let old, let new):
        diff.markdown(title: comparison.name) { lines in
          SourceFiles.current.place(of: lines).map { lines.isNear ? "near \($0)" : $0 }
        } + Self.picture(of: new.comparison(with: old), named: comparison.name)
      case .added(let graph):
        section(
          comparison.name,
          "New: \(graph.states.count) states, \(graph.transitions.count) transitions.")
      case .removed: section(comparison.name, "Removed.")
      case .redrawn(let line): section(comparison.name, "Is \(Self.redrawn(line: line)).")
      }
    }
    // `print` ends the last line.
    return String(sections.joined(separator: "\n").dropLast())
  }

  /// The size of a diagram that can be read in a pull request.
  private static let most = (states: 25, transitions: 40)

  /// Returns a Mermaid diagram, which GitHub draws, of what is marked and what is around it; if it is too
  /// large, a sentence that says how to see it.
  private static func picture(
    of both: (graph: StateGraph, marks: DiagramMarks), named name: String
  ) -> String {
    guard !both.marks.isEmpty else { return "" }
    let view = both.graph.around(both.marks, most: most)
    let mermaid = view?.mermaid(name: "\(name): what changes", marks: both.marks)
    // Mermaid refuses texts that are longer.
    guard let mermaid, mermaid.utf8.count < 50_000 else {
      return "\nToo much changes for a diagram here: see `diff --text` or `diff --pictures`.\n"
    }
    return "\n" + DiagramFormat.mmd.markdown(showing: mermaid)
  }

  private static func redrawn(line: Int) -> String {
    "drawn otherwise: the graph is the same, and the text differs from line \(line) on"
  }

  private func section(_ title: String, _ sentence: String) -> String {
    "### \(MarkdownCode.text(title))\n\n\(sentence)\n"
  }
}

extension DiffReport: JSONReport {
  private enum Key: String, CodingKey { case version, from, to, equal, diagrams }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encode(isEqual, forKey: .equal)
    try container.encode(comparisons.map(Entry.init), forKey: .diagrams)
  }

  private struct Entry: Encodable {
    let name: String
    let status: String
    let changes: [EditEntry]

    init(_ comparison: DiagramComparison) {
      name = comparison.name
      switch comparison.outcome {
      case .equal: (status, changes) = ("equal", [])
      case .added: (status, changes) = ("added", [])
      case .removed: (status, changes) = ("removed", [])
      case .redrawn: (status, changes) = ("redrawn", [])
      case .changed(let diff, _, _): (status, changes) = ("changed", diff.edits.map(EditEntry.init))
      }
    }
  }
}

/// The result of comparing one diagram between two sources.
struct DiagramComparison {
  let name: String
  let outcome: Outcome

  enum Outcome {
    case equal
    case changed(GraphDiff, from: StateGraph, to: StateGraph)
    /// The graphs are equal, but the texts differ, first in this line of the old text.
    case redrawn(line: Int)
    /// Only the new side has the diagram.
    case added(StateGraph)
    /// Only the old side has the diagram.
    case removed
  }

  /// A Boolean value that indicates whether the sides agree.
  var isEqual: Bool {
    if case .equal = outcome { true } else { false }
  }

  /// Compares the diagrams of two sources, in the order of the new source.
  ///
  /// Diagrams that only the old source has come last.
  ///
  /// - Parameters:
  ///   - old: The source to compare from.
  ///   - new: The source to compare to.
  ///   - names: The names of the diagrams to compare, or an empty array for all.
  /// - Returns: A comparison for each diagram.
  /// - Throws: ``DiagramError`` if a diagram can't be read, or if neither side has one of the
  ///   names.
  @MainActor static func all(
    from old: some DiagramSource, to new: some DiagramSource, only names: [String] = []
  ) throws -> [DiagramComparison] {
    let newNames = try new.names()
    let known = newNames + (try old.names()).filter { !newNames.contains($0) }
    for name in names where !known.contains(name) {
      throw DiagramError.unknownName(name, known: known)
    }
    return try known.filter { names.isEmpty || names.contains($0) }.map { name in
      DiagramComparison(
        name: name,
        outcome: outcome(from: try old.diagram(named: name), to: try new.diagram(named: name)))
    }
  }

  private static func outcome(from old: SourcedDiagram?, to new: SourcedDiagram?) -> Outcome {
    guard let new else { return .removed }
    guard let old else { return .added(new.graph) }
    return switch new.graph.difference(from: old.graph, writtenAs: old.text, to: new.text) {
    case nil: .equal
    case .graph(let diff): .changed(diff, from: old.graph, to: new.graph)
    case .picture(let line), .rows(let line): .redrawn(line: line)
    }
  }
}

extension DiffReport {
  /// The report with a picture in plain text of each diagram that changed.
  var textPictures: String {
    let pictures = comparisons.compactMap { comparison -> String? in
      guard case .changed(_, let old, let new) = comparison.outcome else { return nil }
      let both = new.comparison(with: old)
      return "\(comparison.name)\n\n"
        + TextPrinter(marks: both.marks).text(of: both.graph) + "\n"
    }
    return pictures.joined() + text
  }

  /// Returns a picture of each diagram that changed, as a file.
  ///
  /// The file's name ends with `.diff.svg`, so it never replaces a diagram's own file.
  ///
  /// - Parameter progress: A line that shows which diagram is being drawn.
  /// - Returns: The files, in the order of the report.
  /// - Throws: ``GraphvizError`` if a picture can't be drawn.
  @MainActor func pictures(progress: ProgressLine) throws -> [(name: String, content: Data)] {
    try comparisons.compactMap { comparison -> (name: String, content: Data)? in
      guard case .changed(_, let old, let new) = comparison.outcome else { return nil }
      progress.show("drawing \(comparison.name)")
      let both = new.comparison(with: old)
      let style = try old.keepingPlaces(of: DiagramStyle())
      var printer = DOTPrinter(name: comparison.name, style: style, marks: both.marks)
      var image: [UInt8]
      do {
        image = try Graphviz.render(printer.picture(of: both.graph), as: .svg)
      } catch let error as GraphvizError where error.code == .layoutFailed {
        // While old states keep their places, Graphviz can't place some labels of new arrows: let the
        // states move.
        printer.keepsPlaces = false
        image = try Graphviz.render(printer.picture(of: both.graph), as: .svg)
      }
      image = SVGHead.added(to: image, of: both.graph, named: comparison.name, style)
      return ("\(comparison.name).diff.svg", Data(image))
    }
  }
}
