#if Graphviz
  import ArgumentParser

  /// Whether findings are failures.
  struct StrictnessOptions: ParsableArguments {
    @Flag(
      name: .customLong("strict"),
      help: "Fail also because of findings that the catalogue does not allow.")
    var isStrict = false
  }
#endif
