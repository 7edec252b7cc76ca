import Schematic
import SchematicGraph

/// A named graph: one entry of a catalogue, one set of files in the folder of diagrams.
///
/// ```swift
/// Diagram("Turnstile", of: Turnstile.schema)
/// Diagram("Light", StateGraph(initial: .red, step: Light.next))
/// ```
///
/// The graph is made when it is needed, on the main actor, so that schemas that live there can be
/// listed like any other.
public struct Diagram: Sendable {
  /// The name of the diagram, and of its files without their extensions.
  public let name: String

  /// The findings that are meant to be so, by the name of their kind or their own name:
  /// `unreachable state`, or `unreachable state: broken`.
  public let allowedFindings: [String]

  private let makeGraph: @MainActor @Sendable () -> StateGraph

  /// Creates a diagram of a graph.
  ///
  /// - Parameters:
  ///   - name: The name, which becomes a file name.
  ///   - graph: The graph, made when it is needed.
  ///   - allowedFindings: The findings that are meant to be so: see ``allowedFindings``.
  public init(
    _ name: String, _ graph: @autoclosure @escaping @MainActor @Sendable () -> StateGraph,
    allowing allowedFindings: [String] = []
  ) {
    self.name = name
    self.allowedFindings = allowedFindings
    makeGraph = graph
  }

  /// Creates a diagram of a schema.
  ///
  /// - Parameters:
  ///   - name: The name, which becomes a file name.
  ///   - schema: The rules, run when the diagram is needed.
  ///   - bounds: How far to explore them.
  ///   - allowedFindings: The findings that are meant to be so: see ``allowedFindings``.
  public init<State: Graphable, Event: Graphable, Subject>(
    _ name: String,
    of schema:
      @autoclosure @escaping @MainActor @Sendable () -> StateMachineSchema<State, Event, Subject>,
    bounds: ExplorationBounds = ExplorationBounds(),
    allowing allowedFindings: [String] = []
  ) {
    self.init(name, StateGraph(schema(), bounds: bounds), allowing: allowedFindings)
  }

  /// The graph, obtained by running the rules.
  @MainActor public var graph: StateGraph { makeGraph() }
}

/// What the rules of a diagram give away, held against what is meant to be so.
struct FindingReview {
  /// The findings that nobody allowed, each on a line of its own.
  let remarks: [String]

  /// Reviews the findings of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph of the diagram.
  ///   - diagram: The diagram, which says what is allowed.
  init(of graph: StateGraph, of diagram: Diagram) {
    let allowed = Set(diagram.allowedFindings)
    let open = graph.findings.filter {
      allowed.isDisjoint(with: [$0.kind.description, $0.name])
    }
    let found = Set(graph.findings.flatMap { [$0.kind.description, $0.name] })
    let idle = diagram.allowedFindings.filter { !found.contains($0) }
    remarks =
      open.map { "\(diagram.name): \($0.kind): \($0)" }
      + idle.map { "\(diagram.name): allows \"\($0)\", which is not found; remove it" }
  }
}
