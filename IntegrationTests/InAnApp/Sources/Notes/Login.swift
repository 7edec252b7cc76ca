import Schematic
import SchematicCases
import SchematicObservation

enum LoginState: CaseIterable, Graphable { case signedOut, signingIn, signedIn }
enum LoginEvent: CaseIterable, Graphable { case signIn, accepted, refused, signOut }

final class Login {
  private(set) var message = ""
  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self).tracked()
  private let check: () async -> Bool

  init(check: @escaping () async -> Bool) { self.check = check }

  nonisolated static let schema = StateMachineSchema<LoginState, LoginEvent, Login>(
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
  } states: { state in
    switch state {
    case .signingIn:
      return .task("check password") { login, _ in await login.check() ? .accepted : .refused }
    case .signedOut, .signedIn: return .none
    }
  }
}
