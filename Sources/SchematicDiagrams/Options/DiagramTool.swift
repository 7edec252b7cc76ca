import Foundation

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
/// `swift run Diagrams generate` writes the folder `Diagrams`, and `swift run Diagrams check` fails
/// if that folder no longer shows what the code does. `--help` lists the other commands, and
/// <doc:Command> describes them.
///
/// The program exits with 0 if all is well, 1 if something differs or a check fails, 2 if the command
/// couldn't do its work, and 64 if the command line is invalid.
public protocol DiagramTool: SendableMetatype {
  /// The diagrams of the package.
  static var catalog: DiagramCatalog { get }

  /// The command that updates the diagrams, as `check` prints it.
  ///
  /// The default is `swift run`, the name of the type, and `generate --prune`, with `--package-path` if the package
  /// isn't in the current folder, or if its folder `Diagrams` is a package of its own.
  static var repairCommand: String { get }

  /// The Markdown pages and Swift files with generated sections, relative to the package: files,
  /// and folders whose `.md` and `.swift` files are all included.
  ///
  /// The default is `README.md` and `Sources`, which contains the rules and the documentation catalogs.
  static var pages: [String] { get }
}

extension DiagramTool {
  /// The command that runs this program's `generate`.
  public static var repairCommand: String {
    let (home, own) = (HomePackage.path(of: ""), HomePackage.path(of: "Diagrams"))
    let package = FileManager.default.fileExists(atPath: "\(own)/Package.swift") ? own : home
    return "swift run "
      + (package.isEmpty ? "" : "--package-path \(ShellWord.quoted(package)) ")
      + "\(self) generate --prune"
  }

  /// The README, the rules and the documentation catalogs.
  public static var pages: [String] { PageFolder.standard }
}

/// A tool with the diagrams of another tool.
///
/// The rules of these diagrams run in copies of the process if the system can make copies.
struct CopyingTool<Base: DiagramTool>: DiagramTool {
  static var catalog: DiagramCatalog {
    DiagramCatalog(Base.catalog.diagrams.map { $0.makingCopies() })
  }
  static var repairCommand: String { Base.repairCommand }
  static var pages: [String] { Base.pages }
}

/// A tool that bears the name of another tool's type.
private protocol NamedTool {
  static var toolName: String { get }
}

extension CopyingTool: NamedTool {
  static var toolName: String { "\(Base.self)" }
}

extension DiagramTool {
  /// The name of the program, which is also the name of its type.
  static var name: String { (Self.self as? any NamedTool.Type)?.toolName ?? "\(Self.self)" }
}
