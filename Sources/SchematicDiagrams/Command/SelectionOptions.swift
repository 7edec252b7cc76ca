#if Graphviz
  import ArgumentParser

  /// Which diagrams are meant.
  struct SelectionOptions: ParsableArguments {
    @Option(
      name: .long, parsing: .upToNextOption,
      help: "The names of the diagrams; all of them unless given.")
    var only: [String] = []
  }
#endif
