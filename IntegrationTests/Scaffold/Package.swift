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
    // What the main actor does, only the main thread can draw.
    .executableTarget(name: "OnTheMainThread", dependencies: ["Machines"]),
    .target(name: "Pumps"),
    .target(
      name: "Wires",
      dependencies: ["Pumps", .product(name: "SchematicGraph", package: "Schematic")]
    ),
    .testTarget(
      name: "MachinesTests",
      dependencies: [
        "Machines", "Pumps", "Wires",
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ]
)
