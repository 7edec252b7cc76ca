// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Scaffold",
  dependencies: [
    .package(name: "Schematic", path: "../Schematic")
  ],
  targets: [
    .target(
      name: "Machines",
      dependencies: [.product(name: "SchematicGraph", package: "Schematic")]
    ),
    .target(name: "Pumps"),
    .testTarget(
      name: "MachinesTests",
      dependencies: [
        "Machines", "Pumps",
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ]
)
