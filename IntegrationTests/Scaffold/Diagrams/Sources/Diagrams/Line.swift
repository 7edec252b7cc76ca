import Schematic
import SchematicGraph

enum Line: CaseIterable, Graphable { case idle, busy }

enum Dial: Graphable {
  case call(number: Int), hangUp

  static var graphCases: [Dial] { graphSamples(of: call) + [.hangUp] }
}

let line = StateMachineSchema<Line, Dial, Void>(initialState: .idle) { state, event in
  switch (state, event) {
  case (.idle, .call): return .to(.busy)
  case (.busy, .hangUp): return .to(.idle)
  default: return .ignored
  }
}
