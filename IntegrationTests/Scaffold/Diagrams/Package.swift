// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Diagrams",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "../App"),
    .package(name: "Schematic", path: "../../.."),
  ],
  targets: [
    .executableTarget(
      name: "Diagrams",
      dependencies: ["App", .product(name: "SchematicDiagrams", package: "Schematic")])
  ]
)
