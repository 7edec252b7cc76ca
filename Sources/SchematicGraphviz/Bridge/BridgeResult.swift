#if Graphviz
  import CGraphvizBridge

  /// The one owner of what a call into C hands back.
  struct BridgeResult: ~Copyable {
    let pointer: OpaquePointer

    /// Lays a text out and draws it.
    init(rendering text: String, format: String, engine: String) {
      var text = text
      let result = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          format.withCString { format in
            engine.withCString { engine in
              var request = sgv_request(
                text: characters.baseAddress,
                length: characters.count,
                format: format,
                engine: engine,
                node_limit: CInt(Graphviz.nodeLimit),
                edge_limit: CInt(Graphviz.edgeLimit)
              )
              return sgv_render(&request)
            }
          }
        }
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

    deinit { sgv_result_free(pointer) }

    /// The drawing.
    var bytes: [UInt8] {
      let count = sgv_result_byte_count(pointer)
      return Array(UnsafeBufferPointer(start: sgv_result_bytes(pointer), count: count))
    }
  }
#endif
