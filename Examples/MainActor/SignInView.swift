// Only Apple's systems have views.
#if canImport(SwiftUI)
  import Schematic
  import SchematicObservation
  import SwiftUI

  /// A sign-in on screen: a form, or the view that takes its place.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  package struct SignInView: View {
    private let model: SignIn
    @State private var password = ""

    package init(model: SignIn) { self.model = model }

    package var body: some View {
      Group {
        switch model.machine.state {
        case .signedOut(let failures): form(failures: failures)
        case .lockedOut: lockedOut
        case .signingIn(.offline): progress("Waiting for the network")
        case .signingIn: progress("Signing in")
        case .signedIn: page
        }
      }
      .onOpenURL { model.machine.handle(.open(page: $0.lastPathComponent)) }
    }

    private func form(failures: Int) -> some View {
      Form {
        if failures > 0 { Text("Wrong password, \(3 - failures) more attempts") }
        SecureField("Password", text: $password)
        Button("Sign in") {
          model.machine.handle(.submit(password: password))
          password = ""
        }
        .disabled(password.isEmpty)
        Button("Use Face ID") { model.machine.handle(.useFace) }
          .disabled(!model.machine.can(.useFace))
      }
    }

    private var lockedOut: some View {
      TimelineView(.periodic(from: .now, by: 1)) { _ in
        let rest = model.machine.timeUntilNextTimeout ?? .zero
        Text("Locked for \(rest.formatted(.time(pattern: .minuteSecond)))")
      }
    }

    private func progress(_ title: LocalizedStringKey) -> some View {
      VStack {
        ProgressView(title)
        Button("Cancel") { model.machine.handle(.cancel) }
      }
    }

    private var page: some View {
      VStack {
        Text(model.page)
        Button("Sign out") { model.machine.handle(.signOut) }
      }
    }
  }
#endif
