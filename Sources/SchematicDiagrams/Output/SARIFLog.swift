import Schematic
import SchematicGraph
import SchematicGraphviz

/// The results of `check` or `diff` in the Static Analysis Results Interchange Format, SARIF 2.1.0, which
/// code scanning and editors read.
struct SARIFLog: JSONReport {
  private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  private let version = "2.1.0"
  private let runs: [Run]

  init(_ results: [SARIFResult]) {
    runs = [Run(results: results)]
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  private struct Run: Encodable {
    let tool = Tool()
    let results: [SARIFResult]
  }

  private struct Tool: Encodable {
    let driver = Driver()
  }

  private struct Driver: Encodable {
    let name = "Schematic"
    let rules = SARIFResult.Rule.allCases.map {
      Descriptor(id: $0.rawValue, shortDescription: SARIFText(text: $0.description))
    }
  }

  private struct Descriptor: Encodable {
    let id: String
    let shortDescription: SARIFText
  }
}

/// A text in SARIF.
struct SARIFText: Encodable {
  let text: String
}

/// A result in SARIF: a difference, a file that is out of date, a finding, or a refused history.
struct SARIFResult: Encodable {
  /// The kind of a result, by the name that readers filter by.
  enum Rule: String, Encodable, CaseIterable, CustomStringConvertible {
    case changedArrow = "changed-arrow"
    case newArrow = "new-arrow"
    case goneArrow = "gone-arrow"
    case changedState = "changed-state"
    case newState = "new-state"
    case goneState = "gone-state"
    case newDiagram = "new-diagram"
    case goneDiagram = "gone-diagram"
    case staleFile = "stale-file"
    case finding
    case refusedHistory = "refused-history"

    var description: String {
      switch self {
      case .changedArrow: "An arrow differs from the diagram's."
      case .newArrow: "The diagram lacks an arrow of the code."
      case .goneArrow: "The diagram has an arrow that the code lacks."
      case .changedState:
        "A state, its behavior or the machine as a whole differs from the diagram's."
      case .newState: "The diagram lacks a state, or a behavior of one, that the code has."
      case .goneState: "The diagram has a state, or a behavior of one, that the code lacks."
      case .newDiagram: "A diagram is new."
      case .goneDiagram: "A diagram is gone."
      case .staleFile: "A file isn't what the code gives."
      case .finding: "The rules have a flaw, unless it is intended and the catalog allows it."
      case .refusedHistory: "The rules refuse what machines did or how they were saved."
      }
    }
  }

  /// The severity of a result.
  enum Level: String, Encodable { case error, warning, note }

  private let ruleId: Rule
  private let level: Level
  private let message: SARIFText
  private let locations: [Location]

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - rule: The kind of the result.
  ///   - level: The severity.
  ///   - text: The sentence that the command prints.
  ///   - lines: The lines of code that the result is about; the first one counts.
  ///   - place: A file and a line that count if no line of code, or no path of its file, is known.
  ///   - files: The files that contain the lines of code.
  init(
    _ rule: Rule, _ level: Level, _ text: String, at lines: SourceLines = SourceLines(),
    else place: (file: String, line: Int?), in files: SourceFiles = .current
  ) {
    let line = lines.all.first
    let path = line.flatMap(files.knownPath)
    ruleId = rule
    self.level = level
    message = SARIFText(text: path != nil && lines.isNear ? "\(text) (near this line)" : text)
    // Code scanning takes no result without a line.
    locations = [
      path.map { Location(path: $0, line: line?.line ?? 1) }
        ?? Location(path: place.file, line: place.line ?? 1)
    ]
  }

  private struct Location: Encodable {
    let physicalLocation: Physical

    init(path: String, line: Int) {
      // The path of a file may have characters that a URI can't have.
      let uri = (path.hasPrefix("/") ? "/" : "") + LinkTemplate.escaped(path)
      physicalLocation = Physical(
        artifactLocation: Artifact(uri: uri), region: Region(startLine: line))
    }
  }

  private struct Physical: Encodable {
    let artifactLocation: Artifact
    let region: Region
  }

  private struct Artifact: Encodable {
    let uri: String
  }

  private struct Region: Encodable {
    let startLine: Int
  }
}

extension SARIFResult {
  /// Creates a result for an edit of a diagram, whose `.dot` file counts if the edit has no line.
  init(_ edit: GraphEdit, of diagram: String, _ level: Level, in file: String) {
    let isArrow = edit.event != nil
    let rule: Rule =
      switch edit.kind {
      case .changed: isArrow ? .changedArrow : .changedState
      case .added: isArrow ? .newArrow : .newState
      case .removed: isArrow ? .goneArrow : .goneState
      }
    self.init(rule, level, "\(diagram): \(edit)", at: edit.lines, else: (file, nil))
  }
}
