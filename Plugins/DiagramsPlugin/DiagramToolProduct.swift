import Foundation
import PackagePlugin

/// The executable of a package that draws its diagrams.
///
/// A plugin can't link libraries. It builds and runs this program instead.
struct DiagramToolProduct {
  let name: String

  /// Finds the executable with a name or, without a name, the only one that depends on
  /// `SchematicDiagrams` directly.
  init(named name: String?, in package: Package) throws {
    let executables = package.products(ofType: ExecutableProduct.self)
    if let name {
      let names = executables.map(\.name)
      guard names.contains(name) else { throw Failure.unknown(name, names) }
      self.name = name
      return
    }
    let tools = executables.filter { $0.mainTarget.drawsDiagrams }.map(\.name)
    guard let tool = tools.first else { throw Failure.noTool }
    guard tools.count == 1 else { throw Failure.severalTools(tools) }
    self.name = tool
  }

  /// Builds the program and runs it in the folder of the package.
  ///
  /// If the program fails, the plugin exits with the program's exit code.
  func run(_ arguments: [String], in context: PluginContext, by manager: PackageManager) throws {
    let build = try manager.build(.product(name), parameters: .init())
    let program = build.builtArtifacts.first {
      $0.kind == .executable && $0.url.deletingPathExtension().lastPathComponent == name
    }
    guard build.succeeded, let program else { throw Failure.notBuilt(name, build.logText) }
    let process = Process()
    process.executableURL = program.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// A reason why no diagram tool could be run.
  enum Failure: Error, CustomStringConvertible {
    case noTool
    case severalTools([String])
    case unknown(String, [String])
    case notBuilt(String, String)

    var description: String {
      switch self {
      case .noTool:
        "no executable of this package depends on SchematicDiagrams; add one that lists the machines"
      case .severalTools(let names):
        "several executables depend on SchematicDiagrams; choose one with --tool: "
          + names.joined(separator: ", ")
      case .unknown(let name, let known):
        "no executable of this package is named \(name); there are \(known.joined(separator: ", "))"
      case .notBuilt(let name, let log): "\(name) does not build:\n\(log)"
      }
    }
  }
}

extension Target {
  /// A Boolean value that indicates whether the target depends on `SchematicDiagrams` directly.
  fileprivate var drawsDiagrams: Bool {
    dependencies.contains { dependency in
      switch dependency {
      case .product(let product): product.name == "SchematicDiagrams"
      case .target(let target): target.name == "SchematicDiagrams"
      @unknown default: false
      }
    }
  }
}
