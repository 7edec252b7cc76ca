// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// The command line of diagrams is needed where they are drawn or checked.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser",
  condition: .when(traits: ["Command"])
)

// The compiler's syntax library is needed where a macro writes cases.
func swiftSyntax(_ product: String) -> Target.Dependency {
  .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}
let macrosPlugin = Target.Dependency.target(
  name: "SchematicMacrosPlugin",
  condition: .when(traits: ["Macros"])
)

// The sockets of a light HTTP server are needed where running machines are shown in a browser.
let sockets = Target.Dependency.product(
  name: "FlyingSocks",
  package: "FlyingFox",
  condition: .when(traits: ["Inspector"])
)

// The systems that Graphviz's library is linked on; elsewhere the bridge to it refuses to draw.
let drawing: [Platform] = [.macOS, .linux]

// Warnings are errors in this package's own CI, and nowhere else.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "Schematic",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Schematic", targets: ["Schematic"]),
    .library(name: "SchematicObservation", targets: ["SchematicObservation"]),
    .library(name: "SchematicGraph", targets: ["SchematicGraph"]),
    .library(name: "SchematicTraces", targets: ["SchematicTraces"]),
    .library(name: "SchematicGraphviz", targets: ["SchematicGraphviz"]),
    .library(name: "SchematicDiagrams", targets: ["SchematicDiagrams"]),
    .library(name: "SchematicInspector", targets: ["SchematicInspector"]),
    .library(name: "SchematicMacros", targets: ["SchematicMacros"]),
    .library(name: "SchematicTesting", targets: ["SchematicTesting"]),
    .plugin(name: "DiagramsPlugin", targets: ["DiagramsPlugin"]),
    .plugin(name: "CheckDiagramsPlugin", targets: ["CheckDiagramsPlugin"]),
  ],
  traits: [
    .trait(
      name: "Command",
      description: "The command that checks diagrams and writes them. Takes swift-argument-parser."
    ),
    .trait(
      name: "Graphviz",
      description: "Drawing to SVG, PNG and PDF. Takes the Graphviz C library."
    ),
    .trait(
      name: "Macros",
      description: "@Graphable, which writes the cases of an enum. Takes and builds swift-syntax."
    ),
    .trait(
      name: "Inspector",
      description: "Pages of running machines. Takes the sockets of FlyingFox."
    ),
    .default(enabledTraits: ["Command", "Graphviz"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    // Rules and machines. The C target is a header: two atomic operations, inlined.
    .target(name: "CSchematicAtomics"),
    .target(name: "Schematic", dependencies: ["CSchematicAtomics"]),
    .testTarget(name: "SchematicTests", dependencies: ["Schematic", "SchematicTestKit"]),

    // Machines that Swift's Observation tracks. A module of its own, because it needs newer systems.
    .target(name: "SchematicObservation", dependencies: ["Schematic"]),
    .testTarget(
      name: "SchematicObservationTests",
      dependencies: ["Schematic", "SchematicObservation", "SchematicTestKit"]
    ),

    // From rules to a graph, and from a graph to text. The C target makes copies of the process: rules
    // that may stop the program are tried in them, and what may take long is drawn.
    .target(name: "CSchematicChild"),
    .target(
      name: "SchematicGraph",
      dependencies: ["Schematic", "CSchematicChild"],
      exclude: ["Record/state-graph-2.schema.json", "Traces/trace-1.schema.json"]
    ),
    .testTarget(
      name: "SchematicGraphTests",
      dependencies: ["Schematic", "SchematicGraph", "SchematicTestKit"],
      exclude: ["Printing/Goldens", "Traces/Goldens"]
    ),

    // Traces of running machines in files.
    .target(name: "SchematicTraces", dependencies: ["SchematicGraph"]),
    .testTarget(
      name: "SchematicTracesTests",
      dependencies: ["Schematic", "SchematicGraph", "SchematicTraces", "SchematicTestKit"]
    ),

    // The C library: the bridge is the only code that includes Graphviz's headers.
    .systemLibrary(
      name: "CGraphviz",
      pkgConfig: "libgvc",
      providers: [
        .apt(["libgraphviz-dev"]),
        .brew(["graphviz"]),
        .yum(["graphviz-devel"]),
      ]
    ),
    .target(
      name: "CGraphvizBridge",
      dependencies: [
        "CSchematicChild",
        .target(
          name: "CGraphviz", condition: .when(platforms: drawing, traits: ["Graphviz"])),
      ],
      cSettings: [
        // Without the headers one file says what to do, and the others are empty.
        .define(
          "SCHEMATIC_GRAPHVIZ", to: "(__has_include(<gvc.h>) || __has_include(<graphviz/gvc.h>))",
          .when(platforms: drawing, traits: ["Graphviz"]))
      ],
      linkerSettings: [
        .linkedLibrary("gvc", .when(platforms: drawing, traits: ["Graphviz"])),
        .linkedLibrary("cgraph", .when(platforms: drawing, traits: ["Graphviz"])),
        .linkedLibrary("cdt", .when(platforms: drawing, traits: ["Graphviz"])),
      ]
    ),

    // Drawing, and pages that play.
    .target(
      name: "SchematicGraphviz",
      dependencies: [
        "SchematicGraph",
        .target(
          name: "CGraphvizBridge", condition: .when(platforms: drawing, traits: ["Graphviz"])),
      ],
      // The program of pages is in the code as bytes, so that a tool is one file.
      resources: [
        .embedInCode("Pages/Program"), .embedInCode("Pages/Lines"), .embedInCode("Pages/Live"),
      ]
    ),
    .testTarget(
      name: "SchematicGraphvizTests",
      dependencies: ["SchematicGraph", "SchematicGraphviz", "SchematicTestKit"]
    ),

    // The same page of machines that run.
    .target(
      name: "SchematicInspector",
      dependencies: ["Schematic", "SchematicGraph", "SchematicGraphviz", sockets]
    ),
    .testTarget(
      name: "SchematicInspectorTests",
      dependencies: ["Schematic", "SchematicGraph", "SchematicInspector", "SchematicTestKit"]
    ),

    // The catalog, the check, and the command.
    .target(
      name: "SchematicDiagrams",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicGraphviz", "SchematicTraces", argumentParser,
      ]
    ),
    .testTarget(
      name: "SchematicDiagramsTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicGraphviz", "SchematicDiagrams",
        "SchematicTraces", "SchematicTestKit", "CSchematicChild", argumentParser,
      ]
    ),

    // `swift package diagrams` and `swift package check-diagrams`. The first asks for permission to
    // write on every verb, so the check has a command of its own.
    .plugin(
      name: "DiagramsPlugin",
      capability: .command(
        intent: .custom(
          verb: "diagrams", description: "Draw and check the diagrams of the package."),
        permissions: [.writeToPackageDirectory(reason: "It writes the diagrams and pages.")]
      )
    ),
    .plugin(
      name: "CheckDiagramsPlugin",
      capability: .command(
        intent: .custom(
          verb: "check-diagrams",
          description: "Fail when a diagram of the package no longer shows what the code does.")
      )
    ),

    // What the first plugin makes of the compiler's symbol graph. A target can't depend on a plugin, so
    // the folder of the tests has a link to the sources.
    .testTarget(name: "ScaffoldTests", exclude: ["Goldens"]),

    // For tests of machines: walks, coverage, and expected diagrams.
    .target(
      name: "SchematicTesting",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicTraces",
      ]),
    .testTarget(
      name: "SchematicTestingTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicTesting", "SchematicTestKit",
      ]
    ),

    // A client whose default isolation is the main actor.
    .testTarget(
      name: "DefaultIsolationTests",
      dependencies: ["Schematic", "SchematicGraph"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),

    // Fixtures that several test targets share.
    .target(
      name: "SchematicTestKit", dependencies: ["SchematicGraph", "SchematicTesting"],
      path: "Tests/SchematicTestKit"),

    // The example machines, one file each, and the command that draws them.
    .target(
      name: "Examples",
      dependencies: ["Schematic", "SchematicGraph", "SchematicDiagrams", "MainActorExamples"],
      path: "Examples",
      // The orders have a database, and so a package of their own.
      exclude: ["README.md", "Diagrams", "MainActor", "Orders"]
    ),
    // Those of a module that is isolated to the main actor by default.
    .target(
      name: "MainActorExamples",
      dependencies: ["Schematic", "SchematicGraph", "SchematicObservation"],
      path: "Examples/MainActor",
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .executableTarget(
      name: "Diagrams",
      dependencies: ["Examples", "SchematicDiagrams"],
      path: "Examples/Diagrams"
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicGraphviz", "SchematicDiagrams",
        "SchematicTesting", "SchematicTestKit", "Examples", "MainActorExamples",
      ]
    ),

    // The code of the articles, and a check that pages show nothing else. Like readers' packages, it
    // sees only what is public.
    .testTarget(
      name: "ArticlesTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicObservation", "SchematicTesting",
        "SchematicTestKit",
      ],
      packageAccess: false
    ),

    // @Graphable, and the compiler plugin that expands it.
    .target(name: "SchematicMacros", dependencies: ["Schematic", "SchematicGraph", macrosPlugin]),
    // One target: a library on swift-syntax beside it would keep SwiftPM from taking the prebuilt
    // swift-syntax, where there is one. Its tests are in IntegrationTests/MacroExpansion.
    .macro(
      name: "SchematicMacrosPlugin",
      dependencies: [
        swiftSyntax("SwiftCompilerPlugin"),
        swiftSyntax("SwiftDiagnostics"),
        swiftSyntax("SwiftParser"),
        swiftSyntax("SwiftSyntax"),
        swiftSyntax("SwiftSyntaxBuilder"),
        swiftSyntax("SwiftSyntaxMacros"),
      ]
    ),
    .testTarget(
      name: "SchematicMacrosTests",
      dependencies: ["Schematic", "SchematicGraph", "SchematicMacros"]
    ),
    .testTarget(
      name: "MacrosDefaultIsolationTests",
      dependencies: ["Schematic", "SchematicGraph", "SchematicMacros"],
      packageAccess: false,
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}
