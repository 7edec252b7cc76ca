// The C library declares `stdout` as a variable.
@preconcurrency import Foundation
import SchematicGraph
import SchematicGraphviz

#if Command
  import ArgumentParser

  /// `review`: accepts changes one by one.
  struct ReviewCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "review",
        abstract: "Accepts the changes of the diagrams one by one.",
        discussion: """
          Shows each change with its line of code, and reads an answer: a and Return accepts it, l \
          leaves it, q ends the review. What is accepted is written when the review ends; what is left \
          stays a difference that check names. With --accept or --reject, asks nothing.

          A change is named by its state and event, as in "sending: broke"; if that names several, by \
          the guard, too, as in "sending: broke [again]". --json prints the names. A change that needs \
          another one, such as an arrow to a new state, is accepted together with it.

          EXIT CODES:
            0   No change is left.
            1   Changes are left.
            2   Nothing was written: a name is unknown, or means several changes.

          EXAMPLES:
            review
            review --json
            review --accept "sending: broke" --reject "sending: sent"
            review --only Upload
          """
      )
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var pages: PageOptions<Tool>
    @OptionGroup var form: JSONOptions
    @OptionGroup var length: AnswerOptions

    @Option(help: ArgumentHelp("Accept a change; repeat it for several.", valueName: "change"))
    var accept: [String] = []

    @Option(
      help: ArgumentHelp(
        "Leave a change, and fail if an accepted one needs it; repeat it for several.",
        valueName: "change"))
    var reject: [String] = []

    func run() throws {
      try CommandRunner.perform {
        let report = try review { readLine() }
        try Tool.print(
          form.isJSON ? report.fitting(length.answer).json : report.text(in: length.answer))
        if !report.pending.isEmpty || !report.missing.isEmpty { throw ExitCode(1) }
      }
    }

    /// Reviews the diagrams and writes what is accepted.
    ///
    /// - Parameter answer: Returns the next line that somebody typed, or `nil` at the end.
    /// - Returns: What was accepted, and what is left.
    /// - Throws: A ``DiagramError`` if a name means no change or several, or if a file can't be read or
    ///   written. Then no file has changed.
    @MainActor func review(reading answer: () -> String?) throws -> ReviewReport {
      let progress = ProgressLine()
      defer { progress.clear() }
      try location.requireFolder()
      let catalog = try Tool.catalog.explored(only: selection.only, progress: progress)
      let source = FolderSource(folder: location.folder)
      var reviews: [DiagramReview] = []
      var missing: [String] = []
      for diagram in try catalog.diagrams(named: selection.only) {
        if let committed = try source.diagram(named: diagram.name) {
          reviews.append(DiagramReview(of: diagram, from: committed))
        } else {
          missing.append(diagram.name)
        }
      }
      progress.clear()
      if !accept.isEmpty || !reject.isEmpty {
        try decide(&reviews)
      } else if !form.isJSON {
        try ask(about: &reviews, reading: answer)
      }
      let written = try write(reviews, to: catalog, progress: progress)
      let accepted = reviews.flatMap { review in
        review.accepted.sorted().map {
          ReviewReport.Entry($0, of: review, forPrograms: form.isJSON)
        }
      }
      let pending = reviews.flatMap { review in
        review.pending.map { ReviewReport.Entry($0, of: review, forPrograms: form.isJSON) }
      }
      let repair = ([Tool.repairCommand] + location.arguments + pages.arguments)
        .joined(separator: " ")
      return ReviewReport(
        accepted: accepted, pending: pending, written: written, missing: missing,
        repair: pending.isEmpty && missing.isEmpty ? nil : repair)
    }

    /// Accepts and leaves what the options name.
    @MainActor private func decide(_ reviews: inout [DiagramReview]) throws {
      for name in accept {
        let (review, edit) = try reviews.edit(named: name)
        try tell(reviews[review].accept(edit), of: reviews[review])
      }
      for name in reject {
        let (review, edit) = try reviews.edit(named: name)
        guard !reviews[review].accepted.contains(edit) else {
          throw DiagramError.rejected(edit, neededIn: reviews[review])
        }
      }
    }

    /// Asks about each change, until all are decided or the answers end.
    @MainActor private func ask(
      about reviews: inout [DiagramReview], reading answer: () -> String?
    ) throws {
      for index in reviews.indices {
        let count = reviews[index].edits.count
        for edit in 0..<count where !reviews[index].accepted.contains(edit) {
          try Tool.print("\(reviews[index].diagram.name), \(edit + 1) of \(count)")
          for line in reviews[index].lines(about: edit) { try Tool.print(line) }
          guard let isAccepted = try Self.decision(reading: answer) else { return }
          if isAccepted { try tell(reviews[index].accept(edit), of: reviews[index]) }
        }
      }
    }

    /// Returns whether the next answer accepts; `nil` if it ends the review.
    @MainActor private static func decision(reading answer: () -> String?) throws -> Bool? {
      while true {
        try Tool.print("a = accept, l = leave, q = quit; then Return")
        guard let line = answer() else { return nil }
        switch line.trimmingCharacters(in: .whitespaces).lowercased() {
        case "a", "accept": return true
        case "l", "leave": return false
        case "q", "quit": return nil
        default: continue
        }
      }
    }

    /// Prints the changes that were accepted along.
    @MainActor private func tell(_ along: [Int], of review: DiagramReview) throws {
      guard !form.isJSON else { return }
      for edit in along { try Tool.print("accepted along: \(review.edits[edit])") }
    }

    /// Writes the diagrams with accepted changes, in all formats that the folder has of them.
    ///
    /// - Returns: The paths of the files.
    @MainActor private func write(
      _ reviews: [DiagramReview], to catalog: DiagramCatalog, progress: ProgressLine
    ) throws -> [String] {
      let changed = reviews.filter { !$0.accepted.isEmpty }
      guard !changed.isEmpty else { return [] }
      var diagrams: [String: Diagram] = [:]
      for review in changed {
        let (graph, diagram) = (try review.graph, review.diagram)
        diagrams[diagram.name] = Diagram(diagram.name, of: graph, style: diagram.style)
      }
      let accepted = DiagramCatalog(catalog.diagrams.map { diagrams[$0.name] ?? $0 })
      // Nobody is kept waiting while somebody thinks, so the files may have changed.
      let lock = location.lock(.exclusive, progress: progress)
      defer { lock.release() }
      location.folder.removeLeftovers()
      for page in try pages.markedPages().pages { PageFolder.removeLeftovers(of: page.path) }
      for review in changed {
        let file = DiagramFormat.dot.fileName(of: review.diagram.name)
        guard try location.folder.read(file) == Data(review.text.utf8) else {
          throw DiagramError(
            .unwritable, "\(location.folder.path(of: file)) changed meanwhile; review again")
        }
      }
      let names = changed.map(\.diagram.name)
      let formats = try location.folder.formats(of: accepted).filter {
        Graphviz.isBuilt || $0.image == nil
      }
      let generator = DiagramGenerator(
        folder: location.folder, formats: formats, isAsked: false, progress: progress)
      let report = try generator.generate(accepted, only: names) {
        try pages.markedPages().updates(with: accepted, only: names)
      }
      return report.written.map(location.folder.path) + report.pages
    }
  }
#endif
