#if Graphviz
  import CGraphvizBridge

  extension BridgeResult {
    /// The document that was read.
    var document: DOTDocument {
      var document = DOTDocument(
        name: nil,
        isDirected: sgv_result_is_directed(pointer),
        isStrict: sgv_result_is_strict(pointer),
        attributes: DOTAttributes(),
        nodes: [],
        edges: [],
        subgraphs: []
      )
      var index = 0
      while let record = record(at: index) {
        index += 1
        switch record.kind {
        case SGV_RECORD_GRAPH:
          document.name = record.first.map { String(cString: $0) }
          document.attributes = attributes(from: &index)
        case SGV_RECORD_NODE:
          let name = String(cString: record.first)
          document.nodes.append(DOTNode(name: name, attributes: attributes(from: &index)))
        case SGV_RECORD_EDGE:
          document.edges.append(
            DOTEdge(
              tail: String(cString: record.first),
              head: String(cString: record.second),
              attributes: attributes(from: &index)
            )
          )
        default:
          document.subgraphs.append(subgraph(record.first, from: &index))
        }
      }
      return document
    }

    private func record(at index: Int) -> sgv_record? {
      index < sgv_result_record_count(pointer) ? sgv_result_record(pointer, index) : nil
    }

    private func attributes(from index: inout Int) -> DOTAttributes {
      var attributes = DOTAttributes()
      while let record = record(at: index), record.kind == SGV_RECORD_ATTRIBUTE {
        index += 1
        let name = String(cString: record.first)
        attributes.values[name] = String(cString: record.second)
        if record.is_html { attributes.htmlNames.insert(name) }
      }
      return attributes
    }

    private func subgraph(_ name: UnsafePointer<CChar>?, from index: inout Int) -> DOTSubgraph {
      var subgraph = DOTSubgraph(name: name.map { String(cString: $0) })
      subgraph.attributes = attributes(from: &index)
      while let record = record(at: index) {
        index += 1
        switch record.kind {
        case SGV_RECORD_MEMBER:
          subgraph.nodes.append(String(cString: record.first))
        case SGV_RECORD_SUBGRAPH:
          subgraph.subgraphs.append(self.subgraph(record.first, from: &index))
        default:
          return subgraph
        }
      }
      return subgraph
    }
  }
#endif
