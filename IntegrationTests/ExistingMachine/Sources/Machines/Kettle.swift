import SchematicGraph

package final class Kettle {
  package enum Heat: CaseIterable, Graphable { case cold, hot }
  package private(set) var heat = Heat.cold

  package func boil() { heat = .hot }
  package func pour() { heat = .cold }
}

extension Kettle {
  package static var graph: StateGraph {
    StateGraph(
      make: { Kettle() }, state: \.heat,
      steps: [.step("boil") { $0.boil() }, .step("pour") { $0.pour() }])
  }
}
