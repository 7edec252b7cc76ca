#if Graphviz
  import ArgumentParser

  /// `generate`: brings the files up to date.
  struct GenerateCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "generate",
        abstract: "Writes the diagrams that are missing or out of date.",
        discussion: """
          Images that show the same as the code are left alone, also when this system would draw \
          them with other fonts.

          Example: generate --only Turnstile --format svg
          """
      )
    }

    @OptionGroup var location: LocationOptions
    @OptionGroup var selection: SelectionOptions

    @Option(
      name: .long, parsing: .upToNextOption,
      help: "What to write: dot, svg, png, pdf. Repeat it, or give several.")
    var format: [DiagramFormat] = DiagramFormat.standard

    @Flag(help: "Draw images again although they are up to date.")
    var redraw = false

    @Flag(help: "Remove files that belong to no diagram.")
    var prune = false

    func run() throws {
      try Terminal.perform {
        let generator = DiagramGenerator(
          folder: location.folder, formats: format, redraws: redraw, prunes: prune)
        let catalogue = try Tool.catalogue.explored(only: selection.only)
        let report = try generator.generate(catalogue, only: selection.only)
        for name in report.written { print("wrote \(location.folder.path(of: name))") }
        for name in report.removed { print("removed \(location.folder.path(of: name))") }
        print("\(report.written.count) written, \(report.kept) up to date")
        Terminal.printFindings(of: try catalogue.diagrams(named: selection.only))
      }
    }
  }

  extension DiagramFormat: ExpressibleByArgument {}
#endif
