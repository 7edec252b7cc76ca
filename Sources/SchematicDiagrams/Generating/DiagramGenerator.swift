import Foundation
import SchematicGraph
import SchematicGraphviz

/// Brings the files of a folder up to date with the rules.
///
/// A `.dot` file is written when its bytes differ. An image is drawn when it is missing, or was
/// drawn from another text; on another system it is left alone as long as it shows the same.
struct DiagramGenerator {
  let folder: DiagramFolder
  let formats: [DiagramFormat]
  /// Whether images are drawn although they are up to date.
  var redraws = false
  /// Whether files that belong to no diagram are removed.
  var prunes = false

  /// What a run did, by file name.
  struct Report {
    var written: [String] = []
    var removed: [String] = []
    var kept = 0
  }

  /// Makes everything first and writes then, so that a failure leaves the old files.
  @MainActor func generate(_ catalogue: DiagramCatalogue, only names: [String] = []) throws
    -> Report
  {
    var report = Report()
    var files: [(name: String, content: Data)] = []
    for diagram in try catalogue.diagrams(named: names) {
      let dot = diagram.dot
      for format in formats {
        let name = format.fileName(of: diagram.name)
        if let content = try content(of: format, for: dot, replacing: folder.read(name)) {
          files.append((name, content))
        } else {
          report.kept += 1
        }
      }
    }
    let orphans = prunes ? try catalogue.orphans(in: folder) : []
    try folder.write(files)
    for orphan in orphans { try folder.remove(orphan) }
    report.written = files.map(\.name)
    report.removed = orphans
    return report
  }

  /// Returns the new content of a file, or `nil` where the old one will do.
  private func content(
    of format: DiagramFormat, for dot: String, replacing old: Data?
  ) throws -> Data? {
    guard let image = format.image else {
      let text = Data(dot.utf8)
      return text == old ? nil : text
    }
    let fingerprint = Fingerprint(of: dot)
    if !redraws, let old, ImageStamp.fingerprint(in: old) == fingerprint { return nil }
    return ImageStamp.stamp(
      try Graphviz.render(dot: dot, as: image, style: DiagramStyle()), image, with: fingerprint)
  }
}

extension Diagram {
  /// The text of the diagram.
  @MainActor var dot: String { graph.dot(name: name) }
}
