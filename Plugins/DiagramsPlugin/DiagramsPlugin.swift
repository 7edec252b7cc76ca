import PackagePlugin

/// `swift package diagrams` builds the package's diagram tool and runs it with the arguments.
@main
struct DiagramsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    var extractor = ArgumentExtractor(arguments)
    let tool = try DiagramToolProduct(
      named: extractor.extractOption(named: "tool").last, in: context.package)
    try tool.run(extractor.remainingArguments, in: context, by: packageManager)
  }
}
