// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "House",
  dependencies: [
    .package(name: "Schematic", path: "../Schematic", traits: [])
  ],
  targets: [
    .target(name: "Doors", dependencies: [.product(name: "Schematic", package: "Schematic")]),
    .executableTarget(name: "Try", dependencies: ["Doors"]),
  ]
)
