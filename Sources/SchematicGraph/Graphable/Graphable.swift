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
public protocol Graphable: Hierarchical, GraphSampled {
  /// Values that stand for every case, in declared order.
  static var graphCases: [Self] { get }

  /// The path of names to the value: see `Hierarchical`.
  ///
  /// It is a requirement here, too, so that a file that does not import `Schematic` gets the path of the
  /// type and not the default one.
  var casePath: [String] { get }

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
  /// Unless you say otherwise a state inside another shows the label of its own type:
  /// `["active", "playing"]` for the state `playing` in a box called `active`.
  var graphLabelPath: [String] { get }
}

extension Graphable {
  /// The name of the case, then the path of the one `Graphable` value it carries.
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

  /// The name of the case, then the labels of the one `Graphable` value it carries; a `graphLabel`
  /// of the type's own in the last place.
  public var graphLabelPath: [String] {
    KnownNames.notesDefault(of: .labelPath, of: Self.self) ? [] : GraphNames(of: self).labels
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

/// A state made of parts that are states themselves, such as a struct of two enums.
///
/// ```swift
/// struct Phone: GraphableProduct {
///   var call: Call
///   var screen: Screen
///   static var graphCases: [Phone] {
///     Call.graphCases.flatMap { call in Screen.graphCases.map { Phone(call: call, screen: $0) } }
///   }
/// }
/// Phone(call: .ringing, screen: .dark).graphIdentifier  // "ringing+dark"
/// ```
///
/// Where the rules treat the parts independently, a diagram shows them as regions side by side (OMG
/// UML 2.5.1, §14.2.3.4.3) instead of every combination: see ``StateGraph/regions``.
public protocol GraphableProduct: Graphable {
  /// The parts, each by its name.
  ///
  /// Unless you say otherwise they are the stored properties whose types are `Graphable`, in declared
  /// order.
  var graphParts: [(name: String, state: any Graphable)] { get }
}

extension GraphableProduct {
  /// The stored properties whose types are `Graphable`.
  public var graphParts: [(name: String, state: any Graphable)] {
    Mirror(reflecting: self).children.compactMap { child in
      guard let name = child.label, let state = child.value as? any Graphable else { return nil }
      return (name, state)
    }
  }

  /// One name, made of those of the parts.
  public var casePath: [String] { [graphIdentifier] }

  /// The identifiers of the parts, with a plus sign between them: `ringing+dark`.
  ///
  /// A plus sign or backslash that belongs to a part has a backslash before it.
  public var graphIdentifier: String {
    StateGraph.Region.identifier(of: graphParts.map(\.state.graphIdentifier))
  }

  /// The labels of the parts, with a plus sign between them.
  public var graphLabel: String {
    StateGraph.Region.label(of: graphParts.map { $0.state.graphLabelPath.last ?? "" })
  }
}

extension StateMachine where Event: Graphable {
  /// The events that the machine would accept now, in declared order.
  ///
  /// The rules and guards are asked; nothing moves and no action runs.
  ///
  /// ```swift
  /// machine.permittedEvents  // [.coin]
  /// ```
  ///
  /// - Complexity: one call of the rules for each event.
  public var permittedEvents: [Event] {
    Event.graphCases.filter(can)
  }
}
