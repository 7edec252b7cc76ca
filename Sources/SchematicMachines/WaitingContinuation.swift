import SchematicGraph

extension UnsafeContinuation where T: Sendable, E == Never {
  /// Returns a continuation of a task that waits for nothing else, as an argument of a step.
  ///
  /// A machine that keeps continuations resumes each one once, so each step makes its own.
  ///
  /// ```swift
  /// let continuation = UnsafeContinuation<Int, Never>.waiting()  // its task waits
  /// ```
  ///
  /// On a system older than macOS 15 or iOS 18, the program stops with a message.
  public static func waiting() -> UnsafeContinuation {
    nonisolated(unsafe) var made: UnsafeContinuation?
    StepTasks.runUntilItWaits { _ = await withUnsafeContinuation { made = $0 } as T }
    return made!
  }
}

extension UnsafeContinuation where T: Sendable, E == any Error {
  /// Returns a continuation of a task that waits for nothing else, as an argument of a step.
  ///
  /// ```swift
  /// let continuation = UnsafeContinuation<Int, any Error>.waiting()  // its task waits
  /// ```
  ///
  /// On a system older than macOS 15 or iOS 18, the program stops with a message.
  public static func waiting() -> UnsafeContinuation {
    nonisolated(unsafe) var made: UnsafeContinuation?
    StepTasks.runUntilItWaits { _ = try? await withUnsafeThrowingContinuation { made = $0 } as T }
    return made!
  }
}

extension CheckedContinuation where T: Sendable, E == Never {
  /// Returns a continuation of a task that waits for nothing else, as an argument of a step.
  ///
  /// ```swift
  /// let continuation = CheckedContinuation<Int, Never>.waiting()  // its task waits
  /// ```
  ///
  /// On a system older than macOS 15 or iOS 18, the program stops with a message.
  public static func waiting() -> CheckedContinuation {
    CheckedContinuation(continuation: .waiting()).kept
  }
}

extension CheckedContinuation where T: Sendable, E == any Error {
  /// Returns a continuation of a task that waits for nothing else, as an argument of a step.
  ///
  /// ```swift
  /// let continuation = CheckedContinuation<Int, any Error>.waiting()  // its task waits
  /// ```
  ///
  /// On a system older than macOS 15 or iOS 18, the program stops with a message.
  public static func waiting() -> CheckedContinuation {
    CheckedContinuation(continuation: .waiting()).kept
  }
}

extension CheckedContinuation {
  /// The continuation, which never warns that nobody has resumed it.
  fileprivate var kept: CheckedContinuation {
    Kept.forever(self)
    return self
  }
}
