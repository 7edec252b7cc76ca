import Schematic

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

  /// The identifiers of the parts, with a plus sign between them.
  public var graphIdentifier: String {
    StateGraph.Region.joined(graphParts.map(\.state.graphIdentifier))
  }

  /// The labels of the parts, with a plus sign between them.
  public var graphLabel: String {
    StateGraph.Region.joined(graphParts.map { $0.state.graphLabelPath.last ?? "" })
  }
}
