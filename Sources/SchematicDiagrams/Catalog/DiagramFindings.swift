import SchematicGraph
import SchematicGraphviz

/// The findings about a diagram that its catalog does not allow.
struct DiagramFindings {
  /// The findings about the graph, and then one for each allowance that is not needed.
  let all: [GraphFinding]
  /// The name of the diagram.
  let diagram: String
  /// The words of the picture for what its graph does not show.
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

  /// Returns the lines that people read about the findings of a severity, each with the line of code
  /// that it is about.
  func lines(_ severity: GraphFinding.Severity) -> [String] {
    let findings = all.filter { $0.severity == severity }
    switch severity {
    case .error: return Self.cut(findings, omission).map(located)
    case .warning: return Self.grouped(findings).map(located)
    case .note: return Self.notes(findings).map { "\(diagram): \($0)" }
    }
  }

  /// Returns the lines of code that a finding is about.
  func source(of finding: GraphFinding) -> SourceLines {
    // An allowance stands in the catalog.
    guard finding.kind != .unneededAllowance else { return SourceLines() }
    return nearest.lines(state: finding.state, event: finding.event)
  }

  private func located(_ text: String, _ finding: GraphFinding) -> String {
    let lines = source(of: finding)
    let text = "\(diagram): \(text)"
    return lines.all.isEmpty
      ? text : SourceFiles.current.located(text, at: SourceLines(lines.all))
  }
}

extension DiagramFindings {
  /// The number of findings of one kind above which they share a line.
  private static let mostListed = 5

  /// Returns a line that says which bound the graph met first, and what to do.
  private static func cut(
    _ findings: [GraphFinding], _ omission: String?
  ) -> [(String, GraphFinding)] {
    findings.prefix(1).map {
      ("\(omission ?? "not whole"): \($0), or allow the finding in the catalog", $0)
    }
  }

  /// Returns a line for each finding.
  ///
  /// If there are many of one kind, they share a line in the place of the first.
  private static func grouped(_ findings: [GraphFinding]) -> [(String, GraphFinding)] {
    let kinds = Dictionary(grouping: findings, by: \.kind)
    return findings.compactMap { finding in
      let alike = kinds[finding.kind] ?? []
      guard finding.kind != .unneededAllowance else { return (finding.description, finding) }
      guard alike.count > mostListed else { return ("\(finding.kind): \(finding)", finding) }
      guard alike.first == finding else { return nil }
      return (
        "\(finding.kind), \(alike.count) times: \(alike.places). The first: \(finding)", finding
      )
    }
  }

  /// Returns a line for each kind of note.
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
    return [samples, actions, behaviors].compactMap(\.self)
  }

  /// Returns the first few of many places.
  fileprivate static func list(_ places: [String]) -> String {
    let others = places.count - 4
    return places.prefix(4).joined(separator: "; ") + (others > 0 ? " and \(others) more" : "")
  }
}

extension [GraphFinding] {
  /// The locations of findings, of which the first few are named:
  /// `locked on coin; open and 3 more`.
  fileprivate var places: String {
    DiagramFindings.list(
      map { [$0.state, $0.event].filter { !$0.isEmpty }.joined(separator: " on ") })
  }
}

/// A finding about a diagram as programs read it.
struct FindingEntry: Encodable {
  let diagram: String
  let finding: GraphFinding
  let source: SourceEntry?

  private enum CodingKeys: CodingKey { case diagram, source }

  func encode(to encoder: any Encoder) throws {
    try finding.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(diagram, forKey: .diagram)
    try members.encodeIfPresent(source, forKey: .source)
  }
}
