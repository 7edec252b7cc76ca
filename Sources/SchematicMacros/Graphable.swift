// The code that the macro generates names both modules.
@_exported public import Schematic
@_exported public import SchematicGraph

#if Macros
  /// Makes an enum `Graphable` by generating its cases, with their names and labels.
  ///
  /// ```swift
  /// @Graphable enum Visitor { case coin(Int), push }
  ///
  /// Visitor.graphCases                         // [.coin(0), .coin(1), .push]
  /// Visitor.graphCases.map(\.graphIdentifier)  // ["coin", "coin", "push"]
  /// ```
  ///
  /// The macro generates an extension with the conformance, values that represent the cases, and
  /// their names and labels. You can write all of this by hand: the macro omits each property that
  /// the enum declares itself.
  ///
  /// - Payloads are represented by samples. Each type that a case carries must be `GraphSampled`,
  ///   as the usual types of the standard library and all `Graphable` types are, unless
  ///   `@GraphSamples` sets the samples of the case. There is one value for each combination of
  ///   samples, up to `GraphCaseBuilder.bound`.
  /// - A case is identified by its name. If a case carries a single `Graphable` value, it is the
  ///   composite state around that value: `active.playing`. Cases with the same name are also
  ///   identified by their argument labels: `go(north:)`.
  /// - Generic parameters that a case without `@GraphSamples` carries must be `GraphSampled`.
  /// - A case in an `#if` or with `@available` is listed only where it exists. An unavailable case
  ///   isn't listed, and a deprecated case causes a warning.
  /// - The macro refuses an enum that is private to a type, because no extension can reach it.
  ///   Declare the enum `fileprivate`.
  ///
  /// - Parameters:
  ///   - labels: The way in which names become labels.
  ///   - payload: The kind of payloads that are part of a case's name and label.
  @attached(
    extension,
    conformances: Graphable,
    GraphSampled,
    Hierarchical,
    names: named(graphCases),
    named(casePath),
    named(graphLabel)
  )
  public macro Graphable(labels: GraphLabelStyle = .name, payload: PayloadDisplay = .hidden) =
    #externalMacro(module: "SchematicMacrosPlugin", type: "Graphable")
#endif
