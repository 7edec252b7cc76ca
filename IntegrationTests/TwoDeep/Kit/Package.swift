// swift-tools-version: 6.2
import PackageDescription

// A library that uses Schematic with the traits that the environment names: all by default, or with commas.
let traits = Context.environment["KIT_TRAITS"].map { names in
  Set(names.split(separator: ",").map { Package.Dependency.Trait(stringLiteral: String($0)) })
}
let package = Package(
  name: "Kit",
  products: [.library(name: "Kit", targets: ["Kit"])],
  dependencies: [.package(name: "Schematic", path: "../../..", traits: traits ?? [.defaults])],
  targets: [
    .target(
      name: "Kit",
      dependencies: [
        .product(name: "SchematicGraph", package: "Schematic"),
        .product(name: "SchematicGraphviz", package: "Schematic"),
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ])
  ]
)
