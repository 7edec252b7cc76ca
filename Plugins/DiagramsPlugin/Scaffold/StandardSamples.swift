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
      "UInt64", "UInt128", "pid_t", "time_t", "size_t", "Double", "Float", "TimeInterval",
      "CGFloat":
      return ["0", "1"]
    case "String", "Substring": return [#""""#, #""a""#]
    case "Character", "Unicode.Scalar": return [#""a""#]
    case "StaticString": return [#""a""#]
    case "Void": return ["()"]
    case "Duration", "ContinuousClock.Duration", "ContinuousClock.Instant.Duration",
      "StandInClock.Duration", "StandInClock.Instant.Duration":
      return ["Duration.zero", "Duration.seconds(1)"]
    case "Clock": return ["StandInClock()"]
    case "StandInClock": return ["StandInClock()"]
    case "StandInClock.Instant": return ["StandInClock().now"]
    case "ContinuousClock": return ["ContinuousClock()"]
    case "SuspendingClock": return ["SuspendingClock()"]
    // The current time would give each picture another value. Machines that are drawn begin 86,400 seconds after the
    // start of the clock, so the first deadline is still to come.
    case "ContinuousClock.Instant", "SuspendingClock.Instant":
      let start = "\(path[0])().systemEpoch"
      return ["\(start) + .seconds(90_000)", start]
    case "ObjectIdentifier": return ["ObjectIdentifier(Int.self)", "ObjectIdentifier(String.self)"]
    case "Error": return ["CancellationError()"]
    case "CancellationError": return ["CancellationError()"]
    case "AnyHashable": return ["AnyHashable(0)", "AnyHashable(1)"]
    case "Data": return ["Data()", "Data([0])"]
    case "NSData", "NSMutableData": return ["\(text)()", "\(text)(data: Data([0]))"]
    case "Date": return ["Date(timeIntervalSince1970: 0)"]
    case "URL": return [#"URL(string: "https://example.com")!"#]
    case "URLRequest": return [#"\#(text)(url: URL(string: "https://example.com")!)"#]
    case "HTTPURLResponse", "URLResponse":
      return ["200", "500"].map(response)
    case "URLSession": return ["URLSession.shared"]
    case "URLSessionTask", "URLSessionDataTask":
      return [#"URLSession.shared.dataTask(with: URL(string: "https://example.com")!)"#]
    // Its blocks run at the end of a step; nobody can wait for those of the main queue.
    case "DispatchQueue": return [#"\#(text)(label: "queue")"#]
    case "NotificationCenter", "OperationQueue", "JSONDecoder", "JSONEncoder", "NSLock":
      return ["\(text)()"]
    case "FileManager": return ["FileManager.default"]
    // A drag begins some points away from where it was touched.
    case "CGPoint": return ["\(text).zero", "\(text)(x: 100, y: 100)"]
    case "CGSize": return ["\(text).zero", "\(text)(width: 1, height: 1)"]
    case "CGRect": return ["\(text).zero", "\(text)(x: 0, y: 0, width: 1, height: 1)"]
    case "IndexPath": return ["\(text)(indexes: [0, 0])"]
    case "Decimal": return ["0", "1"]
    case "Locale": return [#"\#(text)(identifier: "en_US")"#]
    case "TimeZone": return [#"\#(text)(identifier: "UTC")!"#]
    case "Calendar": return ["\(text)(identifier: .gregorian)"]
    case "UUID":
      return [1, 2].map { #"UUID(uuidString: "00000000-0000-0000-0000-00000000000\#($0)")!"# }
    case "HTTPVersion": return ["\(text).http1_1", "\(text).http1_0"]
    case "HTTPMethod": return ["\(text).GET", "\(text).HEAD"]
    case "HTTPResponseStatus":
      return ["\(text).ok", "\(text).switchingProtocols", "\(text).internalServerError"]
    case "HTTPHeaders", "HTTPFields", "ByteBufferAllocator": return ["\(text)()"]
    case "HPACKHeaders":
      return [
        "\(text)()", #"[":status": "200", "content-type": "application/grpc"]"#,
        #"["grpc-status": "0"]"#,
      ]
    case "HTTPRequestHead":
      let start = "\(text)(version: .http1_1, method:"
      return [
        #"\#(start) .GET, uri: "/", headers: ["host": "a"])"#,
        #"\#(start) .HEAD, uri: "/", headers: ["host": "a"])"#,
        #"\#(start) .GET, uri: "/", headers: ["connection": "upgrade", "upgrade": "a"])"#,
      ]
    case "HTTPResponseHead":
      return [".ok", #".ok, headers: ["connection": "close"]"#, ".continue"].map {
        "\(text)(version: .http1_1, status: \($0))"
      }
    case "HTTPRequest":
      return [#"\#(text)(method: .get, scheme: "http", authority: "a", path: "/")"#]
    case "HTTPResponse": return ["\(text)(status: .ok)", "\(text)(status: .internalServerError)"]
    case "ByteBuffer": return ["\(text)()", #"\#(text)(string: "a")"#]
    case "CloseMode": return ["\(text).all", "\(text).output", "\(text).input"]
    case "NIOAny": return ["\(text)(ByteBuffer())"]
    case "IOData": return ["\(text).byteBuffer(ByteBuffer())"]
    case "NIODeadline": return ["\(text).uptimeNanoseconds(0)"]
    case "TimeAmount": return ["\(text).zero", "\(text).seconds(1)"]
    case "SocketAddress": return [#"try! \#(text)(ipAddress: "127.0.0.1", port: 80)"#]
    case "Logger": return [#"\#(text)(label: "machine")"#]
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
      return arguments[0].prefix(mostEnds).map { "\(text).success(\($0))" }
        + arguments[1].prefix(mostEnds).map { "\(text).failure(\($0))" }
    case "Task": return task(text)
    case "UnsafeContinuation", "CheckedContinuation": return continuation(text)
    case "AsyncStream": return ["\(text) { _ in }"]
    case "AsyncStream.Continuation":
      return ["\(text.dropLast(".Continuation".count)).makeStream().continuation"]
    default: return nil
    }
  }

  /// The number of values, and of errors, with which a result is tried.
  private static let mostEnds = 4

  /// Returns the response of a web server with a status.
  static func response(_ status: String) -> String {
    #"HTTPURLResponse(url: URL(string: "https://example.com")!, "#
      + "statusCode: \(status), httpVersion: nil, headerFields: nil)!"
  }

  private static func task(_ text: String) -> [String]? {
    ["Task<Void, Never>", "Task<(), Never>", "Task<Void, any Error>", "Task<(), any Error>"]
      .contains(text) ? ["\(text) {}"] : nil
  }

  /// Returns a value that the module SchematicGraph makes.
  private static func continuation(_ text: String) -> [String]? {
    [", Never>", ", any Error>"].contains(where: text.hasSuffix) ? ["\(text).waiting()"] : nil
  }

  /// Returns a Boolean value that indicates whether a sample can be used only once.
  static func isMadeAnew(_ sample: String) -> Bool {
    sample.hasSuffix(".waiting()") || sample.contains("promise()")
  }
}
