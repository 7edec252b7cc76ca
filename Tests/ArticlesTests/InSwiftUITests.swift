import Observation
import Schematic
import SchematicGraph
import SchematicObservation
import Testing

#if canImport(SwiftUI)
  import SwiftUI
#endif

enum LoginState: CaseIterable, Graphable { case signedOut, signingIn, signedIn }
enum LoginEvent: CaseIterable, Graphable { case signIn, accepted, refused, signOut }

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor final class Login {
  var message = ""
  let check: @MainActor () async -> Bool
  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self).tracked()

  init(check: @escaping @MainActor () async -> Bool) { self.check = check }

  static let schema = StateMachineSchema<LoginState, LoginEvent, Login>(
    initialState: .signedOut, on: MainActor.self
  ) { state, event in
    switch state {
    case .signedOut:
      return event == .signIn ? .to(.signingIn, "clear message") { $0.message = "" } : .ignored
    case .signingIn:
      switch event {
      case .accepted: return .to(.signedIn)
      case .refused: return .to(.signedOut, "say why") { $0.message = "Wrong password." }
      case .signIn, .signOut: return .ignored
      }
    case .signedIn:
      return event == .signOut ? .to(.signedOut) : .ignored
    }
  }
  .states(on: MainActor.self) { state in
    switch state {
    case .signingIn:
      return .task("check password") { login, _ in await login.check() ? .accepted : .refused }
    case .signedOut, .signedIn: return .none
    }
  }
}

#if canImport(SwiftUI)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  struct LoginView: View {
    let login: Login

    var body: some View {
      VStack {
        switch login.machine.state {
        case .signedOut: Text(login.message)
        case .signingIn: ProgressView()
        case .signedIn: Text("Welcome.")
        }
        Button("Sign in") { login.machine.handle(.signIn) }
          .disabled(!login.machine.can(.signIn))
      }
    }
  }
#endif

@MainActor @Suite struct InSwiftUITests {
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func drawsViewsAgainWhenTheMachineMoves() async throws {
    let login = Login { false }
    var refreshes = 0
    withObservationTracking {
      _ = login.machine.can(.signIn)
    } onChange: {
      MainActor.assumeIsolated { refreshes += 1 }
    }
    login.machine.handle(.signIn)
    #expect(refreshes == 1)
    #expect(login.machine.state == .signingIn)
    try await login.machine.waitUntil { $0 == .signedOut }
    #expect(login.message == "Wrong password.")
  }
}
