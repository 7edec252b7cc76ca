import Foundation
import MainActorExamples
import Observation
import Schematic
import SchematicGraph
import SchematicTesting
import Testing

private nonisolated let graph = StateGraph(SignIn.schema)
private let coverage = CoverageRecorder("SignIn", of: graph)

@MainActor @Suite(.coverage(coverage, expectsEverything: true))
struct SignInTests {
  @Test(arguments: graph.walks(taking: .everyTransitionAndRejection))
  func aSignInDoesWhatItsDiagramShows(walk: Walk) {
    let device = Device()
    expectWalk(
      walk, of: SignIn.schema,
      machine: {
        let machine = StateMachine(schema: SignIn.schema, owning: SignIn(device))
        coverage.watch(machine)
        return machine
      },
      prepare: { step, _ in
        if let answer = step.guards["face is set up"] { device.isFaceSetUp = answer }
      })
  }

  @Test func onlyTheServerLetsSomebodyIn() {
    expectProperty(
      .never(.state(.signedIn), after: .state(.signedOut(failures: 0)), until: .taking(.accepted)),
      of: SignIn.schema)
  }

  @Test func onlySupportOrTimeEndsALockOut() {
    expectProperty(
      .never(!"lockedOut", after: "lockedOut", until: .taking("unlock", "after 5 min")), of: graph)
  }

  @Test func nobodyIsLockedOutForEver() {
    expectProperty(.always(.reachable(.signedIn)), of: SignIn.schema)
  }

  @Test func cancelLeadsBackToTheForm() {
    expectProperty(
      .always(.implies(.taking(.cancel), .state(.signedOut(failures: 0)))), of: SignIn.schema)
  }

  @Test func threeWrongPasswordsLockFor300Seconds() async throws {
    let clock = ManualClock()
    let model = SignIn(Device())
    model.machine.clock = clock
    try await model.typeWrongPasswords(3)
    #expect(model.machine.state == .lockedOut)
    #expect(!model.machine.can(.submit(password: "right")))
    clock.advance(by: .seconds(299))
    #expect(model.machine.timeUntilNextTimeout == .seconds(1))
    try await model.machine.waitUntil(within: .seconds(1)) { $0 == .signedOut(failures: 0) }
  }

  @Test func aLockOutLastsThoughTheAppIsQuit() async throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let model = SignIn(Device())
    model.machine.clock = ManualClock()
    try await model.typeWrongPasswords(3)
    let data = try JSONEncoder().encode(model.saved(at: date))

    func relaunch(after seconds: Double) throws -> SignIn {
      try SignIn(
        services: Device().services, resuming: JSONDecoder().decode(SavedSignIn.self, from: data),
        at: date + seconds, clock: ManualClock())
    }
    #expect(try relaunch(after: 60).machine.state == .lockedOut)
    #expect(try relaunch(after: 60).machine.timeUntilNextTimeout == .seconds(240))
    #expect(try relaunch(after: 300).machine.state == .signedOut(failures: 0))
  }

  @Test func wrongPasswordsCountThoughTheAppIsQuit() async throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let model = SignIn(Device())
    try await model.typeWrongPasswords(2)
    model.machine.handle(.submit(password: "wrong"))
    #expect(model.machine.state == .signingIn(.asking(failures: 2)))
    let relaunched = try SignIn(
      services: Device().services, resuming: model.saved(at: date), at: date + 1)
    #expect(relaunched.machine.state == .signedOut(failures: 2))
  }

  @Test func aFaceSignsIn() async throws {
    let model = SignIn(Device())
    #expect(model.machine.handle(.useFace) == .moved)
    try await model.machine.waitUntil { $0 == .signedIn }
  }

  @Test func aDeviceThatWasOfflineSignsInAndOpensTheLink() async throws {
    let device = Device()
    device.isOnline = false
    let model = SignIn(device)
    model.machine.handle(.submit(password: "right"))
    try await model.machine.waitUntil { $0 == .signingIn(.offline(failures: 0)) }
    #expect(model.machine.handle(.open(page: "inbox")) == .stayed)
    device.isOnline = true
    try await model.machine.waitUntil { $0 == .signedIn }
    #expect(model.page == "inbox")
  }

  @Test func aServerThatIsSilentFor20SecondsIsUnreachable() async throws {
    let device = Device()
    device.isServerSilent = true
    let model = SignIn(device)
    model.machine.clock = ManualClock()
    model.machine.handle(.submit(password: "right"))
    try await model.machine.waitUntil(within: .seconds(20)) {
      $0 == .signingIn(.offline(failures: 0))
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func aLinkRedrawsTheViewOfSomebodySignedIn() {
    let model = SignIn(services: Device().services, state: .signedIn)
    var redraws = 0
    withObservationTracking {
      _ = model.machine.state
    } onChange: {
      MainActor.assumeIsolated { redraws += 1 }
    }
    model.machine.handle(.open(page: "inbox"))
    #expect(redraws == 1)
    #expect(model.page == "inbox")
    #expect(model.machine.state == .signedIn)
  }
}

/// A device and a server that do what a test says; the right password is "right".
@MainActor private final class Device {
  var isFaceSetUp = true
  var isOnline = true
  var isServerSilent = false

  var services: SignInServices {
    SignInServices(
      isFaceSetUp: { self.isFaceSetUp },
      scanFace: { "right" },
      isRight: { password in
        while self.isServerSilent, !Task.isCancelled { await Task.yield() }
        return self.isOnline ? password == "right" : nil
      },
      waitForNetwork: { while !self.isOnline, !Task.isCancelled { await Task.yield() } })
  }
}

@MainActor extension SignIn {
  fileprivate convenience init(_ device: Device) { self.init(services: device.services) }

  /// Types wrong passwords, one after the server has answered to the other.
  fileprivate func typeWrongPasswords(_ count: Int) async throws {
    for _ in 1...count {
      machine.handle(.submit(password: "wrong"))
      try await machine.waitUntil { !$0.graphIdentifier.hasPrefix("signingIn") }
    }
  }
}
