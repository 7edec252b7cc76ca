// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Diagrams",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "QuickStart", path: ".."),
    .package(name: "Schematic", path: "../../Schematic"),
  ],
  targets: [
    .executableTarget(
      name: "Diagrams",
      dependencies: [
        .product(name: "Turnstiles", package: "QuickStart"),
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ])
  ]
)
