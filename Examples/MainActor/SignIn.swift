import Schematic
import SchematicGraph
import SchematicObservation

/// The states of a sign-in.
///
/// The number of wrong passwords is part of the state: the rules see it, the form shows it, and it
/// is saved with the state.
package nonisolated enum SignInState: Graphable, Codable, Equatable {
  case signedOut(failures: Int)
  case lockedOut
  case signingIn(SigningIn)
  case signedIn

  package static var graphCases: [SignInState] {
    graphSamples(of: signedOut) + [.lockedOut] + graphSamples(of: signingIn) + [.signedIn]
  }
}

/// The states between the form and the app.
package nonisolated enum SigningIn: Graphable, Codable, Equatable {
  case scanning(failures: Int)
  case asking(failures: Int)
  case offline(failures: Int)

  package static var graphCases: [SigningIn] {
    graphSamples(of: scanning) + graphSamples(of: asking) + graphSamples(of: offline)
  }
}

/// The events of a sign-in.
package nonisolated enum SignInEvent: Graphable, Equatable {
  /// Sent by the user.
  case submit(password: String), useFace, cancel, signOut
  /// Sent by the sensor.
  case recognized(password: String), unrecognized
  /// Sent by the server, or by the network in its place.
  case accepted, refused, unreachable, online
  /// Sent by support, or by a timeout.
  case unlock
  /// Sent by a deep link.
  case open(page: String)

  package static var graphCases: [SignInEvent] {
    graphSamples(of: submit) + [.useFace, .cancel, .signOut] + graphSamples(of: recognized)
      + [.unrecognized, .accepted, .refused, .unreachable, .online, .unlock]
      + graphSamples(of: open)
  }
}

/// The model of an app's sign-in.
package final class SignIn {
  /// The page to show, which a link may have named before the user was signed in.
  package private(set) var page = "home"

  /// The machine: views and tests read its state, and send events to it.
  package private(set) lazy var machine = makeMachine()

  private let services: SignInServices
  private let state: SignInState
  /// The password, while it is checked.
  private var password = ""

  /// Creates a model with the form on screen, or in another state.
  package init(services: SignInServices, state: SignInState = SignIn.schema.initialState) {
    self.services = services
    self.state = state
  }

  private func makeMachine() -> StateMachine<SignInState, SignInEvent, SignIn> {
    let machine = StateMachine(schema: Self.schema, subject: self, state: state)
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { machine.tracked() }
    return machine
  }

  private func scanFace() async -> SignInEvent {
    guard let password = await services.scanFace() else { return .unrecognized }
    return .recognized(password: password)
  }

  private func askServer() async -> SignInEvent {
    guard let isRight = await services.isRight(password) else { return .unreachable }
    return isRight ? .accepted : .refused
  }
}

extension SignIn {
  /// The rules.
  package nonisolated static let schema = StateMachineSchema<SignInState, SignInEvent, SignIn>(
    initialState: .signedOut(failures: 0), on: MainActor.self
  ) { state, event, when in
    if case .open(let page) = event {
      // The page of somebody who is signed in is on screen: a transition draws it again.
      return state == .signedIn
        ? .to(.signedIn, "note page") { $0.page = page } : .stay("note page") { $0.page = page }
    }
    switch state {
    case .signedOut(let failures):
      switch event {
      case .submit(let password):
        return .to(.signingIn(.asking(failures: failures)), "note password") {
          $0.password = password
        }
      case .useFace:
        return when("face is set up") { $0.services.isFaceSetUp() }
          ? .to(.signingIn(.scanning(failures: failures))) : .rejected("no face is set up")
      default: return .ignored
      }
    case .lockedOut:
      switch event {
      case .unlock: return .to(.signedOut(failures: 0))
      case .submit, .useFace: return .rejected("too many wrong passwords")
      default: return .ignored
      }
    case .signingIn(.scanning(let failures)):
      switch event {
      case .recognized(let password):
        return .to(.signingIn(.asking(failures: failures)), "note password") {
          $0.password = password
        }
      case .unrecognized, .cancel: return .to(.signedOut(failures: failures))
      default: return .ignored
      }
    case .signingIn(.asking(let failures)):
      switch event {
      case .accepted: return .to(.signedIn)
      case .refused: return failures < 2 ? .to(.signedOut(failures: failures + 1)) : .to(.lockedOut)
      case .unreachable: return .to(.signingIn(.offline(failures: failures)))
      case .cancel: return .to(.signedOut(failures: failures))
      default: return .ignored
      }
    case .signingIn(.offline(let failures)):
      switch event {
      case .online: return .to(.signingIn(.asking(failures: failures)))
      case .cancel: return .to(.signedOut(failures: failures))
      default: return .ignored
      }
    case .signedIn:
      return event == .signOut
        ? .to(.signedOut(failures: 0), "forget page") { $0.page = "home" } : .ignored
    }
  } states: { state in
    switch state {
    case .signedOut, .signedIn: return .none
    case .lockedOut: return .after(.seconds(300), send: .unlock)
    case .signingIn(.scanning): return .task("scan face") { model, _ in await model.scanFace() }
    case .signingIn(.asking):
      return .task("ask server") { model, _ in await model.askServer() }
        .after(.seconds(20), send: .unreachable)
    case .signingIn(.offline):
      return .task("wait for network") { model, _ in
        await model.services.waitForNetwork()
        return .online
      }
    }
  }
  .states(level: 1, on: MainActor.self) { state in
    switch state {
    case .signingIn: return .exit("forget password") { $0.password = "" }
    case .signedOut, .lockedOut, .signedIn: return .none
    }
  }
}
