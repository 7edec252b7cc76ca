// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Schematic",
  products: [
    .library(name: "Schematic", targets: ["Schematic"]),
    .library(name: "SchematicGraph", targets: ["SchematicGraph"]),
  ],
  targets: [
    // Rules and machines.
    .target(name: "Schematic"),
    .testTarget(name: "SchematicTests", dependencies: ["Schematic"]),

    // From rules to a graph, and from a graph to text.
    .target(name: "SchematicGraph", dependencies: ["Schematic"]),
    .testTarget(name: "SchematicGraphTests", dependencies: ["SchematicGraph", "SchematicTestKit"]),

    // What several test targets share.
    .target(name: "SchematicTestKit", path: "Tests/SchematicTestKit"),

    // The machines that the package is shown on, and the command that draws them.
    .executableTarget(
      name: "Diagrams",
      dependencies: ["Schematic", "SchematicGraph"],
      path: "Examples"
    ),
    .testTarget(name: "ExamplesTests", dependencies: ["Diagrams"]),
  ]
)
