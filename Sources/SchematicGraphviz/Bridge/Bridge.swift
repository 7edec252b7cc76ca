// The border: beyond it only `BridgeResult` is built when Graphviz is, and nobody else can tell.

#if Graphviz
  import CGraphvizBridge

  /// What the rest of the target may ask of the C library.
  enum Bridge {
    static let isBuilt = true

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

    static func read(_ bytes: [UInt8]) throws(GraphvizError) -> DOTDocument {
      let result = BridgeResult(reading: bytes)
      if let failure = result.failure() { throw failure }
      return result.document
    }
  }
#else
  /// What the rest of the target gets instead of the C library.
  enum Bridge {
    static let isBuilt = false

    static var version: String { "" }

    static func render(_ request: RenderingRequest) throws(GraphvizError) -> [UInt8] {
      throw .notBuilt
    }

    static func measure(_ text: String) throws(GraphvizError) -> (nodes: Int, edges: Int) {
      throw .notBuilt
    }

    static func read(_ bytes: [UInt8]) throws(GraphvizError) -> DOTDocument {
      throw .notBuilt
    }
  }

  extension GraphvizError {
    fileprivate static let notBuilt = GraphvizError(
      .notBuilt,
      "This build has no Graphviz: enable the package trait \"Graphviz\" to draw diagrams and read "
        + "DOT text."
    )
  }
#endif
