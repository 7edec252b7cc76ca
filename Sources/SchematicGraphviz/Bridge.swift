// The border to C: the rest of the target is the same with Graphviz and without.

#if Graphviz && (os(macOS) || os(Linux))
  import CGraphvizBridge

  /// The C library, as the rest of the target sees it.
  enum Bridge {
    static let isBuilt = true

    /// A Boolean value that indicates whether a drawing in a process of its own can be stopped.
    static var canStop: Bool { sgv_can_run_out_of_process() }

    static var version: String { String(cString: sgv_version()) }

    static func render(_ request: RenderingRequest) throws(GraphvizError) -> [UInt8] {
      let result = BridgeResult(rendering: request)
      if let failure = result.failure(of: request) { throw failure }
      return result.bytes
    }

    static func measure(_ text: String) throws(GraphvizError) -> (nodes: Int, edges: Int) {
      let result = BridgeResult(measuring: text)
      if let failure = result.failure() { throw failure }
      return result.size
    }
  }

  /// The one owner of the result of a call into C.
  struct BridgeResult: ~Copyable {
    let pointer: OpaquePointer

    /// Lays a text out and draws it.
    init(rendering request: RenderingRequest) {
      var text = request.text
      let simplexLimit = request.effort.simplexLimit
      let result = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          request.format.withCString { format in
            request.engine.withCString { engine in
              (simplexLimit ?? "").withCString { limit in
                var request = sgv_request(
                  text: characters.baseAddress,
                  length: characters.count,
                  format: format,
                  engine: engine,
                  simplex_limit: simplexLimit == nil ? nil : limit,
                  draws_straight_lines: request.effort.lines == .straight,
                  runs_out_of_process: request.runsOutOfProcess,
                  milliseconds: request.milliseconds
                )
                return sgv_render(&request)
              }
            }
          }
        }
      }
      self.init(result)
    }

    /// Reads a text and only counts what is in it.
    init(measuring text: String) {
      var text = text
      let result = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { sgv_measure($0.baseAddress, $0.count) }
      }
      self.init(result)
    }

    private init(_ result: OpaquePointer?) {
      guard let result else {
        fatalError("Expected memory for the result of a call, found none: free some.")
      }
      pointer = result
    }

    /// The numbers of nodes and edges that were read.
    var size: (nodes: Int, edges: Int) {
      (Int(sgv_result_node_count(pointer)), Int(sgv_result_edge_count(pointer)))
    }

    deinit { sgv_result_free(pointer) }

    /// The drawing.
    var bytes: [UInt8] {
      let count = sgv_result_byte_count(pointer)
      return Array(UnsafeBufferPointer(start: sgv_result_bytes(pointer), count: count))
    }
  }

  extension BridgeResult {
    /// The reason why the call failed, or `nil` when it did not.
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
      case SGV_TOO_LARGE:
        (
          .tooLarge, "The DOT text has more than \(SGV_LONGEST_TEXT) bytes: divide the diagram."
        )
      case SGV_TOO_LONG:
        (
          .tooLarge,
          """
          \(place) holds a string, name or comment of more than \(SGV_LONGEST_STRING) bytes or \
          \(SGV_MOST_PIECES) pieces: shorten it.
          """
        )
      case SGV_TOO_MANY_EDGES:
        (
          .tooLarge,
          """
          The DOT text stands for more than \(SGV_MOST_EDGES) edges, counted to line \(line ?? 1): \
          divide the diagram.
          """
        )
      case SGV_TOO_DEEP:
        (
          .unsupported,
          """
          \(place) has subgraphs more than \(SGV_DEEPEST_SUBGRAPH) deep in each other: flatten them.
          """
        )
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
          """
          The DOT text asks for a layout engine that Graphviz does not have: change its "layout".
          """
        )
      case SGV_LAYOUT_FAILED:
        (.layoutFailed, "Graphviz could not lay out the graph of \(size): simplify it.")
      case SGV_RENDER_FAILED:
        (.renderFailed, "Graphviz could not draw the graph as \"\(format)\": try another format.")
      case SGV_TIMED_OUT:
        (
          .timedOut,
          "The drawing of \(size) was not done after \(time(request?.deadline ?? 0)): raise "
            + "`deadline` of the `RenderingLimits`, or draw a part of it."
        )
      case SGV_BUSY:
        (
          .busy,
          """
          A drawing whose deadline passed is still under way and cannot be stopped: try again \
          later.
          """
        )
      case SGV_CRASHED:
        (
          .crashed,
          """
          Graphviz broke down\(cause) while it drew \(size): simplify the graph, or draw a part \
          of it.
          """
        )
      default:
        (.outOfMemory, "There is not enough memory to call Graphviz: free some and try again.")
      }
    }
  }
#else
  /// The stand-in for the C library, which refuses everything.
  enum Bridge {
    static let isBuilt = false
    static let canStop = false

    static var version: String { "" }

    static func render(_ request: RenderingRequest) throws(GraphvizError) -> [UInt8] {
      throw .notBuilt
    }

    static func measure(_ text: String) throws(GraphvizError) -> (nodes: Int, edges: Int) {
      throw .notBuilt
    }
  }

  extension GraphvizError {
    fileprivate static let notBuilt = GraphvizError(
      .notBuilt,
      "This build has no Graphviz: it is linked on macOS and Linux, with the package trait "
        + "\"Graphviz\"; write traits: [.defaults] or traits: [\"Graphviz\"] to draw diagrams."
    )
  }
#endif
