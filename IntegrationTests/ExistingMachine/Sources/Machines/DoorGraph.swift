import SchematicGraph

extension Door {
  package static var graph: StateGraph {
    StateGraph(.value(Door(), state: \.state)) { try $0.handle($1) }
  }
}
