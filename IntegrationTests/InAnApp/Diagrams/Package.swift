// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Diagrams",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "Notes", path: ".."),
    .package(name: "Schematic", path: "../../Schematic"),
  ],
  targets: [
    .executableTarget(
      name: "Diagrams",
      dependencies: ["Notes", .product(name: "SchematicDiagrams", package: "Schematic")])
  ]
)
