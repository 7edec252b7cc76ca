/// Samples of types of the standard library and of other well-known modules.
enum StandardSamples {
  /// Returns samples of a type, or `nil` if the type isn't known.
  ///
  /// - Parameters:
  ///   - path: The names of the type, such as `ContinuousClock` and `Instant`.
  ///   - text: The type in Swift.
  ///   - arguments: Samples of each generic argument.
  /// - Returns: The samples.
  static func values(_ path: [String], text: String, arguments: [[String]]) -> [String]? {
    let firsts = arguments.compactMap(\.first)
    switch path.joined(separator: ".") {
    case "Bool": return ["false", "true"]
    case "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32",
      "UInt64", "UInt128", "Double", "Float":
      return ["0", "1"]
    case "String", "Substring": return [#""""#, #""a""#]
    case "Character", "Unicode.Scalar": return [#""a""#]
    case "StaticString": return [#""a""#]
    case "Void": return ["()"]
    case "Duration", "ContinuousClock.Duration", "ContinuousClock.Instant.Duration":
      return ["Duration.zero", "Duration.seconds(1)"]
    case "ContinuousClock": return ["ContinuousClock()"]
    // The current time would give each picture another value.
    case "ContinuousClock.Instant": return ["ContinuousClock().systemEpoch"]
    case "SuspendingClock": return ["SuspendingClock()"]
    case "SuspendingClock.Instant": return ["SuspendingClock().systemEpoch"]
    case "ObjectIdentifier": return ["ObjectIdentifier(Int.self)"]
    case "Error": return ["CancellationError()"]
    case "CancellationError": return ["CancellationError()"]
    case "AnyHashable": return ["AnyHashable(0)", "AnyHashable(1)"]
    case "Data": return ["Data()", "Data([0])"]
    case "Date": return ["Date(timeIntervalSince1970: 0)"]
    case "URL": return [#"URL(string: "https://example.com")!"#]
    case "UUID": return [#"UUID(uuidString: "00000000-0000-0000-0000-000000000000")!"#]
    case "Array", "ArraySlice", "ContiguousArray", "Set", "Deque", "OrderedSet":
      guard arguments.count == 1 else { return nil }
      return ["[]"] + firsts.map { "[\($0)]" }
    case "Dictionary", "OrderedDictionary":
      guard arguments.count == 2 else { return nil }
      return ["[:]"] + (firsts.count == 2 ? ["[\(firsts[0]): \(firsts[1])]"] : [])
    case "Optional": return ["nil"] + (arguments.first ?? [])
    case "Range": return firsts.first.map { ["\($0)..<\(arguments[0].last ?? $0)"] }
    case "ClosedRange": return firsts.first.map { ["\($0)...\(arguments[0].last ?? $0)"] }
    case "Result":
      guard arguments.count == 2 else { return nil }
      return arguments[0].prefix(2).map { "\(text).success(\($0))" }
        + arguments[1].prefix(1).map { "\(text).failure(\($0))" }
    case "Task": return task(text)
    case "UnsafeContinuation", "CheckedContinuation": return continuation(path[0], text)
    case "AsyncStream": return ["\(text) { _ in }"]
    case "AsyncStream.Continuation":
      return ["\(text.dropLast(".Continuation".count)).makeStream().continuation"]
    default: return nil
    }
  }

  private static func task(_ text: String) -> [String]? {
    ["Task<Void, Never>", "Task<(), Never>", "Task<Void, any Error>", "Task<(), any Error>"]
      .contains(text) ? ["\(text) {}"] : nil
  }

  private static func continuation(_ name: String, _ text: String) -> [String]? {
    let call =
      text.hasSuffix(", Never>")
      ? "waiting()" : text.hasSuffix(", any Error>") ? "waitingOrThrowing()" : nil
    return call.map { name == "CheckedContinuation" ? ["\(name)(continuation: \($0))"] : [$0] }
  }

  /// Returns a Boolean value that indicates whether a sample can be used only once.
  static func isMadeAnew(_ sample: String) -> Bool {
    helpers.contains { sample == $0.call || sample.hasSuffix("(continuation: \($0.call))") }
  }

  /// The functions that samples call.
  ///
  /// A file that contains a function's `call` needs its `text`.
  static let helpers: [(call: String, text: String)] = [
    ("waiting()", helper("waiting", failure: "Never", "withUnsafeContinuation")),
    (
      "waitingOrThrowing()",
      helper("waitingOrThrowing", failure: "any Error", "withUnsafeThrowingContinuation")
    ),
  ]

  private static func helper(_ name: String, failure: String, _ function: String) -> String {
    """
    /// Returns a continuation that nobody resumes.
    private func \(name)<Value: Sendable>() -> UnsafeContinuation<Value, \(failure)> {
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
        fatalError("only newer systems can make a continuation here; write one of your own")
      }
      nonisolated(unsafe) var made: UnsafeContinuation<Value, \(failure)>?
      // An immediate task runs here until it waits.
      Task.immediate { _ = \(failure == "Never" ? "" : "try ")await \(function) { made = $0 } as Value }
      return made!
    }

    """
  }
}
