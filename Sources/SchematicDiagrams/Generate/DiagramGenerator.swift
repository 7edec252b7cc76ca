import Foundation
import SchematicGraph
import SchematicGraphviz

/// An update of a folder's files from the rules.
///
/// The generator writes a text if its bytes differ. It draws an image if the image is missing, was
/// drawn from another text, or was changed after it was drawn. Unless it redraws all images, it keeps
/// an image of the same text, even if another system drew it.
struct DiagramGenerator {
  let folder: DiagramFolder
  let formats: [DiagramFormat]
  /// A Boolean value that indicates whether the user named the formats.
  ///
  /// If not, a walk is written only for diagrams that already have one.
  var isAsked = true
  /// A Boolean value that indicates whether images are drawn again even if they are up to date.
  var redraws = false
  /// A Boolean value that indicates whether files that belong to no diagram are removed.
  var prunes = false
  /// A line that shows which file is being generated.
  var progress: ProgressLine?

  /// The files that a run wrote and removed, and the number of files that it kept.
  struct Report {
    var written: [String] = []
    /// The paths of the pages that were written.
    var pages: [String] = []
    var removed: [String] = []
    var kept = 0
    /// A line for each diagram that was drawn with less than full effort.
    var reducedEfforts: [String] = []
  }

  /// Updates the files.
  ///
  /// All contents are created before any file is written, so that a failure leaves the old files in
  /// place.
  ///
  /// - Parameters:
  ///   - catalog: The diagrams.
  ///   - names: The diagrams to update, or an empty array for all.
  ///   - pages: Returns the pages to write together with the files. It is called when all images are drawn, so that
  ///     it can read what somebody saved meanwhile.
  /// - Returns: The files that were written, removed and kept.
  /// - Throws: A ``DiagramError`` or ``GraphvizError``, for example if states are nested too deeply, or if somebody
  ///   else wrote a file with the name of one. Then no file has changed.
  @MainActor func generate(
    _ catalog: DiagramCatalog, only names: [String] = [],
    with pages: () throws -> [PageUpdate] = { [] }
  ) throws -> Report {
    var report = Report()
    var files: [(name: String, content: Data)] = []
    for diagram in try catalog.diagrams(named: names) {
      let graph = diagram.graph
      for format in isAsked ? formats : try folder.needed(formats, of: diagram.name) {
        let name = format.fileName(of: diagram.name)
        progress?.show("writing \(name)")
        let text = format.text(of: graph, named: diagram.name, style: diagram.style)
        let old = try folder.read(name)
        if let old, !format.wrote(old) { throw DiagramError.foreign(folder.path(of: name), old) }
        if format == .dot, graph.isTooDeep { throw DiagramError.tooDeep(folder.path(of: name)) }
        let content =
          if let text {
            Data(text.utf8) == old ? nil : Data(text.utf8)
          } else {
            try drawing(format, of: graph, as: diagram, replacing: old, &report)
          }
        if let content {
          files.append((name, content))
        } else {
          report.kept += 1
        }
      }
    }
    let orphans = prunes ? try catalog.orphans(in: folder) : []
    let pages = try pages()
    try folder.write(files, removing: orphans, with: pages)
    report.pages = pages.map(\.path)
    report.reducedEfforts = report.reducedEfforts.uniqued()
    report.written = files.map(\.name)
    report.removed = orphans
    return report
  }

  /// Returns a drawing, or `nil` if the old one is up to date.
  private func drawing(
    _ format: DiagramFormat, of graph: StateGraph, as diagram: Diagram, replacing old: Data?,
    _ report: inout Report
  ) throws -> Data? {
    guard let stamp = format.stamp else { return nil }
    let name = diagram.name
    let fingerprint = Fingerprint(
      of: format.fingerprintedText(of: graph, named: name, style: diagram.style))
    if !redraws, let old, !format.lacksPicture(old),
      ImageStamp.verdict(on: old, stamp, drawnFrom: fingerprint) == .current
    {
      return nil
    }
    let drawing = try format.drawing(of: graph, named: name, style: diagram.style)
    guard let drawing else { return nil }
    if let effort = drawing.effort, !effort.isFull {
      report.reducedEfforts.append("\(name): \(effort)")
    }
    return ImageStamp.stamp(drawing.data, stamp, with: fingerprint)
  }
}
