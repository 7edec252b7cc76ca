// swift-tools-version: 6.2
import PackageDescription

// The benchmarks are a package of their own, so that users of Schematic don't fetch the tools.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Schematic", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    // Workloads: states, events, subjects, and streams of events.
    .target(name: "Workloads"),

    // The two sides of comparisons, each in a module of its own, so that neither is optimized for the other.
    .target(name: "Switches", dependencies: ["Workloads"]),
    .target(
      name: "Machines",
      dependencies: ["Workloads", .product(name: "Schematic", package: "Schematic")]
    ),
    .target(name: "Comparisons", dependencies: ["Workloads", "Switches", "Machines"]),

    // Measures times.
    .executableTarget(
      name: "Events",
      dependencies: ["Comparisons", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/Events",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),

    // A machine to explore and to draw.
    .target(
      name: "Graphs",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
      ]
    ),

    // Counts instructions, allocations and bytes.
    .target(name: "CProbe"),
    .executableTarget(
      name: "Count",
      dependencies: [
        "CProbe", "Comparisons", "Machines", "Graphs",
        .product(name: "SchematicGraph", package: "Schematic"),
        .product(name: "SchematicGraphviz", package: "Schematic"),
      ]
    ),
    .executableTarget(name: "Report"),

    // Measures how costs grow, and how long drawing takes.
    .executableTarget(
      name: "Growth",
      dependencies: [
        "Graphs", "Workloads",
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
      ]
    ),
    .executableTarget(
      name: "Drawing",
      dependencies: [
        "Graphs",
        .product(name: "SchematicGraph", package: "Schematic"),
        .product(name: "SchematicGraphviz", package: "Schematic"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CProbe" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
