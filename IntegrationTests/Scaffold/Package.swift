// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Scaffold",
  dependencies: [
    .package(name: "Schematic", path: "../Schematic"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .target(
      name: "Machines",
      dependencies: [.product(name: "SchematicGraph", package: "Schematic")]
    ),
    .target(
      name: "Lines",
      dependencies: [
        .product(name: "SchematicGraph", package: "Schematic"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]
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
        "Lines", "Machines", "Pumps", "Wires",
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ]
)
