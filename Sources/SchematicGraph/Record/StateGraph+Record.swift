extension StateGraph {
  /// Creates a graph from the record in the text of a diagram, which ``dot(name:style:marks:)`` wrote.
  ///
  /// ```swift
  /// let graph = StateGraph(Turnstile.schema)
  /// try StateGraph(dot: graph.dot()) == graph  // true, whatever the style
  /// ```
  ///
  /// Only the rows at the end are read, whatever the picture above them shows. Rows must be written
  /// as Schematic writes them: see <doc:TheRecord>.
  ///
  /// - Parameter text: The text of one diagram.
  /// - Throws: A ``DOTError`` with the line, if the text has no valid record, or if states are nested
  ///   more than 250 deep.
  /// - Complexity: O(*n* log *n*) in the length of the text and the size of the graph.
  public init(dot text: String) throws(DOTError) {
    self = try RecordReader.graph(in: text)
  }

  /// The first line of what Git LFS keeps in place of a file that was not fetched (Git LFS specification, version 1).
  package static let pointerHead = "version https://git-lfs.github.com/spec/v1"

  /// The advice about such a file.
  package static let pointerAdvice = "a pointer of Git LFS: fetch the file with `git lfs pull`"

  /// The message about a graph whose states are nested too deeply for a diagram.
  package static let tooDeep =
    "States lie more than \(GraphRecord.deepest) deep in each other: divide the diagram."

  /// A Boolean value that indicates whether states are nested too deeply for a diagram.
  ///
  /// - Complexity: O(*n* *d*) in the number of states and regions and the depth of nesting.
  package var isTooDeep: Bool { depth > GraphRecord.deepest }

  private var depth: Int {
    let hierarchy = StateHierarchy(of: self)
    // The depth of each region, which includes the depth of the region around it. Outer regions come
    // first.
    var depths: [String?: Int] = [nil: 0]
    for region in regions {
      let around = region.parent.map { hierarchy.ancestors(of: $0).count + 1 } ?? 0
      depths[region.identifier] =
        around + 1 + depths[region.parent.flatMap(hierarchy.region), default: 0]
    }
    return composites.reduce(depths.values.max() ?? 0) { deepest, composite in
      let around = hierarchy.ancestors(ofComposite: composite.identifier).count
      let region = depths[hierarchy.region(of: composite.identifier), default: 0]
      return max(deepest, around + 1 + region)
    }
  }
}

extension StateGraph: Codable {
  /// Reads a graph from the rows of its record: see <doc:TheRecord>.
  ///
  /// - Parameter decoder: A decoder of a text.
  /// - Throws: A `DecodingError` if there is no text with the rows of a graph.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      self = try RecordReader.graph(in: text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
    }
  }

  /// Writes the rows of the graph's record as one text.
  ///
  /// Findings and lines of code are not part of it.
  ///
  /// - Parameter encoder: An encoder of a text.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(GraphRecord.lines(of: self).joined(separator: "\n"))
  }
}

/// A reason why a DOT text was not read.
///
/// ```swift
/// do {
///   _ = try StateGraph(dot: "digraph { a -> b }")
/// } catch {
///   print(error)  // "line 1: There is no diagram with the rows of its graph: …"
/// }
/// ```
public struct DOTError: Error, Hashable, Sendable {
  /// The line of the text in which the failure was found, counted from 1.
  package let line: Int

  /// A sentence that says what was found and what to do about it.
  package let message: String

  init(_ line: Int, _ message: String) {
    self.line = line
    self.message = message
  }

  /// Creates an error about a text that another person or program wrote or changed.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - finding: What was found, as a sentence without the period.
  init(_ line: Int, notOurs finding: String) {
    self.init(line, "\(finding): only DOT text that Schematic wrote is read, as it was written.")
  }

  /// Creates an error about a text with the marks of a merge conflict.
  init(conflictAt line: Int) {
    self.init(
      line, "There are marks of a merge conflict: mend the sources, then generate the text again.")
  }
}

extension DOTError: CustomStringConvertible {
  /// The line and the message.
  public var description: String { "line \(line): \(message)" }
}
