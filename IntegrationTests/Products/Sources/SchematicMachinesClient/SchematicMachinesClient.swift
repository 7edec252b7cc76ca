import Lamps
import SchematicGraph
import SchematicMachines

/// A bell that rings after a second of the clock that it is given.
final class Bell {
  private(set) var state = "silent"

  func ring(on clock: StandInClock) async {
    state = "waiting"
    try? await clock.sleep(for: .seconds(1))
    state = "ringing"
  }
}

extension Bell {
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.state) }) { Bell() },
      steps: [.step("ring", awaiting: { await $0.ring(on: StandInClock()) }), .returns("sleep")])
  }
}

@main
enum SchematicMachinesClient {
  static func main() {
    let rows = Bell.graph.rules.map(\.description)
    guard rows.contains("waiting -> ringing: sleep returns / ring returns") else {
      fatalError("the bell is drawn otherwise: \(rows)")
    }
    print(Lamp.allCases.count, rows)
  }
}
