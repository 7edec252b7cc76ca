// swift-tools-version: 6.2
import PackageDescription

// Machines in a server that logs, measures and traces, and shuts down in order. Schematic depends on none
// of these packages: a machine is observed by ten lines of yours.
let package = Package(
  name: "InAServer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Schematic", path: "../..", traits: []),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.9.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.3.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.9.0"),
  ],
  targets: [
    .target(
      name: "Parcels",
      dependencies: [
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicCases", package: "Schematic"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
    .testTarget(
      name: "ParcelsTests",
      dependencies: [
        "Parcels",
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
