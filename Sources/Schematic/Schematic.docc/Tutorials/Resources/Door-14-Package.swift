// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "House",
  dependencies: [
    .package(name: "Schematic", path: "../Schematic")
  ],
  targets: [
    .target(
      name: "Doors",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
      ]
    ),
    .executableTarget(name: "Try", dependencies: ["Doors"]),
    .executableTarget(
      name: "Diagrams",
      dependencies: [
        "Doors",
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ]
    ),
    .testTarget(
      name: "DoorsTests",
      dependencies: [
        "Doors",
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ]
)
