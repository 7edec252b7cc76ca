extension DiagramCatalogue {
  /// Returns the files of a folder that look like a diagram's and belong to none.
  ///
  /// Hidden files are left out, and so are folders, images that were not drawn by this program, and
  /// texts in other notations, such as a page of Markdown, that stand beside no diagram.
  func orphans(in folder: DiagramFolder) throws(DiagramError) -> [String] {
    let names = Set(diagrams.map(\.name))
    var orphans: [String] = []
    let files = try folder.fileNames()
    for file in files where !file.hasPrefix(".") {
      guard let (name, format) = DiagramFormat.diagram(ofFile: file), !names.contains(name),
        let content = try folder.read(file)
      else { continue }
      let isOurs =
        format.image == nil
        ? files.contains(DiagramFormat.dot.fileName(of: name))
        : ImageStamp.fingerprint(in: content) != nil
      if isOurs { orphans.append(file) }
    }
    return orphans
  }
}
