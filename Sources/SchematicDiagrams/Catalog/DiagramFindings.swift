import SchematicGraph
import SchematicGraphviz

/// The findings about a diagram, without the allowed ones.
struct DiagramFindings {
  /// The findings about the graph, and then one for each allowance that is not needed.
  let all: [GraphFinding]
  /// The name of the diagram.
  let diagram: String
  /// The picture's first remark about missing parts; `nil` if no part is missing.
  private let omission: String?
  private let nearest: NearestLines

  init(of graph: StateGraph, of diagram: Diagram) {
    let allowed = diagram.allowedFindings
    all =
      graph.findings.filter { finding in !allowed.contains { $0.matches(finding) } }
      + allowed.filter { !graph.findings.contains(where: $0.matches) }.map {
        GraphFinding(.unneededAllowance, "allows \"\($0)\", which is not found; remove it")
      }
    nearest = NearestLines(in: graph)
    self.diagram = diagram.name
    omission = graph.omission?.views.first
  }

  /// Returns the lines to print about the findings of a severity, which is a word in each.
  ///
  /// Errors and warnings begin with the line of code that they are about, if it is known, as those of compilers do.
  func lines(_ severity: GraphFinding.Severity) -> [String] {
    let findings = all.filter { $0.severity == severity }
    switch severity {
    case .error: return Self.cut(findings, omission).map(located)
    case .warning: return Self.grouped(findings).map(located)
    case .note: return Self.notes(findings).map { "\(severity): \(diagram): \($0)" }
    }
  }

  /// The lines that name what fails a strict run, with what accepts exactly that; none if nothing does.
  var failure: [String] {
    let failing = all.filter { $0.severity > .note }
    // What isn't found can't be allowed.
    let unneeded = failing.filter { $0.kind == .unneededAllowance }
    let kinds = Dictionary(grouping: failing, by: \.kind).mapValues(\.count)
    let names = failing.filter { $0.kind != .unneededAllowance }.map { finding in
      // A long list of places would say no more than the kind.
      kinds[finding.kind, default: 0] > Self.mostListed ? "\(finding.kind)" : finding.name
    }.uniqued()
    let code = names.map(\.debugDescription).joined(separator: ", ")
    return ((names.isEmpty ? [] : ["allowing: [\(code)]"]) + unneeded.map(\.description)).map {
      "\(diagram): \($0)"
    }
  }

  /// Returns the lines of code that a finding is about.
  func source(of finding: GraphFinding) -> SourceLines {
    // An unneeded allowance is in the catalog, and not in the rules.
    guard finding.kind != .unneededAllowance else { return SourceLines() }
    return nearest.lines(state: finding.state, event: finding.event)
  }

  private func located(_ text: String, _ finding: GraphFinding) -> String {
    let lines = source(of: finding)
    let text = "\(finding.severity): \(diagram): \(text)"
    return lines.all.isEmpty
      ? text : SourceFiles.current.located(text, at: SourceLines(lines.all))
  }
}

extension DiagramFindings {
  /// The maximum number of findings of one kind that get a line each.
  private static let mostListed = 5

  /// Returns one line for all errors: which parts of the graph are missing, and what to do about the first
  /// error.
  private static func cut(
    _ findings: [GraphFinding], _ omission: String?
  ) -> [(String, GraphFinding)] {
    findings.prefix(1).map {
      ("\(omission ?? "not whole"): \($0), or allow the finding in the catalog", $0)
    }
  }

  /// Returns a line for each finding.
  ///
  /// If there are more than ``mostListed`` findings of one kind, they share a line in the place of the first.
  /// Unneeded allowances, and traps with the walks to them, always have a line each.
  private static func grouped(_ findings: [GraphFinding]) -> [(String, GraphFinding)] {
    let kinds = Dictionary(grouping: findings, by: \.kind)
    return findings.compactMap { finding in
      let alike = kinds[finding.kind] ?? []
      guard finding.kind != .unneededAllowance else { return (finding.description, finding) }
      guard alike.count > mostListed, finding.kind != .reachableTrap else {
        return ("\(finding.kind): \(finding)", finding)
      }
      guard alike.first == finding else { return nil }
      return (
        "\(finding.kind), \(alike.count) times: \(alike.places). The first: \(finding)", finding
      )
    }
  }

  /// Returns the lines about some notes.
  ///
  /// Notes of three kinds usually occur often, so each of these kinds gets only one line.
  private static func notes(_ notes: [GraphFinding]) -> [String] {
    let kinds = Dictionary(grouping: notes, by: \.kind)
    let samples = kinds[.fewSamples].map { notes in
      let parts = [("states", notes.map(\.state)), ("events", notes.map(\.event))].compactMap {
        kind, names in
        let names = names.filter { !$0.isEmpty }
        return names.isEmpty ? nil : "\(kind) \(Self.list(names))"
      }
      return "conditions may be missing, because these were tried with one of the values that they "
        + "can carry: \(parts.joined(separator: "; "))"
    }
    let actions = kinds[.unnamedAction].map {
      "the diagram does not show these actions, which have no label: \($0.places)"
    }
    let behaviors = kinds[.behaviorsDisagree].map {
      "what these do depends on what they carry, and its conditions are made from the values that "
        + "were tried: \($0.places)"
    }
    let gathered: Set<GraphFinding.Kind> = [.fewSamples, .unnamedAction, .behaviorsDisagree]
    return [samples, actions, behaviors].compactMap(\.self)
      + grouped(notes.filter { !gathered.contains($0.kind) }).map(\.0)
  }

  /// Returns a text with the first four places and the number of the others.
  fileprivate static func list(_ places: [String]) -> String {
    let others = places.count - 4
    return places.prefix(4).joined(separator: "; ") + (others > 0 ? " and \(others) more" : "")
  }
}

extension [GraphFinding] {
  /// The places of findings in one text, such as `locked on coin; open`.
  fileprivate var places: String {
    DiagramFindings.list(
      map { [$0.state, $0.event].filter { !$0.isEmpty }.joined(separator: " on ") })
  }
}

/// A finding about a diagram, for programs.
struct FindingEntry: Encodable {
  let diagram: String
  let finding: GraphFinding
  let source: SourceEntry?

  /// Returns the findings about a diagram.
  static func all(_ findings: DiagramFindings) -> [FindingEntry] {
    findings.all.map {
      FindingEntry(
        diagram: findings.diagram, finding: $0, source: SourceEntry(findings.source(of: $0)))
    }
  }

  private enum CodingKeys: CodingKey { case diagram, source }

  func encode(to encoder: any Encoder) throws {
    try finding.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(diagram, forKey: .diagram)
    try members.encodeIfPresent(source, forKey: .source)
  }
}
