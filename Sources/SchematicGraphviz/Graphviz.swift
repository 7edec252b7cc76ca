import SchematicGraph

/// Graphviz, the library that lays graphs out and draws them.
///
/// The library keeps its state in globals. All its work is therefore done on one thread of our
/// own, one call after the other; calls may come from anywhere, and wait for their turn.
///
/// A call cannot be cancelled. On Linux all but small drawings are made in a process of their own,
/// a copy of this one in which only C runs, and it is killed at the deadline. That is not safe
/// elsewhere: Apple's libraries do not work in a copy, and Thread Sanitizer ends it. There, and for
/// small drawings, the thread is left to its work at the deadline, and calls throw an error until it
/// is done.
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

  /// Draws a picture that this package wrote.
  ///
  /// The same picture gives the same bytes on every call of a process, and those that the `dot`
  /// program writes, except that a large graph gets the cheaper settings of its ``DrawingEffort``.
  /// Warnings of the library are not reported; an error is thrown, though the library may have
  /// drawn something.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - format: The format to draw in.
  ///   - limits: The limits of the drawing.
  ///   - runsOutOfProcess: Whether to draw in a process of its own. Left out, size and characters
  ///     decide.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` if the picture cannot be drawn, or not within the limits.
  package static func render(
    _ picture: DOTPicture, as format: ImageFormat, limits: RenderingLimits = RenderingLimits(),
    outOfProcess runsOutOfProcess: Bool? = nil
  ) throws(GraphvizError) -> [UInt8] {
    try draw(picture, as: format, limits: limits, outOfProcess: runsOutOfProcess).image
  }

  /// Draws a picture that this package wrote, and returns the effort that it was drawn with.
  ///
  /// The size alone decides about the effort. A graph with many arrows gets straight lines if Graphviz
  /// cannot draw its curves. A deadline that passes is an error, and never another drawing.
  package static func draw(
    _ picture: DOTPicture, as format: ImageFormat, limits: RenderingLimits = RenderingLimits(),
    outOfProcess runsOutOfProcess: Bool? = nil
  ) throws(GraphvizError) -> (image: [UInt8], effort: DrawingEffort) {
    try limits.check(picture)
    let effort = DrawingEffort(nodes: picture.nodes, edges: picture.edges)
    let isShort = picture.text.utf8.count < 1 << 18
    return try attempt(
      RenderingRequest(
        text: picture.text, format: format.name, effort: effort, deadline: limits.milliseconds,
        milliseconds: limits.milliseconds,
        runsOutOfProcess: runsOutOfProcess
          ?? (!effort.isSmall || !isShort || picture.text.holdsInvisibleCharacters)))
  }

  /// Draws with the effort of a request, and then without curves if it fails because of them.
  private static func attempt(
    _ request: RenderingRequest
  ) throws(GraphvizError) -> (image: [UInt8], effort: DrawingEffort) {
    let start = ContinuousClock.now
    do throws(GraphvizError) {
      return (try Bridge.render(request), request.effort)
    } catch {
      guard let plain = request.effort.withoutCurves, error.isOfCurves else { throw error }
      var request = request
      request.effort = plain
      if request.milliseconds > 0 {
        let spent = RenderingLimits(deadline: ContinuousClock.now - start).milliseconds
        request.milliseconds = max(1, request.milliseconds - spent)
      }
      return (try Bridge.render(request), plain)
    }
  }
}

extension GraphvizError {
  /// A Boolean value that indicates whether another drawing of the text may succeed, and would fail in the
  /// same way on every computer: whoever kills a process (signal 9) has reasons of their own.
  fileprivate var isOfCurves: Bool {
    switch code {
    case .layoutFailed: true
    case .crashed(let signal): signal != 9
    default: false
    }
  }
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
