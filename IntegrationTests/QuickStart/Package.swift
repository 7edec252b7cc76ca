// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "QuickStart",
  dependencies: [
    .package(name: "Schematic", path: "../Schematic")
  ],
  targets: [
    .target(
      name: "Turnstiles",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
      ]
    ),
    .executableTarget(name: "Try", dependencies: ["Turnstiles"]),
    .executableTarget(
      name: "Diagrams",
      dependencies: [
        "Turnstiles",
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ]
    ),
    .testTarget(
      name: "TurnstilesTests",
      dependencies: [
        "Turnstiles",
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ]
)
