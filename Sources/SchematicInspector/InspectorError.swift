#if Inspector
  /// An inspector that cannot start.
  ///
  /// ```swift
  /// do {
  ///   print(try await inspector.start())
  /// } catch {
  ///   error.code         // .portTaken
  ///   error.description  // "cannot listen at 127.0.0.1, port 8080: …"
  /// }
  /// ```
  public struct InspectorError: Error, Hashable, CustomStringConvertible {
    /// The kind of problem.
    public let code: Code
    /// The problem, and its place.
    public let description: String

    init(_ code: Code, _ description: String) {
      self.code = code
      self.description = description
    }

    /// A kind of problem.
    ///
    /// New kinds may be added, so a `switch` over codes needs a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
      /// The name of the code, such as `portTaken`.
      public let description: String

      /// The address is no IPv4 or IPv6 address in digits.
      public static let invalidAddress = Code(description: "invalidAddress")

      /// The address is none of this computer.
      public static let foreignAddress = Code(description: "foreignAddress")

      /// Somebody listens at the port already.
      public static let portTaken = Code(description: "portTaken")

      /// The system does not let this program listen at the port.
      public static let portNotPermitted = Code(description: "portNotPermitted")

      /// The inspector runs already, or is starting.
      public static let alreadyRunning = Code(description: "alreadyRunning")

      /// The inspector was stopped before it had started.
      public static let stopped = Code(description: "stopped")

      /// The system has no socket to listen with, such as when too many files are open.
      public static let system = Code(description: "system")
    }
  }
#endif
