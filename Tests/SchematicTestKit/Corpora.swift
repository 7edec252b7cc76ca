import Foundation
import SchematicGraph
import SchematicTesting
import Testing

/// Machines collected from specifications and learned from programs, which are no part of the
/// package.
///
/// They are looked for in `shared/corpora`, beside the folder of the package, or where the
/// environment variable `SCHEMATIC_CORPORA` says. Without them the tests that need them are skipped.
package enum Corpora {
  /// The folder that holds them.
  package static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["SCHEMATIC_CORPORA"] {
      return URL(filePath: path)
    }
    return packageRoot.deletingLastPathComponent().appending(components: "shared", "corpora")
  }

  /// The nearest folder above this file that holds a manifest.
  private static var packageRoot: URL {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      let manifest = folder.appending(component: "Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) { break }
      folder.deleteLastPathComponent()
    }
    return folder
  }
}

/// A machine that was learned from a real program, as it was published.
package struct LearnedMachine: Sendable, CustomTestStringConvertible {
  /// The file of its diagram.
  package let file: URL
  /// The numbers that the index of the corpora gives, by the name of their column.
  package let figures: [String: Int]

  package var name: String { file.deletingPathExtension().lastPathComponent }
  package var testDescription: String { name }

  /// Returns the diagram in the DOT language.
  package func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// Returns the machine; `nil` where its diagram does not mark the one state to start in by an arrow.
  ///
  /// Lines such as `s0 -> s1 [label="input / output"];` are read, as they are in these diagrams.
  package func graph() throws -> StateGraph? {
    let arrow = #/^\s*(\w+)\s*->\s*(\w+)\s*(?:\[label="([^"]*)"\])?/#
    var initialState: String?
    var transitions: [StateGraph.Rule] = []
    for line in try text().split(separator: "\n") {
      guard let match = line.firstMatch(of: arrow)?.output else { continue }
      let (source, target) = (String(match.1), String(match.2))
      if source == "__start0" {
        initialState = target
        continue
      }
      let parts = (match.3 ?? "").split(separator: "/", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      transitions.append(
        StateGraph.Rule(
          source: source, target: target, event: parts.first ?? "",
          action: parts.count > 1 ? parts[1] : nil))
    }
    return initialState.map {
      StateGraph(states: [], transitions: transitions, initialState: $0)
    }
  }
}

extension Corpora {
  /// The learned machines that the index lists, the smallest first; none without the corpora.
  package static let learnedMachines: [LearnedMachine] = {
    let mealy = folder.appending(component: "mealy")
    let index = mealy.appending(component: "INDEX.csv")
    guard let text = try? String(contentsOf: index, encoding: .utf8) else { return [] }
    let lines = CSV.records(of: text).map(\.fields)
    return lines.dropFirst().map { fields in
      LearnedMachine(
        file: mealy.appending(component: fields[0]),
        figures: Dictionary(
          zip(lines[0], fields).compactMap { name, field in Int(field).map { (name, $0) } },
          uniquingKeysWith: { first, _ in first }))
    }
  }()

  /// A Boolean value that indicates whether there are learned machines.
  package static var hasLearnedMachines: Bool { !learnedMachines.isEmpty }
}
