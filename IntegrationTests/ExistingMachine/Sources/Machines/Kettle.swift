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
      .made(state: \.heat) { Kettle() },
      steps: [.step("boil") { $0.boil() }, .step("pour") { $0.pour() }])
  }
}
