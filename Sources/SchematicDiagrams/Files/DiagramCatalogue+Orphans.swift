extension DiagramCatalogue {
  /// Returns the files of a folder that look like a diagram's and belong to none.
  ///
  /// Hidden files are left out, and so are folders and images that were not drawn by this program.
  func orphans(in folder: DiagramFolder) throws(DiagramError) -> [String] {
    let names = Set(diagrams.map(\.name))
    var orphans: [String] = []
    for file in try folder.fileNames() where !file.hasPrefix(".") {
      guard let (name, format) = DiagramFormat.diagram(ofFile: file), !names.contains(name),
        let content = try folder.read(file)
      else { continue }
      if format == .dot || ImageStamp.fingerprint(in: content) != nil { orphans.append(file) }
    }
    return orphans
  }
}
