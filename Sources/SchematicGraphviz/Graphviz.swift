import SchematicGraph

/// Graphviz, the library that lays graphs out and draws them.
///
/// The library keeps its state in globals. All its work is therefore done on one thread of our
/// own, one call after the other; calls may come from anywhere, and wait for their turn.
///
/// A call cannot be cancelled. On Linux all but small drawings are made in a process of their own,
/// a copy of this one in which only C runs, and it is killed at the deadline. That is not safe
/// elsewhere: Apple's libraries do not work in a copy, and Thread Sanitizer ends it. There, and for
/// small drawings, the thread is left to its work at the deadline, and calls throw
/// ``GraphvizError/Code/busy`` until it is done.
///
/// The library switches the numeric locale of all threads while it draws. On Linux, programs that
/// have another one than C draw all but the first drawing in a process of its own, and notice
/// nothing.
///
/// A process of its own costs one to two milliseconds, four more for every 100 MB that this one
/// holds, and 30 the first time. Three states take less than half a millisecond, 50 take two, and
/// 50 with scattered transitions up to 120.
package enum Graphviz {
  /// A Boolean value that indicates whether the package was built with its `Graphviz` trait.
  package static var isBuilt: Bool { Bridge.isBuilt }

  /// The version of the Graphviz library, such as `2.43.0`.
  ///
  /// It is empty when the package was built without its `Graphviz` trait.
  package static var version: String { Bridge.version }

  /// Draws a DOT text.
  ///
  /// The same text gives the same bytes on every call of a process, and those that the `dot`
  /// program writes, except that a large graph gets the cheaper settings of its ``DrawingEffort``.
  /// Warnings of the library are not reported; an error is thrown, though the library may have
  /// drawn something.
  ///
  /// ```swift
  /// try Graphviz.render(dot: "digraph { locked -> unlocked }", as: .svg)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text of one graph.
  ///   - format: The format to draw in.
  ///   - engine: The name of the layout engine, as after `dot -K`.
  ///   - limits: The limits of the drawing.
  ///   - runsOutOfProcess: Whether to draw in a process of its own, as ought to be done with the
  ///     text of others: some of it ends the process that draws it. Left out, size and characters
  ///     decide.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` when the text cannot be read or drawn, or not within the limits.
  package static func render(
    dot text: String,
    as format: ImageFormat,
    engine: String = "dot",
    limits: RenderingLimits = RenderingLimits(),
    outOfProcess runsOutOfProcess: Bool? = nil
  ) throws(GraphvizError) -> [UInt8] {
    try draw(
      dot: text, as: format, engine: engine, limits: limits, outOfProcess: runsOutOfProcess
    ).image
  }

  /// Draws a DOT text, and returns the effort that it was drawn with.
  ///
  /// The size alone decides about the effort. A graph with many arrows of which Graphviz cannot draw the
  /// curves gets straight lines. A deadline that passes is an error, and never another drawing.
  package static func draw(
    dot text: String,
    as format: ImageFormat,
    engine: String = "dot",
    limits: RenderingLimits = RenderingLimits(),
    outOfProcess runsOutOfProcess: Bool? = nil
  ) throws(GraphvizError) -> (image: [UInt8], effort: DrawingEffort) {
    let effort = try effort(for: text)
    try limits.check(effort)
    var request = RenderingRequest(
      text: text, format: format.name, engine: engine, effort: effort,
      deadline: limits.milliseconds, milliseconds: limits.milliseconds,
      runsOutOfProcess: runsOutOfProcess
        ?? (!effort.isSmall || text.holdsInvisibleCharacters))
    guard let plain = effort.withoutCurves else { return (try Bridge.render(request), effort) }
    let start = ContinuousClock.now
    do throws(GraphvizError) {
      return (try Bridge.render(request), effort)
    } catch {
      guard error.isOfCurves else { throw error }
    }
    if limits.milliseconds > 0 {
      let spent = RenderingLimits(deadline: ContinuousClock.now - start).milliseconds
      request.milliseconds = max(1, limits.milliseconds - spent)
    }
    request.effort = plain
    return (try Bridge.render(request), plain)
  }

  /// Returns the effort that a DOT text is drawn with.
  package static func effort(for text: String) throws(GraphvizError) -> DrawingEffort {
    let (nodes, edges) = try Bridge.measure(text)
    return DrawingEffort(nodes: nodes, edges: edges)
  }
}

extension Graphviz {
  /// Draws a DOT text of ours, with the dark colors that its style has for an SVG.
  ///
  /// - Parameters:
  ///   - text: The text of one graph.
  ///   - format: The format to draw in.
  ///   - style: The style that the text was printed in.
  ///   - limits: The limits of the drawing.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` where the text cannot be read or drawn.
  package static func render(
    dot text: String, as format: ImageFormat, style: DiagramStyle,
    limits: RenderingLimits = RenderingLimits()
  ) throws(GraphvizError) -> [UInt8] {
    try draw(dot: text, as: format, style: style, limits: limits).image
  }

  /// Draws a DOT text of ours, and returns the effort that it was drawn with.
  package static func draw(
    dot text: String, as format: ImageFormat, style: DiagramStyle,
    limits: RenderingLimits = RenderingLimits()
  ) throws(GraphvizError) -> (image: [UInt8], effort: DrawingEffort) {
    let (image, effort) = try draw(dot: text, as: format, limits: limits)
    return (format == .svg ? SVGTheme.themed(image, style) : image, effort)
  }
}

extension GraphvizError {
  /// A Boolean value that indicates whether another drawing of the text may succeed, and would fail in the
  /// same way on every computer: who kills a process has reasons of their own.
  fileprivate var isOfCurves: Bool {
    code == .layoutFailed || code == .crashed && !message.contains("(signal 9)")
  }
}

/// A drawing to be made.
struct RenderingRequest {
  let text: String
  let format: String
  let engine: String
  var effort: DrawingEffort
  /// The milliseconds that all attempts may take, as messages say; 0 for as long as they want to.
  let deadline: Int32
  /// The milliseconds that are left for this attempt; 0 for as long as it wants to.
  var milliseconds: Int32
  let runsOutOfProcess: Bool
}

extension String {
  /// A Boolean value that indicates whether the text holds characters that no font draws.
  ///
  /// The libraries that Graphviz measures and draws text with write to standard error about texts
  /// that consist of them, and about some of them in PDF.
  fileprivate var holdsInvisibleCharacters: Bool {
    unicodeScalars.contains { scalar in
      guard scalar.value >= 0x80 else { return false }
      let properties = scalar.properties
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: return true
      default: return properties.isDefaultIgnorableCodePoint || scalar == "\u{FFFC}"
      }
    }
  }
}
