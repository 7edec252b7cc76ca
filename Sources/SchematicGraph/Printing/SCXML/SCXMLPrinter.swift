/// Writes a graph as a State Chart XML document, which engines of other languages can run.
///
/// The graph is written as its ``Statechart``: nested `<state>` and `<final>` elements in the order of
/// the graph, each with its `<transition>` elements.
///
/// ```swift
/// SCXMLPrinter(name: "Turnstile").text(of: StateGraph(Turnstile.schema))
/// // <scxml … name="Turnstile" datamodel="ecmascript" initial="locked">
/// //   <datamodel>
/// //     <data id="guard_paid" expr="0" schematic:label="paid"/>
/// //   </datamodel>
/// //   <state id="locked">
/// //     <transition event="coin" cond="guard_paid != 0" schematic:guard="paid" target="unlocked">
/// //       <log label="open"/>
/// //     </transition>
/// //     …
/// ```
///
/// What an engine makes of the document:
///
/// - **Names.** Identifiers of states, labels of events and names of guards become ASCII words, each
///   unique: the event `after 30 s` is `after_30_s`. What differs from the word is kept in attributes
///   of the namespace `urn:x-schematic:1`: `identifier`, `label` and `guard`.
/// - **Guards.** A program knows whether a guard holds, a document does not. Every guard is a
///   variable of the data model, 0 until the engine's host sets it, and a condition compares it: `paid
///   and not oiled` is `guard_paid != 0 && guard_oiled == 0`. A guard whose own name has the word `and`
///   between spaces is read as two. Without guards the data model is `null`.
/// - **Actions** are `<log>` elements. Timeouts are ordinary events that the host sends.
/// - **Internal transitions** have no `target`. One that leads to another state, which is a mistake of
///   the rules, is an external one, and is marked by the attribute `internal` of the namespace; so is,
///   by `final`, a final state that transitions lead out of.
/// - **Rejections** are elements `rejection` of the same namespace. Engines pass over them: an event
///   that is rejected moves nothing, and neither does one that matches no transition.
///
/// Document and semantics are those of the W3C Recommendation of 1 September 2015,
/// <https://www.w3.org/TR/scxml/>.
public struct SCXMLPrinter: GraphPrinter {
  /// The name of the machine in the document.
  public var name: String

  /// Creates a printer.
  ///
  /// - Parameter name: The name of the machine in the document.
  public init(name: String = "StateMachine") {
    self.name = name
  }

  /// Returns the SCXML document that describes a graph.
  ///
  /// - Parameter graph: The graph.
  /// - Returns: The document; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func text(of graph: StateGraph) -> String {
    let lines =
      ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
      + SCXMLDocument(of: graph, name: name).root.lines
    return lines.map { $0 + "\n" }.joined()
  }
}

extension StateGraph {
  /// Returns the graph as a State Chart XML document, as ``SCXMLPrinter`` describes it.
  ///
  /// ```swift
  /// print(StateGraph(Turnstile.schema).scxml(name: "Turnstile"))
  /// ```
  ///
  /// - Parameter name: The name of the machine in the document.
  /// - Returns: The document; the same graph always gives the same bytes.
  /// - Complexity: O(*n*) in the number of states and transitions.
  public func scxml(name: String = "StateMachine") -> String {
    SCXMLPrinter(name: name).text(of: self)
  }
}
