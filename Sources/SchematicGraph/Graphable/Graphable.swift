import Schematic

/// A state or event type whose values a diagram can enumerate and name.
///
/// An enum without payloads that is `CaseIterable` has everything already. An enum with payloads
/// names one or more values for each of its cases and has the rest:
///
/// ```swift
/// enum Visitor: CaseIterable, Graphable { case coin, push }
///
/// enum Download: Graphable {
///   case idle, fetching(Double)
///   static var graphCases: [Download] { [.idle, .fetching(0.5)] }
/// }
/// Download.graphCases.map(\.graphIdentifier)  // ["idle", "fetching"]
/// ```
///
/// Several values may stand for one case; they share its node. `@Graphable` of `SchematicMacros`
/// writes all of it.
public protocol Graphable: Hierarchical, GraphPayload {
  /// Values that stand for every case, in declared order.
  static var graphCases: [Self] { get }

  /// The name that identifies the case: unique among the cases and stable from run to run.
  ///
  /// It names the node in the diagram's text, so that a new case adds lines and changes none.
  /// Unless you say otherwise it is the name of the case; where a case carries one value that is
  /// itself `Graphable`, the dotted path, such as `active.playing`: see `Hierarchical`. A type that
  /// is not an enum should always say its own.
  var graphIdentifier: String { get }

  /// The text that the diagram shows; it may repeat.
  ///
  /// Unless you say otherwise it is the identifier.
  var graphLabel: String { get }

  /// The texts that the diagram shows for the states that the value lies in, from the outermost to
  /// its own: a label for each name of the `casePath`.
  ///
  /// Unless you say otherwise a state inside another shows what its own type says of it:
  /// `["active", "playing"]` for the state `playing` in a box called `active`.
  var graphLabelPath: [String] { get }
}

extension Graphable {
  /// The name of the case, then the path of the one `Graphable` value it carries.
  public var casePath: [String] {
    CasePath(of: self, carrying: { ($0 as? any Graphable)?.graphPath }).components
  }

  /// The path, with the identifier in its place where the type says its own.
  var graphPath: [String] {
    casePath.joined(separator: ".") == graphIdentifier ? casePath : [graphIdentifier]
  }

  /// The name of the case, or its dotted path.
  public var graphIdentifier: String { casePath.joined(separator: ".") }

  /// The identifier.
  public var graphLabel: String { graphIdentifier }

  /// The name of the case, then the labels of the one `Graphable` value it carries; a `graphLabel`
  /// of the type's own in the last place.
  public var graphLabelPath: [String] {
    let path = graphPath
    guard path.count > 1 else { return [graphLabel] }
    guard graphLabel == graphIdentifier else { return path.dropLast() + [graphLabel] }
    let labels = CasePath(of: self, carrying: { ($0 as? any Graphable)?.graphLabelPath }).components
    return labels.count == path.count ? labels : path
  }
}

extension Graphable {
  /// The values that stand for the cases.
  public static var graphSamples: [Self] { graphCases }
}

extension Graphable where Self: CaseIterable {
  /// All cases, in declared order.
  public static var graphCases: [Self] { Array(allCases) }
}
