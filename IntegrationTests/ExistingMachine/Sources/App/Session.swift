protocol Server {
  var isOnline: Bool { get }
  func signIn() async throws -> String
}

final class Session {
  private(set) var state = "out"
  private let server: any Server

  init(server: any Server) { self.server = server }

  func start() async {
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
