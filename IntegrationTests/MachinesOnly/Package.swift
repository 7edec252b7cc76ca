// swift-tools-version: 6.2
import PackageDescription

// A client that wants machines and graphs, and none of what drawing takes.
let package = Package(
  name: "MachinesOnly",
  dependencies: [
    .package(name: "Schematic", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "MachinesOnly",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
      ]
    )
  ]
)
