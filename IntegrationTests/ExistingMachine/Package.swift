// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ExistingMachine",
  dependencies: [
    .package(name: "Schematic", path: "../Schematic")
  ],
  targets: [
    .target(
      name: "Machines",
      dependencies: [
        .product(name: "SchematicGraph", package: "Schematic"),
        .product(name: "SchematicMachines", package: "Schematic"),
      ]
    ),
    .executableTarget(
      name: "Diagrams",
      dependencies: [
        "Machines",
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ]
    ),
    .testTarget(
      name: "MachinesTests",
      dependencies: [
        "Machines",
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ]
)
