#if Inspector
  /// The error if an inspector can't start.
  ///
  /// ```swift
  /// do {
  ///   print(try await inspector.start())
  /// } catch {
  ///   print(error)  // "cannot listen at 127.0.0.1, port 8080: …"
  /// }
  /// ```
  public struct InspectorError: Error, Hashable, CustomStringConvertible {
    /// The kind of problem.
    package let code: Code
    /// The problem, with the address and port if the server can't listen there.
    public let description: String

    init(_ code: Code, _ description: String) {
      self.code = code
      self.description = description
    }

    /// A kind of problem.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
      /// The name of the code, such as `portTaken`.
      package let description: String

      /// The address isn't a numeric IPv4 or IPv6 address.
      package static let invalidAddress = Code(description: "invalidAddress")

      /// The address isn't one of this computer's.
      package static let foreignAddress = Code(description: "foreignAddress")

      /// The template of links to lines of code is invalid.
      package static let invalidLinks = Code(description: "invalidLinks")

      /// A server is already listening at the port.
      package static let portTaken = Code(description: "portTaken")

      /// The system doesn't allow this program to listen at the port.
      package static let portNotPermitted = Code(description: "portNotPermitted")

      /// The inspector is already running or starting.
      package static let alreadyRunning = Code(description: "alreadyRunning")

      /// The inspector was stopped before it had started.
      package static let stopped = Code(description: "stopped")

      /// The system has no socket to listen with, for example because too many files are open.
      package static let system = Code(description: "system")
    }
  }
#endif
