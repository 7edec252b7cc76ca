import SchematicGraph

@testable import App

/// What the picture knows of a pump.
private struct DrawnPump {
  var pump = Pump()

  mutating func press() {
    if pump.isRunning { pump.stop() } else { pump.start() }
  }
}

let pumpGraph = StateGraph(
  .value(DrawnPump()) { ReflectedState($0.pump.isRunning ? "running" : "stopped") },
  steps: [.step("press") { $0.press() }])
