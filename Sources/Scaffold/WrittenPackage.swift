import Foundation

/// A package that draws a machine of the package in the current folder.
struct WrittenPackage {
  /// The files, by their paths in the package's folder.
  private(set) var files: [(path: String, text: String)] = []

  /// Writes the package.
  ///
  /// - Parameters:
  ///   - graph: The graph of the machine.
  ///   - type: The name that somebody calls the machine.
  ///   - folder: The folder of the package.
  /// - Throws: A ``Refusal`` if no library product has the machine.
  init(drawing graph: WrittenGraph, of type: String, in folder: String) throws {
    try self.init(
      drawing: graph, of: type, in: URL(fileURLWithPath: folder).standardizedFileURL.path,
      beside: BuiltPackage.description(),
      with: URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
        .path)
  }

  /// Writes the package, as the package manager describes the one that it draws.
  init(
    drawing graph: WrittenGraph, of type: String, in folder: String,
    beside description: [String: Any], with schematic: String
  ) throws {
    let products = description["products"] as? [[String: Any]] ?? []
    let targets = description["targets"] as? [[String: Any]] ?? []
    let target = targets.first { $0["c99name"] as? String == graph.module }?["name"] as? String
    let product = products.first { product in
      (product["type"] as? [String: Any])?.keys.contains("library") == true
        && (product["targets"] as? [String])?.contains(target ?? graph.module) == true
    }
    guard let product = product?["name"] as? String else {
      throw Refusal(
        """
        \(graph.module) is in no library product, so no other package reaches \(type): add \
        `.library(name: "\(graph.module)", targets: ["\(graph.module)"])` to the products in Package.swift; types of an \
        executable belong into a library first
        """)
    }
    let package = description["name"] as? String ?? product
    let platforms = description["platforms"] as? [[String: Any]] ?? []
    let system = platforms.first { $0["name"] as? String == "macos" }?["version"] as? String
    let machines = graph.imports.intersection(["SchematicMachines"])
    let dependencies = ["SchematicDiagrams"] + machines
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Diagrams",
        platforms: [.macOS(\(system.map { "\"\($0)\"" } ?? ".v13"))],
        dependencies: [
          .package(name: "\(package)", path: "\(Self.path(from: folder, to: FileManager.default.currentDirectoryPath))"),
          .package(name: "Schematic", path: "\(Self.path(from: folder, to: schematic))"),
        ],
        targets: [
          .executableTarget(
            name: "Diagrams",
            dependencies: [
              .product(name: "\(product)", package: "\(package)"),
      \(dependencies.map { "        .product(name: \"\($0)\", package: \"Schematic\")," }.joined(separator: "\n"))
            ])
        ]
      )

      """
    let imports =
      graph.entry == nil
      ? "import SchematicDiagrams\n"
      : graph.isSeen
        ? "import \(graph.module)\nimport SchematicDiagrams\n"
        : "import SchematicDiagrams\n\n@testable import \(graph.module)\n"
    let tool = """
      \(imports)
      @main struct Diagrams: DiagramTool {
        static let catalog: DiagramCatalog = [
          \(graph.entry ?? "Diagram(\"\(graph.name)\", of: \(graph.variable))")
        ]
      }

      """
    files = [
      (".gitignore", "/.build\n"), ("Package.swift", manifest),
      ("Sources/Diagrams/Diagrams.swift", tool),
    ]
    if graph.entry == nil {
      files.append(("Sources/Diagrams/\(graph.name)Graph.swift", graph.text))
    }
  }

  /// Returns the path to a folder from another one.
  static func path(from folder: String, to other: String) -> String {
    let (from, to) = (folder.split(separator: "/"), other.split(separator: "/"))
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to.dropFirst(shared).map(String.init)).joined(separator: "/")
  }
}
