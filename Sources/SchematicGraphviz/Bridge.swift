// The only file that calls C: the rest of the target is the same with Graphviz and without.

/// A request for a drawing.
struct RenderingRequest {
  let text: String
  let format: String
  var effort: DrawingEffort
  /// The milliseconds that all attempts together may take, as messages name them; 0 for no deadline.
  let deadline: Int32
  /// The milliseconds that are left for this attempt; 0 for no deadline.
  var milliseconds: Int32
  let runsOutOfProcess: Bool
}

// On other systems, drawing throws an error that says why.
#if Graphviz && (os(macOS) || os(Linux))
  import CGraphvizBridge

  /// The C library, as the rest of the target sees it.
  enum Bridge {
    static let isBuilt = true

    /// Lays a text out and draws it.
    static func render(
      _ request: RenderingRequest
    ) throws(GraphvizError) -> (image: [UInt8], faults: DrawingFaults) {
      // Without this first line, the library counts the lines of all texts together.
      var text = "#line 1 \"DOT\"\n" + request.text
      var result = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          request.format.withCString { format in
            var request = sgv_request(
              text: characters.baseAddress,
              length: characters.count,
              format: format,
              improvements: Int32(request.effort.thousandths ?? 0),
              draws_straight_lines: request.effort.lines == .straight,
              runs_out_of_process: request.runsOutOfProcess,
              milliseconds: request.milliseconds
            )
            return sgv_render(&request)
          }
        }
      }
      defer { sgv_result_free(&result) }
      guard result.status == SGV_OK else { throw GraphvizError(result, request) }
      return (
        Array(UnsafeRawBufferPointer(start: result.bytes, count: result.byte_count)),
        DrawingFaults(result.faults)
      )
    }
  }

  extension DrawingFaults {
    fileprivate init(_ faults: sgv_faults) {
      let rest = [faults.upwards, faults.turns, faults.length, faults.area]
      self.init(
        labels: Int(faults.labels), boxes: Int(faults.boxes), crossings: Int(faults.crossings),
        rest: rest.map(Int.init))
    }
  }

  extension GraphvizError {
    fileprivate init(_ result: sgv_result, _ request: RenderingRequest) {
      let (code, message) = Self.explanation(of: result, request)
      var words = result.messages.map { String(cString: $0) } ?? ""
      while words.last?.isNewline == true { words.removeLast() }
      self.init(code, message, libraryMessage: words.isEmpty ? nil : words)
    }

    private static func explanation(
      of result: sgv_result, _ request: RenderingRequest
    ) -> (GraphvizError.Code, String) {
      let size = request.effort.size
      return switch result.status {
      case SGV_SYNTAX:
        (.syntax, "Graphviz does not read the DOT text: look for what the style adds to it.")
      case SGV_TRAILING_INPUT:
        (.trailingInput, "The DOT text goes on after the end of the graph: end it there.")
      case SGV_UNKNOWN_FORMAT:
        (
          .unknownFormat,
          "Graphviz does not write the format \"\(request.format)\": name another, or install its "
            + "plug-in."
        )
      case SGV_LAYOUT_FAILED:
        (.layoutFailed, "Graphviz could not lay out the graph of \(size): simplify it.")
      case SGV_RENDER_FAILED:
        (
          .renderFailed,
          "Graphviz could not draw the graph as \"\(request.format)\": try another format."
        )
      case SGV_TIMED_OUT:
        (
          .timedOut,
          "The drawing of \(size) was not done after \(time(request.deadline)): raise `deadline` of "
            + "the `RenderingLimits`, or draw a part of it."
        )
      case SGV_BUSY:
        (
          .busy,
          "A drawing whose deadline passed is still under way and cannot be stopped: try again later."
        )
      case SGV_CRASHED:
        (
          .crashed(signal: result.signal),
          "Graphviz broke down\(result.signal > 0 ? " (signal \(result.signal))" : "") while it drew "
            + "\(size): simplify the graph, or draw a part of it."
        )
      default:
        (.outOfMemory, "There is not enough memory to call Graphviz: free some and try again.")
      }
    }

    private static func time(_ milliseconds: Int32) -> String {
      milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
  }
#else
  /// A replacement for the C library in builds without Graphviz: every drawing throws an error.
  enum Bridge {
    static let isBuilt = false

    static func render(
      _ request: RenderingRequest
    ) throws(GraphvizError) -> (image: [UInt8], faults: DrawingFaults) {
      throw GraphvizError(
        .notBuilt,
        """
        This build has no Graphviz, and so draws no SVG, PNG or PDF; all other formats need none. To \
        draw, on macOS or Linux, install libgraphviz-dev (graphviz-devel; with Homebrew graphviz) and \
        turn on the trait "Graphviz" where Package.swift names Schematic.
        """)
    }
  }
#endif
