import PackagePlugin

/// `swift package check-diagrams`: what `swift package diagrams check` does, without asking for
/// permission to write.
@main
struct CheckDiagramsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let tool = try DiagramToolProduct(
      named: extractor.extractOption(named: "tool").last, in: context.package)
    try tool.run(["check"] + extractor.remainingArguments, in: context.package, by: packageManager)
  }
}
