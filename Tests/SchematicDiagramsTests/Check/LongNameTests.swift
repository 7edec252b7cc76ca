import ArgumentParser
import Schematic
import SchematicGraph
import Testing

@testable import SchematicDiagrams

/// Names of a megabyte, wherever a diagram has names.
@MainActor @Suite struct LongNameTests {
  private enum Place: CaseIterable, Sendable {
    case state, stateLabel, initialState, event, action, condition, reason, entry, delay, diagram
  }

  private nonisolated static let long = String(repeating: "long ", count: 200_000)

  private struct Name: Graphable, Hashable {
    let name: String
    var label: String?
    var casePath: [String] { [name] }
    var graphLabel: String { label ?? name }
    static let graphCases: [Name] = []
  }

  private nonisolated static func graph(_ place: Place) -> StateGraph {
    @Sendable func name(_ other: Place, _ name: String) -> String { place == other ? long : name }
    let states = [
      Name(name: name(.initialState, "off")),
      Name(name: name(.state, "on"), label: place == .stateLabel ? long : nil),
    ]
    return StateGraph(
      StateMachineSchema<Name, Event, Void>(initialState: states[0]) { state, _, when in
        guard when(name(.condition, "ready"), { true }) else {
          return .rejected(name(.reason, "no"))
        }
        return .to(state == states[0] ? states[1] : states[0], name(.action, "go"))
      }
      .states { _ in
        .entry(name(.entry, "greet")) { _ in }.after(name(.delay, "delay"), { .seconds(1) }, send: .press)
      })
  }
  private enum Event: CaseIterable, Graphable { case press }

  private enum Tool: DiagramTool, SilentTool {
    nonisolated(unsafe) static var place = Place.state
    static var catalog: DiagramCatalog { [Diagram("Lamp", graph(place))] }
  }

  private let temporary = TemporaryFolder()

  private func code(_ verb: String...) -> String {
    do {
      var command = try DiagramCommand<Tool>.parseAsRoot(verb + ["--output", temporary.folder.path])
      try command.run()
      return "ok"
    } catch { return "\(error)".prefix(300).description }
  }

  @Test(arguments: Place.allCases) private func x(place: Place) {
    Tool.place = place
    let t = ContinuousClock.now
    print("PLACE", place, code("generate", "--format", "dot"), "|", code("check"), ContinuousClock.now - t)
  }
}
