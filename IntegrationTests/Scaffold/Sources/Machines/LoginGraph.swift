import SchematicGraph

// Written by `swift package diagrams scaffold`, and yours to edit: run again, it adds the methods
// and events that have no step, not even one in a comment, and leaves everything else alone.

extension Login {
  /// The diagram of the machine, made by running it.
  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState(of: $0, property: "phase") }) { makeMachine() },
      steps: [
        .step("restore") { $0.restore() },
        .step("signIn", with: ["", "a"], named: "name", awaiting: { await $0.signIn(name: $1) }),
        .step("signOut") { $0.signOut() },
        .returns("load"),
        .returns("signIn"),
        .throws("signIn"),
        .returns("role"),
      ],
      options: .init(cases: ["out", "offline", "waiting", "welcome", "failed"]))
    // If nothing happens afterwards, first in options: isFinal: { ["failed"].contains($0.casePath[0]) }
  }

  /// Returns a machine that starts.
  private static func makeMachine() -> Login {
    Login(
      directory: DirectoryStandIn(),
      memory: MemoryStandIn(),
      onFinish: { _ in StandIn.call("onFinish") }
    )
  }
}

/// Stands in for a service, and tries each of its answers.
private final class MemoryStandIn: Memory, @unchecked Sendable {
  var lastName: String? = nil
  func load(_ completion: @escaping (Result<Visitor, any Error>) -> Void) {
    StandIn.reply(
      "load", [.success(Visitor(name: "a")), .failure(StandIn.Failure())]
    ) { completion($0) }
  }
  func save(_ visitor: Visitor) throws {
    try StandIn.answer("save", orThrow: [StandIn.Failure()])
  }
  func decoded<Value>(as type: Value.Type) -> Value where Value: Decodable {
    fatalError("decoded: no answer is known")
  }
}

/// Stands in for a service, and tries each of its answers.
private final class DirectoryStandIn: Directory, @unchecked Sendable {
  var isOnline: Bool {
    StandIn.answer("isOnline", [false, true])
  }
  func signIn(name: String) async throws -> Visitor {
    try await StandIn.reply("signIn", [.init(name: "a")], orThrow: [StandIn.Failure()])
  }
  func role(of visitor: Visitor) async -> Role {
    await StandIn.reply("role", [.guest, .member])
  }
  func signOut() {
    StandIn.call("signOut")
  }
}
