#if Graphviz
  import CGraphvizBridge

  /// The one owner of what a call into C hands back.
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
                  runs_apart: request.runsApart,
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

    /// Reads a text.
    init(reading bytes: [UInt8]) {
      let result = bytes.withUnsafeBytes { bytes in
        sgv_read(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
      }
      self.init(result)
    }

    private init(_ result: OpaquePointer?) {
      guard let result else {
        fatalError("Expected memory for the result of a call, found none: free some.")
      }
      pointer = result
    }

    /// How many nodes and edges were read.
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
#endif
