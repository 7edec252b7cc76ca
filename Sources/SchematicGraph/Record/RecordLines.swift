/// The lines of a text that may have a record at its end.
struct RecordLines: Equatable {
  private let lines: [String]
  /// The index of the head of the record, or of the end of a text without one.
  private let start: Int

  init(of text: String) {
    let feed = UInt8(ascii: "\n")
    lines = text.utf8.split(separator: feed, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    start = lines.firstIndex { $0.after("// record ") != nil } ?? lines.count
  }

  /// A line, without its end.
  subscript(index: Int) -> String { lines[index] }

  /// The lines before the record.
  var picture: ArraySlice<String> { lines[..<start] }

  /// The lines of the record, and what follows them.
  var rows: ArraySlice<String> { lines[start...] }

  static func == (one: RecordLines, other: RecordLines) -> Bool {
    // By bytes: the same character can be written in two ways.
    one.lines.count == other.lines.count
      && zip(one.lines, other.lines).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Returns the indices of the lines of the record, from its head to its end, without empty ones.
  ///
  /// - Throws: A ``DOTError`` that says what the text is instead.
  func record() throws(DOTError) -> [Int] {
    if let mark = lines.firstIndex(where: Self.isConflict) {
      throw DOTError(conflictAt: mark + 1)
    }
    guard start < lines.count else { throw missing() }
    guard lines[start] == GraphRecord.comment + GraphRecord.head else {
      throw DOTError(
        start + 1, "The rows are those of another version of the package: generate the file again.")
    }
    guard let end = lines[start...].firstIndex(of: GraphRecord.comment + GraphRecord.end) else {
      throw DOTError(
        lines.count, "The rows have no end: the file was cut short; generate it again.")
    }
    return lines.indices[start...end].filter { !lines[$0].isEmpty }
  }

  private static func isConflict(_ line: String) -> Bool {
    ["<<<<<<<", ">>>>>>>"].contains { line.after($0) != nil }
  }

  /// Returns what is wrong with a text without the head of a record.
  private func missing() -> DOTError {
    guard let last = lines.lastIndex(where: { !$0.isEmpty }) else {
      return DOTError(1, "The file is empty: generate it again.")
    }
    guard let first = lines.first, first.after("digraph \"") != nil else {
      return DOTError(1, notOurs: "There is no diagram with the rows of its graph")
    }
    return lines[last] == "}"
      ? DOTError(
        last + 1,
        "There is a picture without the rows of its graph: an earlier version wrote it, or they "
          + "were removed; generate the file again.")
      : DOTError(last + 1, "The picture has no end: the file was cut short; generate it again.")
  }
}
