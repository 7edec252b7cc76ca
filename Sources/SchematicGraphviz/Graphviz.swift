import SchematicGraph

/// Graphviz, the library that lays graphs out and draws them.
///
/// The library keeps its state in globals. Calls may come from any thread. They wait for their turn on
/// one thread, which does all the library's work.
///
/// A call can't be canceled. On Linux, all but small drawings are made in a copy of the process. The copy
/// runs only C, and is killed at the deadline. Copies aren't safe on other systems: Apple's libraries don't
/// work in a copy. They aren't safe under Thread Sanitizer either, which ends them. In these cases, and
/// for small drawings, the thread goes on working after the deadline, and calls throw an error until it is
/// done.
///
/// While the library draws, all threads have the numeric locale C. On Linux, a program with another locale
/// makes its drawings in copies of its process: only the preparation of the first one changes the locale.
///
/// A copy costs one to two milliseconds, four more for every 100 MB that the process holds, and 30 the
/// first time. Drawing three states takes less than half a millisecond, 50 states take two, and 50 states
/// with scattered transitions up to 120.
package enum Graphviz {
  /// A Boolean value that indicates whether the package was built with its `Graphviz` trait.
  package static var isBuilt: Bool { Bridge.isBuilt }

  /// Draws a picture that this package wrote.
  ///
  /// Within a process, the same picture always gives the same bytes. The `dot` program writes these bytes,
  /// too, unless a large graph gets the cheaper settings of its ``DrawingEffort``. Warnings of the library
  /// are not reported. Errors are thrown, even if the library has drawn something.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - format: The format to draw in.
  ///   - limits: The limits of the drawing.
  ///   - runsOutOfProcess: Whether to draw in a process of its own. If `nil`, the size and the
  ///     characters decide.
  /// - Returns: The contents of an image file.
  /// - Throws: A ``GraphvizError`` if the picture cannot be drawn, or not within the limits.
  package static func render(
    _ picture: DOTPicture, as format: ImageFormat, limits: RenderingLimits = RenderingLimits(),
    outOfProcess runsOutOfProcess: Bool? = nil
  ) throws(GraphvizError) -> [UInt8] {
    try draw(picture, as: format, limits: limits, outOfProcess: runsOutOfProcess).image
  }

  /// Draws a picture that this package wrote, and returns the effort that it was drawn with, and its faults.
  ///
  /// The size decides about the effort. In addition, a graph with many arrows gets straight lines if
  /// Graphviz can't draw its curves. If the deadline passes, this throws an error, and tries nothing else.
  package static func draw(
    _ picture: DOTPicture, as format: ImageFormat, limits: RenderingLimits = RenderingLimits(),
    outOfProcess runsOutOfProcess: Bool? = nil
  ) throws(GraphvizError) -> (image: [UInt8], effort: DrawingEffort, faults: DrawingFaults) {
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

  /// Draws with the effort of a request, and again without curves if curves may have made that fail.
  private static func attempt(
    _ request: RenderingRequest
  ) throws(GraphvizError) -> (image: [UInt8], effort: DrawingEffort, faults: DrawingFaults) {
    let start = ContinuousClock.now
    do throws(GraphvizError) {
      let (image, faults) = try Bridge.render(request)
      return (image, request.effort, faults)
    } catch {
      guard let plain = request.effort.withoutCurves, error.isOfPicture else { throw error }
      var request = request
      request.effort = plain
      if request.milliseconds > 0 {
        let spent = RenderingLimits(deadline: ContinuousClock.now - start).milliseconds
        request.milliseconds = max(1, request.milliseconds - spent)
      }
      let (image, faults) = try Bridge.render(request)
      return (image, plain, faults)
    }
  }
}

extension GraphvizError {
  /// A Boolean value that indicates whether the picture may be the reason, so that a drawing without curves
  /// or in another arrangement may succeed.
  ///
  /// If somebody killed the process (signal 9), the picture is not the reason.
  var isOfPicture: Bool {
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
  /// The libraries with which Graphviz measures and draws text print warnings about some of them.
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
