import PackagePlugin

/// `swift package check-diagrams` runs `check` as `swift package diagrams check` does, but needs no
/// permission to write.
@main
struct CheckDiagramsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let tool = try DiagramToolProduct(
      named: extractor.extractOption(named: "tool").last, in: context.package)
    try tool.run(["check"] + extractor.remainingArguments, in: context, by: packageManager)
  }
}
