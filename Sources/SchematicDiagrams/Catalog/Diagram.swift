import Foundation
import Schematic
import SchematicGraph
import SchematicTrials

/// A named graph: one entry of a catalog, and one set of files in the folder of diagrams.
///
/// ```swift
/// Diagram("Turnstile", of: Turnstile.schema)
/// Diagram("Light", of: StateGraph(initial: .red, step: Light.next))
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
  /// The states of the schema, for reading saved machines; `nil` for a diagram of a graph.
  private(set) var states: SavedStates?
  /// The types of earlier states, each with the function that migrates its states to the schema's.
  private(set) var migrations: [SavedStates] = []
  /// A Boolean value that indicates whether rules run in copies of the process if the system makes copies.
  ///
  /// The command sets this. In tests, copying the large process would take longer than exploring.
  private var makesCopies = false

  /// Creates a diagram of a graph.
  ///
  /// - Parameters:
  ///   - name: The name, which becomes a file name.
  ///   - graph: The graph, which is created when it is needed.
  ///   - style: The look of the diagram.
  ///   - allowedFindings: The intended findings: see `AllowedFinding`.
  public init(
    _ name: String, of graph: @autoclosure @escaping @MainActor @Sendable () -> StateGraph,
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

  /// Creates a diagram of a hand-written machine that handles events.
  ///
  /// ```swift
  /// Diagram(of: Upload(), state: \.state, events: [.start, .sent, .broke, .retry]) { $0.handle($1) }
  /// ```
  ///
  /// The machine, its state and its events need no protocol. For a machine with a method for each event, see
  /// `MachineStep`.
  ///
  /// - Parameters:
  ///   - name: The name, which becomes a file name; by default, that of the machine's type.
  ///   - machine: An expression that makes the machine, the same each time.
  ///   - state: Returns the state of a machine.
  ///   - events: The events to try in every state, each case with the values that make a difference.
  ///   - options: The limits, the final states, and the conditions and reasons to show.
  ///   - style: The look of the diagram.
  ///   - allowedFindings: The intended findings: see `AllowedFinding`.
  ///   - step: Handles an event and returns the action to perform, which may be `Void` or `nil`.
  public init<Machine, State, Event, Action>(
    _ name: String = "\(Machine.self)",
    of machine: @autoclosure @escaping @MainActor @Sendable () -> Machine,
    state: @escaping @MainActor @Sendable (_ machine: Machine) -> State,
    events: @autoclosure @escaping @MainActor @Sendable () -> [Event],
    options: @autoclosure @escaping @MainActor @Sendable () -> MachineOptions<Machine, State> =
      MachineOptions(),
    style: DiagramStyle = DiagramStyle(),
    allowing allowedFindings: [AllowedFinding<String, String>] = [],
    step: @escaping @MainActor @Sendable (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self.init(
      name,
      {
        StateGraph(.value(machine()) { state($0) }, events: events(), options: options()) {
          try step(&$0, $1)
        }
      }, style: style, allowing: allowedFindings)
  }

  /// Creates a diagram of a hand-written machine that handles all cases of an event.
  ///
  /// ```swift
  /// Diagram(of: Upload(), state: \.state) { $0.handle($1) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which becomes a file name; by default, that of the machine's type.
  ///   - machine: An expression that makes the machine, the same each time.
  ///   - state: Returns the state of a machine.
  ///   - options: The limits, the final states, and the conditions and reasons to show.
  ///   - style: The look of the diagram.
  ///   - allowedFindings: The intended findings: see `AllowedFinding`.
  ///   - step: Handles an event and returns the action to perform, which may be `Void` or `nil`.
  public init<Machine, State, Event: CaseIterable, Action>(
    _ name: String = "\(Machine.self)",
    of machine: @autoclosure @escaping @MainActor @Sendable () -> Machine,
    state: @escaping @MainActor @Sendable (_ machine: Machine) -> State,
    options: @autoclosure @escaping @MainActor @Sendable () -> MachineOptions<Machine, State> =
      MachineOptions(),
    style: DiagramStyle = DiagramStyle(),
    allowing allowedFindings: [AllowedFinding<String, String>] = [],
    step: @escaping @MainActor @Sendable (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self.init(
      name, of: machine(), state: state, events: Array(Event.allCases), options: options(),
      style: style, allowing: allowedFindings, step: step)
  }

  /// Returns the diagram with a function that migrates machines of earlier rules.
  ///
  /// Pass the function that your program gives to `MachineSnapshot.restored(migrating:)`:
  ///
  /// ```swift
  /// Diagram("Order", of: Order.schema).migrating(OrderState.migrated)
  /// ```
  ///
  /// `check --histories` calls the function for snapshots whose states aren't the schema's. It also calls the
  /// function for every earlier state, because traces may name states that the schema no longer has. If you
  /// add several functions, the first one that can read the states of a snapshot decides.
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
  /// If a rule stops the program, the diagram shows a trap, because the command runs rules in copies of its
  /// process. Only Linux makes copies. Elsewhere a trap ends the program with a sentence that names the
  /// diagram, the state and the event.
  @MainActor package var graph: StateGraph { graph(showing: nil) }

  @MainActor private func graph(showing progress: ProgressLine?) -> StateGraph {
    guard makesCopies else { return makeGraph().inRecordedOrder }
    let tell: TrialRunner.Progress = { [name] states, evaluations in
      // This is called on the main actor, because rules run there, and this process waits for copies there.
      MainActor.assumeIsolated {
        progress?.show(
          "running the rules of \(name): \(states) states, \(evaluations) evaluations",
          atMostEvery: .milliseconds(50))
      }
    }
    // First, one copy explores everything and returns the graph, so that rules without traps run once.
    // If that copy doesn't return, further copies try the steps, many at a time. This process then takes
    // the steps that returned, so these steps run twice.
    if let graph = ExploredGraph.madeInCopy(telling: tell, by: makeGraph) { return graph }
    if let obstacle = TrialRunner.obstacle(to: makeGraph) {
      let state = StateGraph.State(identifier: "unknown")
      return StateGraph(
        states: [state], rules: [], initialState: state.identifier, findings: [obstacle])
    }
    return TrialRunner.$current.withValue(.child(tell: tell)) {
      makeGraph().inRecordedOrder
    }
  }

  /// Returns the same diagram, with its rules run in copies of the process if the system makes copies.
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
    // `lines` follows the order of the elements of `stored`.
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

  /// Returns a graph that is made in a copy of the process; `nil` if the copy returns no graph, or if the
  /// system makes no copies.
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
  /// - Throws: ``DiagramError`` if a given name isn't in the catalog, if a diagram's name can't be used for
  ///   its files, or if the names of two diagrams differ at most in upper and lower case.
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

  /// The endings that follow a diagram's name in the names of its dark image, its walk, and its pictures by
  /// `diff` and `replay`.
  private static let reservedEndings = ["~dark", ".walk", ".diff", ".replay"]

  private static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix(".")
      && !name.unicodeScalars.contains {
        "/\\:\"*?<>|".unicodeScalars.contains($0) || $0.value < 32
      }
  }
}

extension DiagramCatalog {
  /// Returns the catalog with the graphs of the given diagrams computed, so that their rules don't run
  /// again.
  ///
  /// If no names are given, all graphs are computed.
  @MainActor func explored(
    only names: [String] = [], progress: ProgressLine? = nil
  ) throws(DiagramError) -> DiagramCatalog {
    let chosen = Set(try self.diagrams(named: names).map(\.name))
    return MachineOutput.dropped {
      DiagramCatalog(
        diagrams.map { diagram in
          guard chosen.contains(diagram.name) else { return diagram }
          progress?.show("running the rules of \(diagram.name)")
          return diagram.explored(showing: progress)
        })
    }
  }
}
