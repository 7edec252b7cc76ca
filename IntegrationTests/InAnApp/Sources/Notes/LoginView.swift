// Only Apple's systems have views.
#if canImport(SwiftUI)
  import Schematic
  import SwiftUI

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
