extension DiagramCatalogue {
  /// Returns the files of a folder that look like a diagram's and belong to none.
  ///
  /// Hidden files are left out.
  func orphans(in folder: DiagramFolder) throws(DiagramError) -> [String] {
    let names = Set(diagrams.map(\.name))
    return try folder.fileNames().filter { file in
      guard !file.hasPrefix("."), let name = DiagramFormat.diagramName(ofFile: file) else {
        return false
      }
      return !names.contains(name)
    }
  }
}
