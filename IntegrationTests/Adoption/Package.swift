// swift-tools-version: 6.2
import PackageDescription

// A package whose diagrams are drawn, committed and checked in each of the ways that there are.
let package = Package(
  name: "Adoption",
  dependencies: [
    .package(name: "Schematic", path: "../..")
  ],
  targets: [
    .target(
      name: "Kettles",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
      ]
    ),
    .executableTarget(
      name: "Diagrams",
      dependencies: [
        "Kettles",
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ]
    ),
    // A program that lists no diagrams, which the plugins refuse to run.
    .executableTarget(name: "Boil", dependencies: ["Kettles"]),
    .testTarget(
      name: "KettlesTests",
      dependencies: [
        "Kettles",
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ]
)
