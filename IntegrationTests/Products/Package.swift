// swift-tools-version: 6.2
import PackageDescription

// A small client of each library product, which runs. `Scripts/check-products.sh` reads what the clients define,
// and what they reference.
let products = [
  "Schematic", "SchematicObservation", "SchematicCases", "SchematicGraph", "SchematicAnalysis",
  "SchematicMachines", "SchematicTraces", "SchematicGraphviz", "SchematicDiagrams",
  "SchematicInspector", "SchematicMacros", "SchematicTesting",
]

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Schematic") }

let package = Package(
  name: "Products",
  platforms: [.macOS(.v14)],
  dependencies: [
    // Without the trait Macros: the compiler's plugin isn't part of a client's program.
    .package(name: "Schematic", path: "../..", traits: [.defaults, "Inspector"])
  ],
  targets: [
    // What the system and the compiler add to every program.
    .executableTarget(name: "NoClient"),
    // The machine of the clients that know cases.
    .target(name: "Lamps", dependencies: [product("Schematic"), product("SchematicCases")]),
  ]
    + products.map { name in
      .executableTarget(
        name: "\(name)Client",
        dependencies: [product(name)] + (name == "Schematic" ? [] : ["Lamps"]))
    },
  swiftLanguageModes: [.v6]
)
