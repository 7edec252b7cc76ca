import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Room {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .value(Room()) { ReflectedState(of: $0, property: "phase") },
      steps: [
        .step("handle(_: LampEvent).on") { $0.handle(LampEvent.on) },
        .step("handle(_: LampEvent).off") { $0.handle(LampEvent.off) },
        .step("FanEvent.on") { $0.handle(FanEvent.on) },
        .step("FanEvent.faster") { $0.handle(FanEvent.faster) },
        .step("flash.on") { $0.flash(.on) },
        .step("flash.off") { $0.flash(.off) },
      ],
      options: .init(cases: ["dark", "bright", "windy"]))
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: LampEvent) {
  switch event {
  case .on, .off: break
  }
}

// An event that has no step above doesn't compile here: run `scaffold` again.
private func hasStep(_ event: FanEvent) {
  switch event {
  case .on, .faster: break
  }
}
