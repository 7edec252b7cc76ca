extension UnsafeContinuation where T: Sendable, E == Never {
  /// Returns a continuation of a task that waits for nothing else, as an argument of a step.
  ///
  /// A machine that keeps continuations resumes each one once, so each step makes its own.
  ///
  /// ```swift
  /// let continuation = UnsafeContinuation<Int, Never>.waiting()  // its task waits
  /// ```
  ///
  /// On a system older than macOS 26 or iOS 26, the program stops with a message.
  public static func waiting() -> UnsafeContinuation {
    nonisolated(unsafe) var made: UnsafeContinuation?
    runUntilItWaits { _ = await withUnsafeContinuation { made = $0 } as T }
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
  /// On a system older than macOS 26 or iOS 26, the program stops with a message.
  public static func waiting() -> UnsafeContinuation {
    nonisolated(unsafe) var made: UnsafeContinuation?
    runUntilItWaits { _ = try? await withUnsafeThrowingContinuation { made = $0 } as T }
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
  /// On a system older than macOS 26 or iOS 26, the program stops with a message.
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
  /// On a system older than macOS 26 or iOS 26, the program stops with a message.
  public static func waiting() -> CheckedContinuation {
    CheckedContinuation(continuation: .waiting()).kept
  }
}

extension CheckedContinuation {
  /// The continuation, which never warns that nobody has resumed it.
  fileprivate var kept: CheckedContinuation {
    _ = Unmanaged.passRetained(Kept(value: self))
    return self
  }
}

private final class Kept<Value> {
  let value: Value

  init(value: Value) { self.value = value }
}

/// Runs a task on this thread until it waits, and never again.
///
/// A task that is resumed would need another thread, and copies of the process have none.
private func runUntilItWaits(_ work: sending @escaping @isolated(any) () async -> Void) {
  guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
    fatalError("only newer systems can make a continuation here; write one of your own")
  }
  Task.immediate(executorPreference: IdleExecutor.shared, operation: work)
}

/// An executor that runs no job.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class IdleExecutor: TaskExecutor {
  static let shared = IdleExecutor()

  func enqueue(_ job: consuming ExecutorJob) {}
}
