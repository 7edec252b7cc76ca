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
/// Several values may stand for one case; they share its node.
public protocol Graphable: Hierarchical {
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
}

extension Graphable {
  /// The name of the case, then the path of the one `Graphable` value it carries.
  public var casePath: [String] {
    CasePath(of: self, carrying: { ($0 as? any Graphable)?.graphPath }).components
  }

  /// The path, with the identifier in its place where the type says its own.
  fileprivate var graphPath: [String] {
    casePath.joined(separator: ".") == graphIdentifier ? casePath : [graphIdentifier]
  }

  /// The name of the case, or its dotted path.
  public var graphIdentifier: String { casePath.joined(separator: ".") }

  /// The identifier.
  public var graphLabel: String { graphIdentifier }
}

extension Graphable where Self: CaseIterable {
  /// All cases, in declared order.
  public static var graphCases: [Self] { Array(allCases) }
}
