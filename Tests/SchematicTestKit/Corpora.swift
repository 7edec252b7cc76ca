import Foundation
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

  /// The state to start in, for those that mark none or several.
  package var initialState: String? {
    ["automatalib__graph_html": "s0", "automatalib__cluster": "c0_s0"][name]
  }
}

extension Corpora {
  /// The learned machines that the index lists, the smallest first; none without the corpora.
  package static let learnedMachines: [LearnedMachine] = {
    let mealy = folder.appending(component: "mealy")
    let index = mealy.appending(component: "INDEX.csv")
    guard let text = try? String(contentsOf: index, encoding: .utf8) else { return [] }
    let lines = CSV.lines(of: text)
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

/// Text in comma-separated values (RFC 4180).
package enum CSV {
  /// Returns the fields of each line.
  ///
  /// A field in double quotes may hold commas and line breaks, and `""` for one quote.
  package static func lines(of text: String) -> [[String]] {
    var lines: [[String]] = []
    var line: [String] = []
    var field = ""
    var isQuoted = false
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        field.append(character)
      case "\"":
        isQuoted.toggle()
      case "," where !isQuoted:
        line.append(field)
        field = ""
      case "\n" where !isQuoted, "\r\n" where !isQuoted:
        lines.append(line + [field])
        (line, field) = ([], "")
      default:
        field.append(character)
      }
    }
    return line.isEmpty && field.isEmpty ? lines : lines + [line + [field]]
  }
}
