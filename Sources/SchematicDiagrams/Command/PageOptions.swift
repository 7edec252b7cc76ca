#if Graphviz
  import ArgumentParser

  /// Which pages have marked parts.
  struct PageOptions<Tool: DiagramTool>: ParsableArguments {
    @Option(
      name: .long, parsing: .upToNextOption,
      help: "The pages with diagrams between markers: Markdown files, and folders of them.")
    var pages: [String] = Tool.pages

    @MainActor func markedPages() throws(DiagramError) -> MarkedPages {
      MarkedPages(pages: try PageFolder(paths: pages).markedPages())
    }
  }
#endif
