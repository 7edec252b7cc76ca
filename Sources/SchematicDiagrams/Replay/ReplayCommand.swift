import Foundation
import SchematicGraph
import SchematicTraces

#if Command
  import ArgumentParser

  /// `replay`: checks traces against the code.
  struct ReplayCommand<Tool: DiagramTool>: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "replay",
        abstract: "Checks what machines did, as traces tell, against the code.",
        discussion: """
          Names each line that is no step of its machine's diagram, and the rule that is most like it. \
          Lines that were lost are a gap and no failure. Counts the transitions that were taken.

          EXIT CODES:
            0   Every line is a step of its diagram.
            1   A line is not.
            2   A trace could not be read.

          EXAMPLES:
            replay app.jsonl
            replay --pictures Heat app.jsonl old.jsonl
            replay --only Turnstile --json app.jsonl
            replay --coverage coverage.json app.jsonl
          """
      )
    }

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var form: JSONOptions
    @OptionGroup var length: AnswerOptions

    @Option(
      help: ArgumentHelp(
        "Draw each diagram to an SVG in this folder, with how often each transition was taken.",
        valueName: "folder"))
    var pictures: String?

    @Option(
      help: ArgumentHelp(
        "Add the transitions that were taken to this coverage file.", valueName: "file"))
    var coverage: String?

    @Option(
      help: ArgumentHelp(
        "The number of violations that --json and --all print.", valueName: "number"))
    var limit = 100

    @Argument(help: "The traces: files of one JSON object a line, or - for standard input.")
    var files: [String]

    func run() throws {
      try CommandRunner.perform {
        let catalog = try Tool.catalog.explored(only: selection.only)
        var replay = TraceReplay(of: try catalog.diagrams(named: selection.only))
        for file in files { try replay.read(file, limit: limit) }
        if let pictures {
          try DiagramFolder(path: pictures).write(replay.pictures())
        }
        if let coverage { try replay.addCoverage(to: CoverageFile(path: coverage)) }
        let report = replay.report
        try Tool.print(form.isJSON ? report.json : report.text(in: length.answer))
        if !report.passed { throw ExitCode(1) }
      }
    }
  }
#endif
