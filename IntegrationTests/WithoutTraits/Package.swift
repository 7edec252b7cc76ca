// swift-tools-version: 6.2
import PackageDescription

// A client that names the drawing libraries and builds without what they draw with.
let package = Package(
  name: "WithoutTraits",
  dependencies: [
    .package(name: "Schematic", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "WithoutTraits",
      dependencies: [
        .product(name: "SchematicGraph", package: "Schematic"),
        .product(name: "SchematicGraphviz", package: "Schematic"),
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ]
    )
  ]
)
