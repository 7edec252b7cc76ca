#if Graphviz
  import ArgumentParser

  /// Whether programs read what is printed.
  struct JSONOptions: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print one JSON document, for programs.")
    var isJSON = false
  }
#endif
