import Foundation
import SwiftUI

/// An app that signs in, and goes on after it was quit.
@main
struct TryApp: App {
  @Environment(\.scenePhase) private var phase
  @State private var model = Self.restored() ?? SignIn(services: Self.services)

  var body: some Scene {
    WindowGroup { SignInView(model: model) }
      .onChange(of: phase) {
        if phase == .background {
          UserDefaults.standard.set(
            try? JSONEncoder().encode(model.saved(at: .now)), forKey: "sign-in")
        }
      }
  }

  private static func restored() -> SignIn? {
    guard let data = UserDefaults.standard.data(forKey: "sign-in"),
      let saved = try? JSONDecoder().decode(SavedSignIn.self, from: data)
    else { return nil }
    return try? SignIn(services: services, resuming: saved, at: .now)
  }

  private static var services: SignInServices {
    SignInServices(
      isFaceSetUp: { true },
      scanFace: { "right" },
      isRight: { password in
        try? await Task.sleep(for: .seconds(1))
        return password == "right"
      },
      waitForNetwork: { try? await Task.sleep(for: .seconds(1)) })
  }
}
