// swift-tools-version: 6.2
import PackageDescription

// A client of a package that uses Schematic. It says nothing about Schematic itself.
let package = Package(
  name: "TwoDeep",
  dependencies: [.package(path: "Kit")],
  targets: [
    .executableTarget(name: "App", dependencies: [.product(name: "Kit", package: "Kit")])
  ]
)
