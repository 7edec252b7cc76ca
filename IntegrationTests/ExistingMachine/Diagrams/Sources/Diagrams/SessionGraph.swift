import SchematicGraph
import SchematicMachines

@testable import App

private struct ServerStandIn: Server {
  var isOnline: Bool { StandIn.answer("isOnline", [false, true]) }

  func signIn() async throws -> String {
    try await StandIn.reply("signIn", ["Ann"], orThrow: [StandIn.Failure()])
  }
}

extension Session {
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.state) }) { Session(server: ServerStandIn()) },
      steps: [
        .step("start", awaiting: { await $0.start() }), .returns("signIn"), .throws("signIn"),
      ])
  }
}
