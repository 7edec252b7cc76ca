import Foundation
import Testing

@testable import Scaffold

@Suite struct WrittenPackageTests {
  private func package(of type: String, products: [[String: Any]]) throws -> [String: String] {
    let description: [String: Any] = [
      "name": "Doors", "products": products, "targets": [["name": "App", "c99name": "App"]],
      "platforms": [["name": "macos", "version": "14.0"]],
    ]
    let package = try WrittenPackage(
      drawing: try WrittenGraph(of: type, in: Fixture.code), of: type,
      in: FileManager.default.currentDirectoryPath + "/Diagrams", beside: description,
      with: FileManager.default.currentDirectoryPath + "/../Schematic")
    return Dictionary(uniqueKeysWithValues: package.files.map { ($0.path, $0.text) })
  }

  private let library: [String: Any] = [
    "name": "DoorKit", "targets": ["App"], "type": ["library": ["automatic"]],
  ]

  @Test func aMachineWhoseEventsCarryNothingIsOneEntryOfACatalog() throws {
    let files = try package(of: "Door", products: [library])
    #expect(
      files["Sources/Diagrams/Diagrams.swift"]
        == """
        import SchematicDiagrams

        @testable import App

        @main struct Diagrams: DiagramTool {
          static let catalog: DiagramCatalog = [
            Diagram(of: Door(), state: \\.state, events: [.push, .pull]) { try $0.handle($1) }
          ]
        }

        """)
    #expect(
      files.keys.sorted() == [".gitignore", "Package.swift", "Sources/Diagrams/Diagrams.swift"])
  }

  @Test func anotherMachineHasItsGraphInAFileOfItsOwn() throws {
    let files = try package(of: "Gate", products: [library])
    #expect(
      files["Sources/Diagrams/Diagrams.swift"]?.contains("Diagram(\"Gate\", of: gateGraph)") == true
    )
    #expect(
      files["Sources/Diagrams/GateGraph.swift"]?.contains("let gateGraph = StateGraph(") == true)
    #expect(files["Package.swift"]?.contains(".product(name: \"SchematicMachines\"") == true)
  }

  @Test func theManifestNamesTheProductAndTheSystemOfTheOtherPackage() throws {
    let manifest = try #require(try package(of: "Door", products: [library])["Package.swift"])
    #expect(manifest.contains(".package(name: \"Doors\", path: \"..\")"))
    #expect(manifest.contains(".product(name: \"DoorKit\", package: \"Doors\")"))
    #expect(manifest.contains("platforms: [.macOS(\"14.0\")]"))
  }

  @Test func aTargetThatNoLibraryHasIsRefusedWithTheLineToAdd() {
    let refusal = #expect(throws: Refusal.self) {
      try package(
        of: "Door",
        products: [["name": "App", "targets": ["App"], "type": ["executable": NSNull()]]])
    }
    #expect(
      refusal?.description.contains(
        "add `.library(name: \"App\", targets: [\"App\"])` to the products in Package.swift")
        == true)
  }

  @Test(arguments: [
    ("/a/b/Diagrams", "/a/b", ".."), ("/a/b/Diagrams", "/a/Schematic", "../../Schematic"),
    ("/a/b", "/a/b/c", "c"),
  ])
  func aPathLeadsFromOneFolderToAnother(from: String, to: String, path: String) {
    #expect(WrittenPackage.path(from: from, to: to) == path)
  }
}
