/// The functions of the device and of the server that a sign-in uses.
package struct SignInServices {
  let isFaceSetUp: () -> Bool
  let scanFace: () async -> String?
  let isRight: (_ password: String) async -> Bool?
  let waitForNetwork: () async -> Void

  /// Creates services.
  ///
  /// - Parameters:
  ///   - isFaceSetUp: Returns whether the device knows a face.
  ///   - scanFace: Looks at the user's face, and returns the password that is kept for it.
  ///   - isRight: Asks the server about a password, and returns `nil` if nobody answers.
  ///   - waitForNetwork: Returns when the device is online.
  package init(
    isFaceSetUp: @escaping () -> Bool,
    scanFace: @escaping () async -> String?,
    isRight: @escaping (_ password: String) async -> Bool?,
    waitForNetwork: @escaping () async -> Void
  ) {
    self.isFaceSetUp = isFaceSetUp
    self.scanFace = scanFace
    self.isRight = isRight
    self.waitForNetwork = waitForNetwork
  }
}
