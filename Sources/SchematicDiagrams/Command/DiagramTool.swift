import Foundation

#if Graphviz
  import ArgumentParser
#endif

/// A program that draws and checks the diagrams of a package.
///
/// List the machines; everything else is provided:
///
/// ```swift
/// import SchematicDiagrams
///
/// @main
/// struct Diagrams: DiagramTool {
///   static let catalog: DiagramCatalog = [
///     Diagram("Turnstile", of: Turnstile.schema)
///   ]
/// }
/// ```
///
/// `swift run Diagrams generate` writes the folder `Diagrams`, and `swift run Diagrams check`
/// fails when it no longer shows what the code does; `--help` lists the rest, and <doc:Command>
/// describes it.
///
/// The program ends with 0 when all is well, 1 when something differs, 2 when the work could not be
/// done, and 64 when the command line was not understood.
public protocol DiagramTool: SendableMetatype {
  /// The diagrams of the package.
  static var catalog: DiagramCatalog { get }

  /// The command that brings the diagrams up to date, as `check` prints it.
  ///
  /// By default: `swift run`, the name of the type, and `generate --prune`.
  static var repairCommand: String { get }

  /// The Markdown pages with diagrams between markers, relative to the folder in which the
  /// program runs: files, and folders that stand for every `.md` file in them.
  ///
  /// By default: `README.md`, and `Sources` with its documentation catalogs.
  static var pages: [String] { get }
}

extension DiagramTool {
  /// The command that runs this program's `generate`.
  public static var repairCommand: String { "swift run \(self) generate --prune" }

  /// The README and the documentation catalogs.
  public static var pages: [String] { PageFolder.standard }

  /// Runs the command line.
  @MainActor public static func main() {
    runCommand()
  }

  /// Runs the command line, for programs that have a `main` of their own.
  ///
  /// A program that was built without the package's trait `Graphviz` says so and ends with 2.
  @MainActor public static func runCommand() {
    answerPlugin()
    #if Graphviz
      CommandRunner.rejectUnknownVerb(
        of: DiagramCommand<TryingTool<Self>>.self, in: CommandLine.arguments)
      DiagramCommand<TryingTool<Self>>.main()
    #else
      let message =
        "error: built without Graphviz; write traits: [.defaults] or traits: [\"Graphviz\"] where the "
        + "package names Schematic\n"
      FileHandle.standardError.write(Data(message.utf8))
      exit(2)
    #endif
  }

  /// Tells the package plugin that it runs a diagram tool, and not some other program that ends well.
  static func answerPlugin(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    guard let path = environment["SCHEMATIC_DIAGRAM_TOOL_ANSWER"] else { return }
    try? Data().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
  }
}

/// A tool that tries the rules of its diagrams in a copy of the process before they run.
struct TryingTool<Base: DiagramTool>: DiagramTool {
  static var catalog: DiagramCatalog {
    DiagramCatalog(Base.catalog.diagrams.map { $0.tryingRules() })
  }
  static var repairCommand: String { Base.repairCommand }
  static var pages: [String] { Base.pages }
}

/// A tool that goes by the name of another one.
private protocol NamedTool {
  static var toolName: String { get }
}

extension TryingTool: NamedTool {
  static var toolName: String { "\(Base.self)" }
}

extension DiagramTool {
  /// The name of the program: that of its type.
  static var name: String { (Self.self as? any NamedTool.Type)?.toolName ?? "\(Self.self)" }
}
