// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// The command that draws and checks diagrams needs ArgumentParser. The default trait Graphviz includes
// the command: with two default traits, SwiftPM before 6.4 would write their names in an order that
// changes from build to build, and compile every module of a client again.
let command: Set<String> = ["Command", "Graphviz"]
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser",
  condition: .when(traits: command)
)

// Only the macro that writes cases needs the compiler's syntax library.
func swiftSyntax(_ product: String) -> Target.Dependency {
  .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}
let macrosPlugin = Target.Dependency.target(
  name: "SchematicMacrosPlugin",
  condition: .when(traits: ["Macros"])
)

// Only pages of running machines need the sockets of a light HTTP server.
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
    .library(name: "SchematicCases", targets: ["SchematicCases"]),
    .library(name: "SchematicGraph", targets: ["SchematicGraph"]),
    .library(name: "SchematicMachines", targets: ["SchematicMachines"]),
    .library(name: "SchematicAnalysis", targets: ["SchematicAnalysis"]),
    .library(name: "SchematicTraces", targets: ["SchematicTraces"]),
    .library(name: "SchematicGraphviz", targets: ["SchematicGraphviz"]),
    .library(name: "SchematicDiagrams", targets: ["SchematicDiagrams"]),
    .library(name: "SchematicInspector", targets: ["SchematicInspector"]),
    .library(name: "SchematicMacros", targets: ["SchematicMacros"]),
    .library(name: "SchematicTesting", targets: ["SchematicTesting"]),
    .executable(name: "scaffold", targets: ["Scaffold"]),
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
      description: "The command, and drawing to SVG, PNG and PDF. Takes Graphviz's C library."
    ),
    .trait(
      name: "Macros",
      description: "@Graphable, which writes the cases of an enum. Takes and builds swift-syntax."
    ),
    .trait(
      name: "Inspector",
      description: "Pages of running machines. Takes the sockets of FlyingFox."
    ),
    .default(enabledTraits: ["Graphviz"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
  ],
  targets: [
    // Rules and machines. The C target is a header of inlined functions, and one number.
    .target(name: "CSchematicAtomics"),
    .target(name: "Schematic", dependencies: ["CSchematicAtomics"]),
    .testTarget(name: "SchematicTests", dependencies: ["Schematic", "SchematicTestKit"]),

    // Machines that Swift's Observation tracks. A module of its own, because it needs newer systems.
    .target(name: "SchematicObservation", dependencies: ["Schematic"]),
    .testTarget(
      name: "SchematicObservationTests",
      dependencies: ["Schematic", "SchematicObservation", "SchematicTestKit"]
    ),

    // The cases of states and events, with names and samples; and saved machines.
    .target(name: "SchematicCases", dependencies: ["Schematic"]),
    .testTarget(
      name: "SchematicCasesTests",
      dependencies: ["Schematic", "SchematicCases", "SchematicTestKit"]
    ),

    // From rules to a graph, and from a graph to text.
    .target(
      name: "SchematicGraph",
      dependencies: ["Schematic", "SchematicCases"],
      exclude: ["Record/state-graph-2.schema.json"]
    ),
    .testTarget(
      name: "SchematicGraphTests",
      dependencies: ["Schematic", "SchematicGraph", "SchematicMachines", "SchematicTestKit"],
      exclude: ["Printing/Goldens"]
    ),

    // Tasks and services of hand-written machines. The C target catches the jobs of Swift's concurrency.
    .target(name: "CSchematicTasks"),
    .target(
      name: "SchematicMachines",
      dependencies: ["Schematic", "SchematicCases", "SchematicGraph", "CSchematicTasks"]
    ),

    // Rules that are tried. The C target makes copies of the process, which try rules that may stop the
    // program, and draw pictures that may take long.
    .target(name: "CSchematicChild"),
    .target(
      name: "SchematicTrials",
      dependencies: ["SchematicCases", "SchematicGraph", "CSchematicChild"]),

    // Questions about graphs: walks, properties, equivalence, coverage, and machines in environments.
    .target(
      name: "SchematicAnalysis", dependencies: ["Schematic", "SchematicCases", "SchematicGraph"]),
    .testTarget(
      name: "SchematicAnalysisTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicAnalysis", "SchematicTestKit",
      ]
    ),

    // Traces of machines, checked against their diagrams and kept in files.
    .target(
      name: "SchematicTraces",
      dependencies: ["Schematic", "SchematicCases", "SchematicGraph", "SchematicAnalysis"],
      exclude: ["trace-1.schema.json"]
    ),
    .testTarget(
      name: "SchematicTracesTests",
      dependencies: ["Schematic", "SchematicGraph", "SchematicTraces", "SchematicTestKit"]
    ),

    // Graphviz's C library. Only the bridge includes its headers.
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
        // If the headers are missing, one file says what to do, and the others are empty.
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

    // Drawing, and pages on which readers play machines.
    .target(
      name: "SchematicGraphviz",
      dependencies: [
        "SchematicGraph",
        .target(
          name: "CGraphvizBridge", condition: .when(platforms: drawing, traits: ["Graphviz"])),
      ],
      // The code contains the program of pages as bytes, so that a tool is one file.
      resources: [
        .embedInCode("Pages/Program"), .embedInCode("Pages/Live"),
      ]
    ),
    .testTarget(
      name: "SchematicGraphvizTests",
      dependencies: ["SchematicGraph", "SchematicGraphviz", "SchematicTestKit"]
    ),

    // The page of running machines.
    .target(
      name: "SchematicInspector",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicTraces", "SchematicGraphviz", sockets,
      ]
    ),
    .testTarget(
      name: "SchematicInspectorTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicTraces", "SchematicInspector", "SchematicTestKit",
      ]
    ),

    // The catalog, the check, and the command.
    .target(
      name: "SchematicDiagrams",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicTrials", "SchematicAnalysis", "SchematicGraphviz",
        "SchematicTraces", "CSchematicChild", argumentParser,
      ],
      swiftSettings: [.define("Command", .when(traits: command))]
    ),
    .testTarget(
      name: "SchematicDiagramsTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicGraphviz", "SchematicDiagrams",
        "SchematicTraces", "SchematicTrials", "SchematicTestKit", "CSchematicChild", argumentParser,
      ],
      exclude: ["Diff/Goldens"]
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

    // Writes graphs of machines that exist, and names what no graph draws. It links nothing else of this package.
    .executableTarget(
      name: "Scaffold", dependencies: [argumentParser],
      swiftSettings: [.define("Command", .when(traits: command))]),
    .testTarget(name: "ScaffoldTests", dependencies: ["Scaffold"]),

    // For tests of machines: walks, coverage, and expected diagrams.
    .target(
      name: "SchematicTesting",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicTrials", "SchematicAnalysis", "SchematicTraces",
      ]),
    .testTarget(
      name: "SchematicTestingTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicMachines", "SchematicTrials", "SchematicTesting",
        "SchematicTestKit",
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
      name: "SchematicTestKit",
      dependencies: ["SchematicGraph", "SchematicAnalysis", "SchematicTesting"],
      path: "Tests/SchematicTestKit"),

    // The example machines, one file each, and the command that draws them.
    .target(
      name: "Examples",
      dependencies: ["Schematic", "SchematicGraph", "SchematicDiagrams", "MainActorExamples"],
      path: "Examples",
      // The orders need a database, and are a package of their own.
      exclude: ["README.md", "Diagrams", "MainActor", "Orders"]
    ),
    // The examples of a module that is isolated to the main actor by default.
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
      ],
      exclude: ["Tables/PPP.csv", "Tables/TCP.csv"]
    ),

    // Random machines, whose pictures `Benchmarks/Pictures/rulers.py` measures.
    .executableTarget(
      name: "RandomMachines",
      dependencies: ["SchematicGraph", "SchematicAnalysis", "SchematicGraphviz"],
      path: "Tests/RandomMachines"
    ),

    // Prints the rows of random machines, to compare two versions of the exploration.
    .executableTarget(
      name: "RandomRows",
      dependencies: ["Schematic", "SchematicGraph", "SchematicAnalysis"],
      path: "Tests/RandomRows"
    ),

    // The code of the articles, and a check that articles show no other code. Like a reader's package,
    // the target sees only public symbols.
    .testTarget(
      name: "ArticlesTests",
      dependencies: [
        "Schematic", "SchematicGraph", "SchematicMachines", "SchematicObservation",
        "SchematicTesting", "SchematicTestKit",
      ],
      exclude: ["Denials.md"],
      packageAccess: false
    ),

    // @Graphable, and the compiler plugin that expands it.
    .target(name: "SchematicMacros", dependencies: ["Schematic", "SchematicGraph", macrosPlugin]),
    // If a library beside this target needed swift-syntax, SwiftPM would not take the prebuilt swift-syntax.
    // The tests of the macro are in IntegrationTests/MacroExpansion.
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

// CI builds with all traits only the libraries and the tests that need them, and everything without. What is neither has
// a folder of its own, like the examples; the fixtures of tests have, too.
if let names = Context.environment["SCHEMATIC_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in
    (target.type == .test || target.path != nil) && target.name != "SchematicTestKit"
      && !names.contains { $0 == target.name }
  }
}

for target in package.targets where ![.system, .plugin].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + strict
}
