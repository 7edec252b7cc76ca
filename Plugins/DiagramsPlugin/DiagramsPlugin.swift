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

// The plugin in an Xcode project, which nobody has compiled yet.
#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension DiagramsPlugin: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      var extractor = ArgumentExtractor(arguments)
      _ = extractor.extractOption(named: "target")
      let package = try PackageInXcodeProject(&extractor, in: context.xcodeProject.directoryURL)
      try package.run(
        extractor.remainingArguments, buildingIn: context.pluginWorkDirectoryURL)
    }
  }
#endif
