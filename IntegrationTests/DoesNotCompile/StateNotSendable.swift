import Schematic

#if WRONG
  final class Token { var text = "" }
#else
  struct Token { var text = "" }
#endif

final class Session {
  enum State { case signedOut, signedIn(Token) }
  enum Event { case signOut }

  static let schema = StateMachineSchema<State, Event, Session>(initialState: .signedOut) { _, _ in
    .to(.signedOut)
  }
}
