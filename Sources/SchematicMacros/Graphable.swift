// What the macros write names both modules.
@_exported public import Schematic
@_exported public import SchematicGraph

#if Macros
  /// Writes the conformance of an enum to `Graphable`: its cases, and their names and labels.
  ///
  /// ```swift
  /// @Graphable enum Visitor { case coin(Int), push }
  ///
  /// Visitor.graphCases                         // [.coin(0), .coin(1), .push]
  /// Visitor.graphCases.map(\.graphIdentifier)  // ["coin", "coin", "push"]
  /// ```
  ///
  /// The macro writes an extension with the conformance, the values that represent the cases, and
  /// their names and labels. All of it can be written by hand, and the macro leaves out each property
  /// that the enum declares itself.
  ///
  /// - Payloads are sampled: each type that a case carries is a `GraphSampled`, as the types of the
  ///   standard library and all `Graphable` ones are, and there is one value for each combination of
  ///   samples, up to `GraphCaseBuilder.bound`. `@GraphSamples` names the samples of a case.
  /// - A case is identified by its name. One that carries a `Graphable` value and nothing else is the
  ///   composite state around it: `active.playing`. Cases of one name are identified by their argument
  ///   labels, too: `go(north:)`.
  /// - Generic parameters that are carried get the requirement to be a `GraphSampled`.
  /// - A case that is declared in an `#if` or as `@available` is listed where it exists. One that is
  ///   unavailable is not listed; one that is deprecated warns where it is.
  /// - An enum that is private to a type is refused, because no extension reaches it. Declare it
  ///   `fileprivate`.
  ///
  /// - Parameters:
  ///   - labels: The way in which labels are made from names.
  ///   - payload: The payloads that are part of its name and label.
  @attached(
    extension,
    conformances: Graphable,
    GraphSampled,
    Hierarchical,
    names: named(graphCases),
    named(casePath),
    named(graphIdentifier),
    named(graphLabel),
    named(graphLabelPath)
  )
  public macro Graphable(labels: GraphLabelStyle = .name, payload: PayloadDisplay = .hidden) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "Graphable")
#endif

/// The way in which labels of cases are made from their names.
public enum GraphLabelStyle: Hashable, Sendable {
  /// The name as it is: `waitForCoin`.
  case name
  /// The words of the name: `wait for coin`.
  ///
  /// Acronyms keep their capitals (`HTTPError` reads `HTTP error`), a number is a word of its own
  /// (`retry3Times` reads `retry 3 times`) unless it follows an acronym (`MP3File` reads
  /// `MP3 file`), and a raw identifier is prose already.
  case words
}
