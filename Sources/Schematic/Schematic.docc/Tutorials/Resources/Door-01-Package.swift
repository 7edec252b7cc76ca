// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "House",
  products: [.library(name: "Doors", targets: ["Doors"])],
  dependencies: [
    .package(name: "Schematic", path: "../Schematic", traits: [])
  ],
  targets: [
    .target(
      name: "Doors",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicCases", package: "Schematic"),
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
