#if Graphviz
  import CGraphvizBridge

  extension BridgeResult {
    /// What went wrong, or `nil` when nothing did.
    func failure(of request: RenderingRequest? = nil) -> GraphvizError? {
      let status = sgv_result_status(pointer)
      guard status != SGV_OK else { return nil }
      let (code, message) = explanation(of: status, request)
      return GraphvizError(code, message, line: line, libraryMessage: libraryMessage)
    }

    private var line: Int? {
      let line = sgv_result_line(pointer)
      return line > 0 ? Int(line) : nil
    }

    private var libraryMessage: String? {
      var words = String(cString: sgv_result_messages(pointer))
      while words.last?.isNewline == true { words.removeLast() }
      return words.isEmpty ? nil : words
    }

    /// The signal that ended the process that drew.
    private var cause: String {
      let signal = sgv_result_signal(pointer)
      return signal > 0 ? " (signal \(signal))" : ""
    }

    private func time(_ milliseconds: Int32) -> String {
      milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }

    private func explanation(
      of status: sgv_status, _ request: RenderingRequest?
    ) -> (GraphvizError.Code, String) {
      let (format, engine) = (request?.format ?? "", request?.engine ?? "")
      let size = request?.effort.size ?? ""
      let place = line.map { "Line \($0) of the DOT text" } ?? "The DOT text"
      return switch status {
      case SGV_EMPTY_INPUT:
        (.emptyInput, "The DOT text is empty: write a graph, such as \"digraph { a -> b }\".")
      case SGV_NUL_IN_INPUT:
        (.invalidText, "\(place) holds a NUL, where Graphviz would stop reading: remove it.")
      case SGV_NOT_UTF8:
        (.invalidText, "\(place) is not UTF-8: convert the text to it.")
      case SGV_SYNTAX:
        (.syntax, "\(place) breaks the grammar of DOT: correct it there or just before.")
      case SGV_TRAILING_INPUT:
        (.trailingInput, "\(place) goes on after the end of the graph: keep one graph in a text.")
      case SGV_TOO_DEEP:
        (.unsupported, "The DOT text has subgraphs more than 250 deep in each other: flatten them.")
      case SGV_UNKNOWN_FORMAT:
        (
          .unknownFormat,
          "Graphviz does not write the format \"\(format)\": name another, or install its plug-in."
        )
      case SGV_UNKNOWN_ENGINE:
        (
          .unknownEngine,
          "Graphviz has no layout engine \"\(engine)\": name another, such as \"dot\"."
        )
      case SGV_UNKNOWN_LAYOUT:
        (
          .unknownEngine,
          "The DOT text asks for a layout engine that Graphviz does not have: change its \"layout\"."
        )
      case SGV_LAYOUT_FAILED:
        (.layoutFailed, "Graphviz could not lay out the graph of \(size): simplify it.")
      case SGV_RENDER_FAILED:
        (.renderFailed, "Graphviz could not draw the graph as \"\(format)\": try another format.")
      case SGV_TIMED_OUT:
        (
          .timedOut,
          "The drawing of \(size) was not done after \(time(request?.milliseconds ?? 0)): raise "
            + "`deadline` of the `RenderingLimits`, or draw a part of it."
        )
      case SGV_BUSY:
        (
          .busy,
          "A drawing whose deadline passed is still under way and cannot be stopped: try again later."
        )
      case SGV_CRASHED:
        (
          .crashed,
          "Graphviz broke down\(cause) while it drew \(size): simplify the graph, or draw a part of it."
        )
      default:
        (.outOfMemory, "There is not enough memory to call Graphviz: free some and try again.")
      }
    }
  }
#endif
