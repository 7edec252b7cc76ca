import SchematicGraph

extension Graphviz {
  /// A drawing, and how it was made.
  package struct Drawing {
    /// The contents of an image file.
    package let image: [UInt8]
    package let effort: DrawingEffort
    package let faults: DrawingFaults
    package let arrangement: DOTArrangement
    /// The number of drawings that were made to get this one.
    package fileprivate(set) var attempts = 1
  }

  /// Draws a graph in up to three arrangements, and returns the best drawing.
  ///
  /// There is one more if Graphviz can't draw the first.
  /// If nothing is wrong with a drawing, there are no further attempts. A large graph, and
  /// a style that has an arrangement, get only one.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - printer: The printer of the graph.
  ///   - format: The format of the image.
  ///   - limits: The limits of the drawing.
  /// - Returns: The drawing with the fewest faults; the first of them if there are several.
  /// - Throws: A ``GraphvizError`` if the graph can be drawn in no arrangement, or if the deadline passes.
  package static func draw(
    _ graph: StateGraph, by printer: DOTPrinter, as format: ImageFormat,
    limits: RenderingLimits = RenderingLimits()
  ) throws(GraphvizError) -> Drawing {
    let start = ContinuousClock.now
    var attempts = 0
    /// Draws in the time that is left.
    func attempt(_ arrangement: DOTArrangement) throws(GraphvizError) -> Drawing {
      attempts += 1
      var (printer, rest) = (printer, limits)
      printer.style.arrangement = arrangement
      rest.deadline = limits.deadline.map { $0 - (ContinuousClock.now - start) }
      let drawn = try draw(printer.picture(of: graph), as: format, limits: rest)
      return Drawing(
        image: drawn.image, effort: drawn.effort, faults: drawn.faults, arrangement: arrangement)
    }
    /// Draws in the wanted arrangement, or else in another one.
    func firstAttempt() throws(GraphvizError) -> Drawing {
      let wanted = printer.style.arrangement ?? .declared
      do throws(GraphvizError) {
        return try attempt(wanted)
      } catch {
        // Graphviz can't draw every arrangement, and another one is better than no picture.
        guard error.isOfPicture else { throw error }
        return try attempt(wanted == .walk ? .declared : .walk)
      }
    }
    let first = try firstAttempt()
    var best = first
    best.attempts = attempts
    guard printer.style.arrangement == nil, first.effort.isFull, first.faults.isBad else {
      return best
    }
    func improve(by arrangement: DOTArrangement) throws(GraphvizError) {
      do throws(GraphvizError) {
        let next = try attempt(arrangement)
        if next.faults < best.faults { best = next }
      } catch  where error.isOfPicture {
        // Graphviz can't draw every arrangement.
      }
    }
    try improve(by: .straightWalk)
    if best.faults.isBad {
      let isBetter = best.faults.isClearlyLess(than: first.faults)
      try improve(by: isBetter && first.arrangement != .walk ? .walk : .straightLevels)
    }
    best.attempts = attempts
    return best
  }
}

extension StateGraph {
  /// Returns a style that gives the picture of another graph the direction and the arrangement of this graph's
  /// picture, so that the states of both are in the same places.
  package func keepingPlaces(of style: DiagramStyle) throws(GraphvizError) -> DiagramStyle {
    var kept = keepingDirection(of: style)
    let printer = DOTPrinter(style: style)
    kept.arrangement = try Graphviz.draw(self, by: printer, as: .svg).arrangement
    return kept
  }
}

/// What is wrong with a drawing, the worst first.
package struct DrawingFaults: Hashable, Sendable {
  /// The labels that touch something or are nearer to another arrow than to their own, and the titles that
  /// arrows run through.
  package var labels = 0
  /// The arrows that run through states.
  package var boxes = 0
  package var crossings = 0
  /// The numbers of arrows against the reading direction and of turns, the length of all arrows, and the area.
  package var rest: [Int] = []

  /// A Boolean value that indicates whether another attempt is worth its time.
  var isBad: Bool { labels + boxes + crossings > 0 }

  /// Returns whether the faults are fewer, and not just the turns, the length or the area.
  func isClearlyLess(than other: DrawingFaults) -> Bool {
    (labels, boxes, crossings) < (other.labels, other.boxes, other.crossings)
  }
}

extension DrawingFaults: Comparable {
  package static func < (one: DrawingFaults, other: DrawingFaults) -> Bool {
    let ranks = [one, other].map { [$0.labels, $0.boxes, $0.crossings] + $0.rest }
    return ranks[0].lexicographicallyPrecedes(ranks[1])
  }
}
