import Schematic

/// A state or event type whose values a diagram can enumerate and name.
///
/// An enum without payloads that is `CaseIterable` needs nothing else. An enum with payloads only
/// lists one or more values for each of its cases:
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
/// If several values represent one case, they share its node. Where the values of a payload don't
/// matter, or are cases themselves, ``GraphSampled/graphSamples(of:)`` makes them:
///
/// ```swift
/// enum Deck: CaseIterable, Graphable { case stopped, playing }
///
/// enum Player: Graphable {
///   case off, on(Deck)
///   static var graphCases: [Player] { [.off] + graphSamples(of: on) }
/// }
/// ```
///
/// The macro `@Graphable` of `SchematicMacros` generates the list.
public protocol Graphable: Hierarchical, GraphSampled {
  /// Values that represent all cases, in declared order.
  static var graphCases: [Self] { get }

  /// The names that lead to the value: see `Hierarchical`.
  ///
  /// This protocol repeats the requirement, so that a file that doesn't import `Schematic` calls
  /// the type's own implementation and not the default one.
  var casePath: [String] { get }

  /// The name that identifies the case: unique among the cases, and stable from run to run.
  ///
  /// The diagram's text uses it to name the node, so a new case adds lines and changes none. By
  /// default, this is the name of the case. If a case carries a single `Graphable` value, it is the
  /// dotted path, such as `active.playing`: see `Hierarchical`. A type that isn't an enum should
  /// always implement this property.
  var graphIdentifier: String { get }

  /// The label in the diagram, which need not be unique.
  ///
  /// By default, this is the identifier.
  var graphLabel: String { get }

  /// The labels of the states around the value and of the value itself, from the outermost inward:
  /// one for each name of the `casePath`.
  ///
  /// By default, a nested state has the label of its own type: `["active", "playing"]` for the
  /// state `playing` in a box called `active`.
  var graphLabelPath: [String] { get }
}

extension Graphable {
  /// The name of the case, followed by the path of its single `Graphable` value, if any.
  public var casePath: [String] {
    KnownNames.notesDefault(of: .path, of: Self.self) ? [] : defaultPath
  }

  /// The name of the case, or its dotted path.
  public var graphIdentifier: String {
    KnownNames.notesDefault(of: .identifier, of: Self.self) ? "" : casePath.joined(separator: ".")
  }

  /// The identifier.
  public var graphLabel: String {
    KnownNames.notesDefault(of: .label, of: Self.self) ? "" : graphIdentifier
  }

  /// The name of the case, followed by the labels of its single `Graphable` value, if any.
  ///
  /// A `graphLabel` that the type implements comes last.
  public var graphLabelPath: [String] {
    KnownNames.notesDefault(of: .labelPath, of: Self.self) ? [] : GraphNames(of: self).labels
  }
}

extension Graphable {
  /// The values that represent the cases.
  public static var graphSamples: [Self] { graphCases }
}

extension Graphable where Self: CaseIterable {
  /// All cases, in declared order.
  public static var graphCases: [Self] { Array(allCases) }
}

/// A state that consists of independent states, such as a struct of two enums.
///
/// ```swift
/// struct Phone: GraphableProduct {
///   var call: Call
///   var screen: Screen
///   static var graphCases: [Phone] { graphSamples(of: Phone.init(call:screen:)) }
/// }
/// Phone(call: .ringing, screen: .dark).graphIdentifier  // "ringing+dark"
/// ```
///
/// If the rules treat these states independently, a diagram shows them as regions side by side (OMG
/// UML 2.5.1, §14.2.3.4.3) instead of showing every combination: see ``StateGraph/regions``.
public protocol GraphableProduct: Graphable {
  /// The states that this one consists of, each with its name.
  ///
  /// By default, these are the stored properties with `Graphable` types, in declared order.
  var graphRegions: [(name: String, state: any Graphable)] { get }
}

extension GraphableProduct {
  /// The stored properties with `Graphable` types.
  public var graphRegions: [(name: String, state: any Graphable)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let name = child.label, let state = child.value as? any Graphable else { return nil }
      return (name, state)
    }
  }

  /// A single name, composed of the regions' names.
  public var casePath: [String] { [graphIdentifier] }

  /// The identifiers of the regions, joined by plus signs: `ringing+dark`.
  ///
  /// A plus sign or backslash in an identifier is escaped with a backslash.
  public var graphIdentifier: String {
    StateGraph.Region.identifier(of: graphRegions.map(\.state.graphIdentifier))
  }

  /// The labels of the regions, joined by plus signs.
  public var graphLabel: String {
    StateGraph.Region.label(of: graphRegions.map { $0.state.graphLabelPath.last ?? "" })
  }
}

extension StateMachine where Event: Graphable {
  /// The events that the machine would accept now, in declared order.
  ///
  /// This evaluates the rules and guards. It moves nothing and runs no action.
  ///
  /// ```swift
  /// machine.permittedEvents  // [.coin]
  /// ```
  ///
  /// - Complexity: One call of the rules for each event.
  public var permittedEvents: [Event] {
    Event.graphCases.filter(can)
  }
}
