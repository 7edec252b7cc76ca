// swift-tools-version: 6.2
import PackageDescription

// A client that has the cases of its enums written by the macro.
let package = Package(
  name: "WithMacros",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Schematic", path: "../..", traits: [.defaults, "Macros"])
  ],
  targets: [
    .target(
      name: "Machines",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicMacros", package: "Schematic"),
      ]
    ),
    .executableTarget(
      name: "Try",
      dependencies: ["Machines"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
  ]
)
