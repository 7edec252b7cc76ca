// swift-tools-version: 6.2
import PackageDescription

// Orders that live in a database. A package of its own, so that others don't build the database's code.
let package = Package(
  name: "Orders",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "Schematic", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    // The C library of PostgreSQL's clients.
    .systemLibrary(
      name: "CPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .yum(["libpq-devel"]), .brew(["libpq"])]
    ),
    .target(
      name: "Orders",
      dependencies: [
        "CPostgres",
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
        .product(name: "SchematicTraces", package: "Schematic"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    // A process that handles the events that have arrived. Run as many as you like.
    .executableTarget(name: "OrderWorker", dependencies: ["Orders"]),
    .executableTarget(
      name: "Diagrams",
      dependencies: [
        "Orders",
        .product(name: "SchematicDiagrams", package: "Schematic"),
      ]
    ),
    .testTarget(
      name: "OrdersTests",
      dependencies: [
        "Orders", "OrderWorker",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Schematic", package: "Schematic"),
        .product(name: "SchematicGraph", package: "Schematic"),
        .product(name: "SchematicTraces", package: "Schematic"),
        .product(name: "SchematicTesting", package: "Schematic"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
