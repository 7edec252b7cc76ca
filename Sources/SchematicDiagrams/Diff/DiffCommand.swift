#if Command
  import ArgumentParser

  /// `diff`: compares versions of diagrams.
  struct DiffCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "diff",
        abstract: "Lists what the code changes in the committed diagrams.",
        discussion: """
          Compares the files of the folder with the code. With --revision, compares the files as \
          git has them in that revision with the code, or with --files with the files as they are.

          EXIT CODES:
            0   Nothing differs.
            1   Something differs.
            2   The comparison could not be done.

          EXAMPLES:
            diff
            diff --revision main --markdown
            diff --revision main --sarif > diagrams.sarif
            diff --revision main --pictures Differences
            diff --revision HEAD~1 --files --only Turnstile
          """
      )
    }

    /// The form of the report.
    enum Form: String, EnumerableFlag {
      case markdown, json, sarif, text

      static func help(for form: Form) -> ArgumentHelp? {
        switch form {
        case .markdown: "Print Markdown, for the description of a pull request."
        case .json: "Print one JSON document, for programs."
        case .sarif: "Print SARIF 2.1.0, for code scanning and editors."
        case .text:
          "Print a picture in plain text of each diagram that changed, with +, - and ~ before its lines."
        }
      }
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions

    @Option(help: "Start from the files of a git revision, such as main or HEAD~1.")
    var revision: String?

    @Flag(help: "End at the files of the folder rather than at the code.")
    var files = false

    @Flag var form: Form?

    @OptionGroup var length: AnswerOptions

    @Option(
      help: ArgumentHelp(
        "Draw each diagram that changed to an SVG in this folder.",
        discussion: "What was added, changed and removed differs in color and dash.",
        valueName: "folder"))
    var pictures: String?

    func validate() throws {
      guard !files || revision != nil else {
        throw ValidationError("--files compares with a revision; add --revision.")
      }
    }

    func run() throws {
      try CommandRunner.perform {
        let progress = ProgressLine()
        defer { progress.clear() }
        try location.requireFolder()
        let report = try report(progress: progress)
        if let pictures {
          try DiagramFolder(path: pictures).write(report.pictures(progress: progress))
        }
        progress.clear()
        switch form {
        case nil: try Tool.print(report.text(in: length.answer))
        case .markdown: try Tool.print(report.markdown)
        case .json: try Tool.print(report.json)
        case .sarif: try Tool.print(report.sarif(in: location.folder).json)
        case .text: try Tool.print(report.textPictures)
        }
        if !report.isEqual { throw ExitCode(1) }
      }
    }

    @MainActor private func report(progress: ProgressLine) throws -> DiffReport {
      let folder = FolderSource(folder: location.folder)
      guard let revision else { return try report(from: folder, progress: progress) }
      let old = RevisionSource(revision: try GitRevision(revision, of: location.folder))
      return files ? try report(from: old, to: folder) : try report(from: old, progress: progress)
    }

    @MainActor private func report(
      from old: some DiagramSource, progress: ProgressLine
    ) throws -> DiffReport {
      // The other side may have names that aren't in the catalog.
      let known = Set(try Tool.catalog.diagrams().map(\.name))
      let chosen = selection.only.filter(known.contains)
      let catalog =
        selection.only.isEmpty || !chosen.isEmpty
        ? try Tool.catalog.explored(only: chosen, progress: progress) : Tool.catalog
      return try report(from: old, to: CatalogSource(catalog: catalog))
    }

    @MainActor private func report(
      from old: some DiagramSource, to new: some DiagramSource
    ) throws -> DiffReport {
      DiffReport(
        from: old.title, to: new.title,
        comparisons: try DiagramComparison.all(from: old, to: new, only: selection.only))
    }
  }
#endif
