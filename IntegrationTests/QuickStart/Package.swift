// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "QuickStart",
  products: [.library(name: "Turnstiles", targets: ["Turnstiles"])],
  dependencies: [
    .package(name: "Schematic", path: "../Schematic", traits: [])
  ],
  targets: [
    .target(
      name: "Turnstiles",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicCases", package: "Schematic"),
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
