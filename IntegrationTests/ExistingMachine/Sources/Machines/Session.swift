import SchematicGraph
import SchematicMachines

package protocol Server {
  var isOnline: Bool { get }
  func signIn() async throws -> String
}

package final class Session {
  package private(set) var state = "out"
  private let server: any Server

  package init(server: any Server) { self.server = server }

  package func start() async {
    guard state != "waiting", server.isOnline else { return }
    state = "waiting"
    do {
      _ = try await server.signIn()
      state = "in"
    } catch {
      state = "failed"
    }
  }
}

private struct ServerStandIn: Server {
  var isOnline: Bool { StandIn.answer("isOnline", [false, true]) }

  func signIn() async throws -> String {
    try await StandIn.reply("signIn", ["Ann"], orThrow: [StandIn.Failure()])
  }
}

extension Session {
  package static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.state) }) { Session(server: ServerStandIn()) },
      steps: [
        .step("start", awaiting: { await $0.start() }), .returns("signIn"), .throws("signIn"),
      ])
  }
}
