#if Graphviz
  import ArgumentParser

  /// Where the files are.
  struct LocationOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: "The folder of diagrams.")
    var output = "Diagrams"

    var folder: DiagramFolder { DiagramFolder(path: output) }
  }
#endif
