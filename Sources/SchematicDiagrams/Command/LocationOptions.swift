#if Graphviz
  import ArgumentParser

  /// Where the files are.
  struct LocationOptions: ParsableArguments {
    private static let standard = "Diagrams"

    @Option(name: .shortAndLong, help: "The folder of diagrams, from the current folder.")
    var output = Self.standard

    /// What to add to a command line to mean the same folder.
    var arguments: String { output == Self.standard ? "" : " --output \(output)" }

    var folder: DiagramFolder { DiagramFolder(path: output) }
  }
#endif
