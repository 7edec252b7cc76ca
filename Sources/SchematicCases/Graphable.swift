import Schematic

/// A state or event type whose values a diagram can enumerate and name.
///
/// An enum without payloads that is `CaseIterable` needs nothing else. An enum with payloads lists
/// one or more values for each of its cases:
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
/// If several values represent one case, they share one node. If the values of a payload don't
/// matter, or are cases themselves, ``GraphSampled/graphSamples(of:)`` creates them:
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
  /// This protocol repeats the requirement and its default for files that don't import `Schematic`.
  var casePath: [String] { get }

  /// The label of the case in the diagram, which need not be unique.
  ///
  /// By default, this is the name of the case. If the case carries a nested state, this
  /// is the label of the box around that state, which has a label of its own. If the label is
  /// the name of the case, but your own `casePath` has another name, the diagram shows that name.
  ///
  /// ```swift
  /// enum Order: CaseIterable, Graphable {
  ///   case paid, giveBack
  ///   var graphLabel: String { self == .giveBack ? "give back" : graphIdentifier }
  /// }
  /// ```
  var graphLabel: String { get }
}

extension Graphable {
  /// The name of the case, followed by the path of the nested value, if any.
  public var casePath: [String] {
    let components = CasePath(of: self).components
    // The components of a struct or class are Swift's description of the value, which may differ from
    // run to run.
    guard components[0].utf8.contains(UInt8(ascii: "(")), CasePath.caseName(of: self) == nil else {
      return components
    }
    return [ValueTree(self).ownText]
  }

  /// The name that identifies the case: unique among the cases, and the same in every run.
  ///
  /// It consists of the names in `casePath`, joined by dots: the name of the case, or a path such as
  /// `active.playing` if exactly one of the values that it carries is a nested state. A type that isn't an enum
  /// implements `casePath`. Diagrams name nodes by their identifiers, so a new case renames no
  /// other node.
  public var graphIdentifier: String { casePath.joined(separator: ".") }

  /// The name of the case, or the last name in `casePath` if the type isn't an enum.
  public var graphLabel: String { CasePath.caseName(of: self) ?? casePath.last ?? "" }
}

extension Graphable {
  /// The values that represent the cases.
  public static var graphSamples: [Self] { graphCases }
}

extension Graphable where Self: CaseIterable {
  /// All cases, in declared order.
  public static var graphCases: [Self] { Array(allCases) }
}

/// A state that consists of several states, such as a struct of two enums.
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
/// A diagram shows each combination that you list or that the rules lead to. If the states are
/// independent of each other, give each its own rules: see ``GraphableRegions``.
public protocol GraphableProduct: Graphable {
  /// The states that this one consists of, each with a name.
  ///
  /// By default, these are the stored properties with `Graphable` types, in declared order.
  var graphRegions: [(name: String, state: any Graphable)] { get }
}

extension GraphableProduct {
  /// The stored properties with `Graphable` types.
  public var graphRegions: [(name: String, state: any Graphable)] {
    ValueTree(self).states
  }

  /// A single name: the identifiers of the regions, joined by plus signs, such as `ringing+dark`.
  ///
  /// A plus sign or backslash in an identifier is escaped with a backslash.
  public var casePath: [String] {
    [graphRegions.map { Self.escaped($0.state.graphIdentifier) }.joined(separator: "+")]
  }

  /// The innermost label of each region's state, joined by plus signs.
  public var graphLabel: String {
    graphRegions.map { $0.state.diagramLabels.last ?? "" }.joined(separator: "+")
  }

  private static func escaped(_ identifier: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in identifier.unicodeScalars {
      if scalar == "+" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

/// A struct whose properties are the states of machines that run side by side.
///
/// Its schema consists of regions, each with rules of its own:
///
/// ```swift
/// struct Trip: GraphableRegions { var drive = Drive.pushing, light = Light.off }
///
/// let trip = StateMachineSchema<Trip, RentalEvent, Scooter>(
///   initialState: Trip(), regions: .region(\.drive, drive), .region(\.light, light))
/// StateGraph(trip).regions.map(\.name)  // ["drive", "light"]
/// ```
///
/// If a case of another state carries the struct, the struct needs no protocol.
public protocol GraphableRegions: Graphable {}

extension GraphableRegions {
  /// No values: the regions have their own.
  public static var graphCases: [Self] { [] }

  /// No names: the states of the regions have their own.
  public var casePath: [String] { [] }
}

extension StateMachine where Event: Graphable {
  /// The events among `graphCases` that the machine would take now, in the same order.
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
