// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Diagrams",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "House", path: ".."),
    .package(name: "Schematic", path: "../../Schematic"),
  ],
  targets: [
    .executableTarget(
      name: "Diagrams",
      dependencies: [
        .product(name: "Doors", package: "House"),
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ])
  ]
)
