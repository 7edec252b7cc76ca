// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Notes",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "Notes", targets: ["Notes"])],
  dependencies: [
    .package(name: "Schematic", path: "../Schematic", traits: [])
  ],
  targets: [
    .target(
      name: "Notes",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicCases", package: "Schematic"),
        .product(name: "SchematicObservation", package: "Schematic"),
      ]
    ),
    .testTarget(
      name: "NotesTests",
      dependencies: [
        "Notes",
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings = [.defaultIsolation(MainActor.self)]
}
