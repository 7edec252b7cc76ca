// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// The tests of the compiler plugin. In Schematic's own package they would have SwiftPM compile all of
// its libraries twice: for the plugin's tests as well. The sources are links to those there.
func swiftSyntax(_ products: String...) -> [Target.Dependency] {
  products.map { .product(name: $0, package: "swift-syntax") }
}

let package = Package(
  name: "MacroExpansion",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0")
  ],
  targets: [
    .macro(
      name: "SchematicMacrosPlugin",
      dependencies: swiftSyntax(
        "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
        "SwiftSyntaxBuilder", "SwiftSyntaxMacros"),
      swiftSettings: [.define("Macros")]
    ),
    .target(name: "SchematicTestKit"),
    .testTarget(
      name: "SchematicMacrosPluginTests",
      dependencies: ["SchematicMacrosPlugin", "SchematicTestKit"]
        + swiftSyntax(
          "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
          "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros", "SwiftSyntaxMacrosGenericTestSupport"),
      exclude: ["Goldens"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])
}
