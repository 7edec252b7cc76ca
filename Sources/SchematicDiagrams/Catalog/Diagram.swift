import Schematic
import SchematicChild
import SchematicGraph

/// A named graph: one entry of a catalog, one set of files in the folder of diagrams.
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

  /// The findings that are intended.
  public let allowedFindings: [AllowedFinding<String, String>]

  /// The look of the diagram.
  public let style: DiagramStyle

  private let makeGraph: @MainActor @Sendable () -> StateGraph
  private var isExplored = false
  /// A Boolean value that indicates whether rules are tried in a copy of the process before they run.
  ///
  /// They are for the command. Copying a large process, as tests are, takes longer than exploring.
  private var triesRules = false

  /// Creates a diagram of a graph.
  ///
  /// - Parameters:
  ///   - name: The name, which becomes a file name.
  ///   - graph: The graph, made when it is needed.
  ///   - style: The look of the diagram.
  ///   - allowedFindings: The findings that are intended: see ``allowedFindings``.
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
  ///   - schema: The rules, run when the diagram is needed.
  ///   - bounds: How far to explore them.
  ///   - style: The look of the diagram.
  ///   - allowedFindings: The findings that are intended: see ``allowedFindings``.
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
  }

  /// The graph, obtained by running the rules.
  ///
  /// Rules that stop the program on a state and an event are drawn as traps: the command tries them in
  /// a copy of the process first, on Linux. Elsewhere a trap ends the program, and in the command a
  /// sentence names the diagram, the state and the event.
  @MainActor public var graph: StateGraph {
    if isExplored || !Self.namesThatReturn(of: [self]).isEmpty { return makeGraph() }
    // Steps are tried one by one only where something stops a trial of them all.
    return TrapWatch.$current.withValue(.child(naming: "error: diagram \(name)")) { makeGraph() }
  }

  /// Returns the names of the diagrams whose rules stop nothing: of all where rules are not tried.
  ///
  /// All are tried in one copy of the process, because copies take longer than most rules.
  @MainActor fileprivate static func namesThatReturn(of diagrams: [Diagram]) -> Set<String> {
    let untried = diagrams.filter { !$0.triesRules }.map(\.name)
    let diagrams = diagrams.filter(\.triesRules)
    guard !diagrams.isEmpty else { return Set(untried) }
    let rehearsal = TrapWatch.child(naming: "error: a diagram")
    let trials = rehearsal.attempt(diagrams.count, 1) { _ = diagrams[$0].makeGraph() } ?? []
    return Set(untried + zip(diagrams, trials).compactMap { $1 == .returned ? $0.name : nil })
  }

  /// Returns the same diagram, with its rules tried in a copy of the process before they run.
  func tryingRules() -> Diagram {
    var diagram = self
    diagram.triesRules = true
    return diagram
  }

  /// Returns the same diagram with its graph computed, so that its rules run no more.
  ///
  /// A trial may have shown that its rules return.
  @MainActor fileprivate func explored(knowingThatItReturns returns: Bool) -> Diagram {
    let graph = returns ? makeGraph() : graph
    var diagram = Diagram(name, { graph }, style: style, allowing: allowedFindings)
    diagram.isExplored = true
    return diagram
  }
}

/// The findings of a diagram's graph that the diagram does not allow.
struct DisallowedFindings {
  /// A line that says that the graph is not whole, which bound it met, and what to do; `nil` if the graph
  /// is whole, or the diagram allows what it lacks.
  let cut: String?

  /// A line for each other finding that is not allowed, then one for each allowance that is not needed.
  let others: [String]

  /// All lines.
  var lines: [String] { [cut].compactMap(\.self) + others }

  /// Compares the findings of a graph with those that a diagram allows.
  ///
  /// - Parameters:
  ///   - graph: The graph of the diagram.
  ///   - diagram: The diagram, which says what is allowed.
  init(of graph: StateGraph, of diagram: Diagram) {
    let allowed = diagram.allowedFindings
    let disallowed = graph.findings.filter { finding in
      !allowed.contains { $0.matches(finding) }
    }
    cut = disallowed.first(where: \.kind.isCut).map { first in
      let words = graph.omission.map { $0.views.first ?? "" } ?? "not whole"
      return "\(diagram.name): \(words): \(first), or allow the finding in the catalog"
    }
    let unneeded = allowed.filter { !graph.findings.contains(where: $0.matches) }
    others =
      Self.grouped(disallowed.filter { !$0.kind.isCut }).map { "\(diagram.name): \($0)" }
      + unneeded.map { "\(diagram.name): allows \"\($0)\", which is not found; remove it" }
  }
}

extension DisallowedFindings {
  /// The most findings of one kind that are listed one by one.
  private static let mostListed = 5

  /// Returns a line for each finding; many of one kind share a line, in the place of the first.
  private static func grouped(_ findings: [GraphFinding]) -> [String] {
    let kinds = Dictionary(grouping: findings, by: \.kind)
    return findings.compactMap { finding in
      let alike = kinds[finding.kind] ?? []
      guard alike.count > mostListed else { return "\(finding.kind): \(finding)" }
      guard alike.first == finding else { return nil }
      return "\(finding.kind), \(alike.count) times: \(alike.places). The first: \(finding)"
    }
  }
}

extension [GraphFinding] {
  /// The places of findings, of which the first few are named: `locked on coin; open and 3 more`.
  var places: String {
    let named = prefix(4).map { finding in
      [finding.state, finding.event].filter { !$0.isEmpty }.joined(separator: " on ")
    }
    let others = count - named.count
    return named.joined(separator: "; ") + (others > 0 ? " and \(others) more" : "")
  }
}

/// The diagrams of a package, in the order in which they are listed.
///
/// ```swift
/// let catalog: DiagramCatalog = [
///   Diagram("Turnstile", of: Turnstile.schema),
///   Diagram("Screen", of: Screen.schema),
/// ]
/// ```
public struct DiagramCatalog: Sendable, ExpressibleByArrayLiteral {
  /// The diagrams.
  public let diagrams: [Diagram]

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

  /// Returns the diagrams of the given names, in the order of the catalog.
  ///
  /// - Parameter names: The names to pick; none of them picks all diagrams.
  /// - Returns: The diagrams.
  /// - Throws: ``DiagramError`` where a name is not in the catalog, stands in it twice, or cannot
  ///   be a file name.
  func diagrams(named names: [String] = []) throws(DiagramError) -> [Diagram] {
    var known: Set<String> = []
    for diagram in diagrams {
      guard Self.isFileName(diagram.name) else { throw .invalidName(diagram.name) }
      if let ending = Self.reservedEndings.first(where: diagram.name.lowercased().hasSuffix) {
        throw .reservedName(diagram.name, ending: ending)
      }
      // File systems may not tell upper from lower case.
      guard known.insert(diagram.name.lowercased()).inserted else {
        throw .repeatedName(diagram.name)
      }
    }
    for name in names where !diagrams.contains(where: { $0.name == name }) {
      throw .unknownName(name, known: diagrams.map(\.name))
    }
    return names.isEmpty ? diagrams : diagrams.filter { names.contains($0.name) }
  }

  /// The endings of the names of files that a diagram has besides: its dark image, and the pictures of
  /// `diff` and `replay`.
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
  /// once, however often the graphs are used.
  ///
  /// No names stand for all diagrams.
  @MainActor func explored(
    only names: [String] = [], progress: ProgressLine? = nil
  ) throws(DiagramError) -> DiagramCatalog {
    let chosen = try self.diagrams(named: names)
    let chosenNames = Set(chosen.map(\.name))
    progress?.show("trying the rules")
    let returning = Diagram.namesThatReturn(of: chosen)
    return DiagramCatalog(
      diagrams.map { diagram in
        guard chosenNames.contains(diagram.name) else { return diagram }
        progress?.show("running the rules of \(diagram.name)")
        return diagram.explored(knowingThatItReturns: returning.contains(diagram.name))
      })
  }
}
