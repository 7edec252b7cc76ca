/// A line of a file, as a person or an editor names it: `Turnstile.swift:24`.
struct SourcePosition {
  /// The path or the name of the file.
  let file: String
  let line: Int

  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...])
    else { return nil }
    file = String(text[..<colon])
    self.line = line
  }

  /// Returns whether a line of code is in the file.
  func isInFile(_ other: SourceLine, _ files: SourceFiles) -> Bool {
    let path = "/" + files.path(of: other)
    let name = "/" + (file.hasPrefix("./") ? String(file.dropFirst(2)) : file)
    // An editor names a file by its absolute path.
    return path.hasSuffix(name) || name.hasSuffix(path) || "/" + other.fileID == name
  }
}
