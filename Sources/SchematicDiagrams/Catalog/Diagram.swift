import Foundation
import Schematic
import SchematicGraph

/// A named graph: one entry of a catalog, and one set of files in the folder of diagrams.
///
/// ```swift
/// Diagram("Turnstile", of: Turnstile.schema)
/// Diagram("Light", StateGraph(initial: .red, step: Light.next))
/// ```
///
/// The graph is created on the main actor when it is needed, so you can also list schemas that live
/// on the main actor.
public struct Diagram: Sendable {
  /// The name of the diagram and, without extensions, of its files.
  package let name: String

  /// The intended findings.
  package let allowedFindings: [AllowedFinding<String, String>]

  /// The look of the diagram.
  package let style: DiagramStyle

  private var makeGraph: @MainActor @Sendable () -> StateGraph
  /// The states of the schema, in which snapshots are read; `nil` for a diagram of a graph.
  private(set) var states: SavedStates?
  /// The states of earlier rules, each with its way to those of the schema.
  private(set) var migrations: [SavedStates] = []
  /// A Boolean value that indicates whether rules run in a copy of the process.
  ///
  /// They do for the command. Copying a large process, as tests are, takes longer than exploring.
  private var makesCopies = false

  /// Creates a diagram of a graph.
  ///
  /// - Parameters:
  ///   - name: The name, which becomes a file name.
  ///   - graph: The graph, which is created when it is needed.
  ///   - style: The look of the diagram.
  ///   - allowedFindings: The intended findings: see `AllowedFinding`.
  public init(
    _ name: String, _ graph: @autoclosure @escaping @MainActor @Sendable () -> StateGraph,
    style: DiagramStyle = DiagramStyle(),
    allowing allowedFindings: [AllowedFinding<String, String>] = []
  ) {
    self.init(name, graph, style: style, allowing: allowedFindings)
  }

  private init(
    _ name: String, _ graph: @escaping @MainActor @Sendable () -> StateGraph,
    style: DiagramStyle,
    allowing allowedFindings: [AllowedFinding<String, String>]
  ) {
    self.name = name
    self.style = style
    self.allowedFindings = allowedFindings
    makeGraph = graph
  }

  /// Creates a diagram of a schema.
  ///
  /// - Parameters:
  ///   - name: The name, which becomes a file name.
  ///   - schema: The rules, which run when the diagram is needed.
  ///   - bounds: The limits of the exploration.
  ///   - style: The look of the diagram.
  ///   - allowedFindings: The intended findings: see `AllowedFinding`.
  public init<State: Graphable, Event: Graphable, Subject>(
    _ name: String,
    of schema:
      @autoclosure @escaping @MainActor @Sendable () -> StateMachineSchema<State, Event, Subject>,
    bounds: ExplorationBounds = ExplorationBounds(),
    style: DiagramStyle = DiagramStyle(),
    allowing allowedFindings: [AllowedFinding<State, Event>] = []
  ) {
    self.init(
      name, { StateGraph(schema(), bounds: bounds) }, style: style,
      allowing: allowedFindings.map(\.named))
    states = SavedStates(of: State.self)
  }

  /// Returns the diagram with a function that migrates machines of earlier rules.
  ///
  /// It is the function that your program gives to `MachineSnapshot.restored(migrating:)`:
  ///
  /// ```swift
  /// Diagram("Order", of: Order.schema).migrating(OrderState.migrated)
  /// ```
  ///
  /// `check --histories` calls it for snapshots with other states than those of the schema, and for
  /// states in traces that are gone. If you add several, the first one whose states can read a snapshot
  /// decides about it.
  ///
  /// - Parameter migrate: Returns the current state for a saved one, or throws an error if there is none.
  /// - Returns: The diagram.
  public func migrating<Old: Graphable & Decodable, State: Graphable>(
    _ migrate: @escaping @Sendable (_ state: Old, _ mismatch: SnapshotMismatchError) throws -> State
  ) -> Diagram {
    var diagram = self
    diagram.migrations.append(SavedStates(migrating: migrate))
    return diagram
  }

  /// The graph, obtained by running the rules.
  ///
  /// Rules that stop the program on a state and an event are drawn as traps, because the command runs them
  /// in copies of its process. Only Linux makes these: elsewhere a trap ends the program, and a sentence
  /// names the diagram, the state and the event.
  @MainActor package var graph: StateGraph { graph(showing: nil) }

  @MainActor private func graph(showing progress: ProgressLine?) -> StateGraph {
    guard makesCopies else { return makeGraph().inRecordedOrder }
    let tell: TrialRunner.Progress = { [name] states, evaluations in
      // The rules run on the main actor, and who waits for a copy does so there.
      MainActor.assumeIsolated {
        progress?.show(
          "running the rules of \(name): \(states) states, \(evaluations) evaluations",
          atMostEvery: .milliseconds(50))
      }
    }
    // A copy explores everything and hands over the graph, so that healthy rules run once. Only if it
    // does not return are steps tried in copies, many at a time, and then taken here: twice.
    return ExploredGraph.madeInCopy(telling: tell, by: makeGraph)
      ?? TrialRunner.$current.withValue(.child(naming: "error: diagram \(name)", tell: tell)) {
        makeGraph().inRecordedOrder
      }
  }

  /// Returns the same diagram, with its rules run in copies of the process.
  func makingCopies() -> Diagram {
    var diagram = self
    diagram.makesCopies = true
    return diagram
  }

  /// Returns the diagram with its graph computed, so that its rules don't run again.
  @MainActor fileprivate func explored(showing progress: ProgressLine?) -> Diagram {
    let graph = graph(showing: progress)
    var diagram = self
    diagram.makesCopies = false
    diagram.makeGraph = { graph }
    return diagram
  }
}

/// A graph and its findings, as a copy of the process hands them over.
struct ExploredGraph: Codable {
  private let stored: StateGraph
  private let findings: [GraphFinding]
  private let lines: [SourceLines]
  private let sourceLine: SourceLine?

  init(_ graph: StateGraph) {
    // The lines are those of its elements in this order.
    stored = graph.inRecordedOrder
    findings = graph.findings
    lines = stored.allLines
    sourceLine = graph.sourceLine
  }

  /// The graph with its findings.
  var graph: StateGraph {
    var graph = stored
    graph.findings = findings
    graph.allLines = lines
    graph.sourceLine = sourceLine
    return graph
  }

  /// Returns a graph that is made in a copy of the process; `nil` if the copy does not return.
  @MainActor static func madeInCopy(
    telling tell: @escaping TrialRunner.Progress, by makeGraph: @MainActor () -> StateGraph
  ) -> StateGraph? {
    let answer = TrialRunner.answer(tell: tell) {
      (try? JSONEncoder().encode(Self(makeGraph()))).map { [UInt8]($0) } ?? []
    }
    return answer.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0)).graph }
  }
}

/// The diagrams of a package, in the order in which you list them.
///
/// ```swift
/// let catalog: DiagramCatalog = [
///   Diagram("Turnstile", of: Turnstile.schema),
///   Diagram("Screen", of: Screen.schema),
/// ]
/// ```
public struct DiagramCatalog: Sendable, ExpressibleByArrayLiteral {
  /// The diagrams.
  package let diagrams: [Diagram]

  /// Creates a catalog.
  ///
  /// - Parameter diagrams: The diagrams.
  public init(_ diagrams: [Diagram]) {
    self.diagrams = diagrams
  }

  /// Creates a catalog from a list.
  ///
  /// - Parameter elements: The diagrams.
  public init(arrayLiteral elements: Diagram...) {
    self.init(elements)
  }

  /// Returns the diagrams with the given names, in the order of the catalog.
  ///
  /// - Parameter names: The names of the diagrams, or an empty array for all diagrams.
  /// - Returns: The diagrams.
  /// - Throws: ``DiagramError`` if a name isn't in the catalog, appears in it twice, or can't be
  ///   used as a file name.
  func diagrams(named names: [String] = []) throws(DiagramError) -> [Diagram] {
    var known: Set<String> = []
    for diagram in diagrams {
      guard Self.isFileName(diagram.name) else { throw .invalidName(diagram.name) }
      if let ending = Self.reservedEndings.first(where: diagram.name.lowercased().hasSuffix) {
        throw .reservedName(diagram.name, ending: ending)
      }
      // Some file systems don't distinguish upper and lower case.
      guard known.insert(diagram.name.lowercased()).inserted else {
        throw .repeatedName(diagram.name)
      }
    }
    for name in names where !diagrams.contains(where: { $0.name == name }) {
      throw .unknownName(name, known: diagrams.map(\.name))
    }
    return names.isEmpty ? diagrams : diagrams.filter { names.contains($0.name) }
  }

  /// The endings of a diagram's other file names: the dark image, and the pictures of `diff` and
  /// `replay`.
  private static let reservedEndings = ["~dark", ".diff", ".replay"]

  private static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".")
      && !name.unicodeScalars.contains {
        "/\\:\"*?<>|".unicodeScalars.contains($0) || $0.value < 32
      }
  }
}

extension DiagramCatalog {
  /// Returns the catalog with the graphs of the given diagrams computed, so that their rules run
  /// only once.
  ///
  /// If no names are given, all graphs are computed.
  @MainActor func explored(
    only names: [String] = [], progress: ProgressLine? = nil
  ) throws(DiagramError) -> DiagramCatalog {
    let chosen = Set(try self.diagrams(named: names).map(\.name))
    return DiagramCatalog(
      diagrams.map { diagram in
        guard chosen.contains(diagram.name) else { return diagram }
        progress?.show("running the rules of \(diagram.name)")
        return diagram.explored(showing: progress)
      })
  }
}
