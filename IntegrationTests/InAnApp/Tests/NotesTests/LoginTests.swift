import Schematic
import SchematicGraph
import SchematicTesting
import Testing

@testable import Notes

private let coverage = CoverageRecorder("Login", of: Login.schema)

@Suite(.coverage(coverage, expectsEverything: true))
struct LoginTests {
  @Test(arguments: StateGraph(Login.schema).walks(taking: .everyTransition))
  func loginDoesWhatItsDiagramShows(walk: Walk) {
    expectWalk(
      walk, of: Login.schema,
      machine: {
        let machine = StateMachine(schema: Login.schema, owning: Login { true })
        coverage.watch(machine)
        return machine
      })
  }

  @Test func loginSaysWhyItIsRefused() async throws {
    let login = Login { false }
    login.machine.handle(.signIn)
    #expect(login.machine.state == .signingIn)
    try await login.machine.waitUntil { $0 == .signedOut }
    #expect(login.message == "Wrong password.")
  }

  @Test func userCanAlwaysSignOut() {
    expectProperty(.always(.reachable(.signedOut)), of: Login.schema)
  }
}
