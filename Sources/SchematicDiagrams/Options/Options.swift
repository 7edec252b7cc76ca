#if Command
  import ArgumentParser
  import Foundation
  import SchematicGraph

  /// The option that names the folder of diagrams.
  struct LocationOptions: ParsableArguments {
    /// The folder `Diagrams` of the package; in a package of that name, which draws another one, the package itself.
    private static let standard: String = {
      let name = "Diagrams"
      let (files, current) = (FileManager.default, FileManager.default.currentDirectoryPath)
      let isPackage =
        URL(fileURLWithPath: current).lastPathComponent == name
        && files.fileExists(atPath: "Package.swift") && !files.fileExists(atPath: name)
      return isPackage ? "." : HomePackage.path(of: name)
    }()

    @Option(name: .shortAndLong, help: "The folder of diagrams, from the current folder.")
    var output = Self.standard

    /// The arguments that select the same folder on another command line.
    var arguments: [String] { arguments(ShellWord.quoted) }

    /// The same arguments for a program that is started without a shell.
    var unquotedArguments: [String] { arguments(\.self) }

    private func arguments(_ word: (String) -> String) -> [String] {
      guard output != Self.standard else { return [] }
      // Otherwise, the path would be parsed as an option.
      return output.hasPrefix("-") ? ["--output=\(word(output))"] : ["--output", word(output)]
    }

    var folder: DiagramFolder { DiagramFolder(path: output) }

    /// Throws an error if the user named a folder that doesn't exist.
    ///
    /// The default folder may be missing, because the first `generate` creates it.
    func requireFolder() throws(DiagramError) {
      guard output != Self.standard, !folder.exists else { return }
      throw .missingFolder(output)
    }

    /// Locks the folder of diagrams, and the package, which usually contains the pages.
    @MainActor func lock(_ mode: FolderLock.Mode, progress: ProgressLine) -> FolderLock {
      FolderLock([HomePackage.path(of: "."), output], mode, progress: progress)
    }
  }

  /// The option that selects diagrams.
  struct SelectionOptions: ParsableArguments {
    @Option(
      name: .long, parsing: .upToNextOption,
      help: "The names of the diagrams; all of them unless given.")
    var only: [String] = []
  }

  /// The option that names the pages with marked sections.
  struct PageOptions<Tool: DiagramTool>: ParsableArguments {
    @Option(
      name: .long, parsing: .upToNextOption,
      help: "The pages with diagrams between markers: Markdown, Swift files, and folders of them.")
    var pages = Self.standard

    private static var standard: [String] { Tool.pages.map(HomePackage.path) }

    /// The arguments that select the same pages on another command line.
    var arguments: [String] { unquotedArguments.map(ShellWord.quoted) }

    /// The same arguments for a program that is started without a shell.
    var unquotedArguments: [String] { pages == Self.standard ? [] : ["--pages"] + pages }

    @MainActor func markedPages() throws(DiagramError) -> MarkedPages {
      MarkedPages(pages: try PageFolder(paths: pages).markedPages())
    }
  }

  /// The flags that turn findings into failures, and that print notes.
  struct StrictnessOptions: ParsableArguments {
    @Flag(
      name: .customLong("strict"),
      help: "Fail also because of findings that the catalog does not allow.")
    var isStrict = false

    @Flag(
      name: .customLong("notes"),
      help: "Print notes, too, such as actions without a label: nothing is wrong with them.")
    var printsNotes = false

    /// Returns the notes among findings if they were asked for.
    func notes(in findings: [DiagramFindings]) -> [String] {
      printsNotes ? findings.flatMap { $0.lines(.note) } : []
    }

    /// Returns lines with the reason and the remedy if `--strict` makes findings a failure; none otherwise.
    func failure(because findings: [DiagramFindings]) -> [String] {
      let lines = findings.flatMap(\.failure)
      guard isStrict, !lines.isEmpty else { return [] }
      return [
        "error: failed because of --strict: change the rules, or write what is intended into the catalog"
      ] + lines
    }
  }

  /// The flag that requests a report for programs.
  struct JSONOptions: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print one JSON document, for programs.")
    var isJSON = false
  }
#endif
