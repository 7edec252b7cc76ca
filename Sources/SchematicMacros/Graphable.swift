// What the macros write names both modules.
@_exported public import Schematic
@_exported public import SchematicGraph

#if Macros
  /// Writes what a diagram needs to know of an enum: its cases, and what they are called.
  ///
  /// ```swift
  /// @Graphable enum Visitor { case coin(Int), push }
  ///
  /// Visitor.graphCases                         // [.coin(0), .coin(1), .push]
  /// Visitor.graphCases.map(\.graphIdentifier)  // ["coin", "coin", "push"]
  /// ```
  ///
  /// It writes an extension with the conformance to `Graphable`, the values that stand for the cases,
  /// and their names and labels; nothing in it could not be written by hand, and a property that the
  /// enum declares itself is left to it.
  ///
  /// - What a case carries is sampled: each type it carries is a `GraphPayload`, as the types of the
  ///   standard library and all `Graphable` ones are, and a case stands for each combination of
  ///   samples, up to `GraphCases.bound`. `@GraphSamples` names samples with the case.
  /// - A case is identified by its name. One that carries a `Graphable` value and nothing else is the
  ///   composite state around it: `active.playing`. Cases of one name are told apart by their argument
  ///   labels: `go(north:)`.
  /// - Generic parameters that are carried get the requirement to be a `GraphPayload`.
  /// - A case that is declared in an `#if` or as `@available` is listed where it exists. One that is
  ///   unavailable is not listed; one that is deprecated warns where it is.
  /// - An enum that is private to a type is refused, as no extension reaches it; one that is
  ///   fileprivate is as good.
  ///
  /// - Parameters:
  ///   - labels: How labels are made from names.
  ///   - payload: How much of what a case carries is part of its name and label.
  @attached(
    extension,
    conformances: Graphable,
    GraphPayload,
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

/// How the labels of cases are made from their names.
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
