#if Inspector
  import Foundation

  /// A request of HTTP/1.1 (RFC 9112) or HTTP/1.0 within narrow limits.
  ///
  /// The limits are the reason why this module has its own parser. A development server needs few
  /// forms of requests and should refuse all others before it does anything.
  struct HTTPRequest: Hashable, Sendable {
    let method: String
    /// The path and query exactly as sent.
    let target: String
    let headers: [Header]
    let body: [UInt8]

    struct Header: Hashable, Sendable {
      /// The name in lowercase.
      let name: String
      let value: String
    }

    /// Returns the value of a header that must not appear twice.
    func header(_ name: String) throws(HTTPRefusal) -> String? {
      try Self.value(name, in: headers)
    }

    fileprivate static func value(
      _ name: String, in headers: [Header]
    ) throws(HTTPRefusal) -> String? {
      let found = headers.filter { $0.name == name }
      guard found.count < 2 else { throw HTTPRefusal(.badRequest, "\(name) is there twice") }
      return found.first?.value
    }
  }

  /// A reader that takes the bytes of one request as they arrive.
  struct HTTPRequestReader {
    /// The maximum number of bytes in a request line with its headers, and in a body.
    static let (mostHead, mostBody) = (16_384, 4_096)

    private var bytes: [UInt8] = []
    private var head: (method: String, target: String, headers: [HTTPRequest.Header])?
    private var length = 0

    /// Takes bytes, and returns the request once it is complete.
    ///
    /// - Throws: An ``HTTPRefusal`` if the bytes aren't a request or the request is too large.
    mutating func take(_ more: [UInt8]) throws(HTTPRefusal) -> HTTPRequest? {
      bytes += more
      if head == nil {
        guard let end = endOfHead(from: bytes.count - more.count) else {
          guard bytes.count <= Self.mostHead else { throw .largeHead }
          return nil
        }
        guard end <= Self.mostHead else { throw .largeHead }
        try readHead(bytes[..<end])
        bytes.removeFirst(end + 4)
      }
      guard let head, bytes.count >= length else { return nil }
      guard bytes.count == length else {
        throw HTTPRefusal(.badRequest, "there is more than the length of the body says")
      }
      return HTTPRequest(
        method: head.method, target: head.target, headers: head.headers, body: bytes)
    }

    /// Returns the position at which the head ends; bytes before `position` are already searched.
    private func endOfHead(from position: Int) -> Int? {
      let mark = Array("\r\n\r\n".utf8)
      guard bytes.count >= mark.count else { return nil }
      return (max(0, position - 3)...bytes.count - mark.count).first {
        bytes[$0..<$0 + mark.count].elementsEqual(mark)
      }
    }

    private mutating func readHead(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) {
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 })
      else { throw HTTPRefusal(.badRequest, "the head has control characters") }
      let text = String(decoding: bytes, as: UTF8.self)
      let lines = text.components(separatedBy: "\r\n")
      guard !lines.contains(where: { $0.utf8.contains(0x0D) || $0.utf8.contains(0x0A) }) else {
        throw HTTPRefusal(.badRequest, "lines must end in a carriage return and a line feed")
      }
      let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, words[0].utf8.allSatisfy(Self.isTokenByte), !words[0].isEmpty,
        words[1].first == "/"
      else { throw HTTPRefusal(.badRequest, "the first line is no request line") }
      guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
        throw HTTPRefusal(.versionNotSupported, "the version is neither HTTP/1.1 nor HTTP/1.0")
      }
      var headers: [HTTPRequest.Header] = []
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
          line[..<colon].utf8.allSatisfy(Self.isTokenByte)
        else { throw HTTPRefusal(.badRequest, "a line of the head is no header") }
        headers.append(
          .init(
            name: line[..<colon].lowercased(),
            value: line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)))
      }
      guard !headers.contains(where: { $0.name == "transfer-encoding" }) else {
        throw HTTPRefusal(.notImplemented, "bodies must have a length")
      }
      if let text = try HTTPRequest.value("content-length", in: headers) {
        guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
          throw HTTPRefusal(.badRequest, "the length of the body is no number")
        }
        guard text.utf8.count < 10, let number = Int(text), number <= Self.mostBody else {
          throw HTTPRefusal(
            .contentTooLarge, "the body is larger than \(Self.mostBody) bytes")
        }
        length = number
      }
      head = (String(words[0]), String(words[1]), headers)
    }

    /// Returns whether a byte may appear in a method or the name of a header.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
  }

  /// A refusal of a request: an error that is sent to the browser and changes nothing.
  struct HTTPRefusal: Error, Hashable {
    let status: HTTPStatus
    let reason: String

    init(_ status: HTTPStatus, _ reason: String) {
      self.status = status
      self.reason = reason
    }

    static let busy = HTTPRefusal(
      .busy, "there are too many connections, and slow ones make room for others")
    static let largeHead = HTTPRefusal(
      .headTooLarge,
      "the request line and headers are larger than \(HTTPRequestReader.mostHead) bytes")
  }

  enum HTTPStatus: Int, Sendable {
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case conflict = 409
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case unprocessable = 422
    case headTooLarge = 431
    case notImplemented = 501
    case busy = 503
    case versionNotSupported = 505

    var phrase: String {
      switch self {
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .forbidden: "Forbidden"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .requestTimeout: "Request Timeout"
      case .conflict: "Conflict"
      case .contentTooLarge: "Content Too Large"
      case .unsupportedMediaType: "Unsupported Media Type"
      case .unprocessable: "Unprocessable Content"
      case .headTooLarge: "Request Header Fields Too Large"
      case .notImplemented: "Not Implemented"
      case .busy: "Service Unavailable"
      case .versionNotSupported: "HTTP Version Not Supported"
      }
    }
  }

  /// A response after which the connection ends.
  struct HTTPResponse: Sendable {
    let status: HTTPStatus
    let type: String
    /// The body, or `nil` for a stream, which continues until one of the two sides ends it.
    let body: Data?

    init(_ status: HTTPStatus, type: String, body: Data?) {
      self.status = status
      self.type = type
      self.body = body
    }

    init(_ refusal: HTTPRefusal) {
      self.init(
        refusal.status, type: "text/plain; charset=utf-8", body: Data("\(refusal.reason)\n".utf8))
    }

    /// The response as bytes.
    var bytes: Data {
      var lines = [
        "HTTP/1.1 \(status.rawValue) \(status.phrase)",
        "Content-Type: \(type)",
        "Connection: close",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "X-Frame-Options: DENY",
        "Referrer-Policy: no-referrer",
        "Cross-Origin-Resource-Policy: same-origin",
        "Content-Security-Policy: frame-ancestors 'none'",
      ]
      if status == .methodNotAllowed { lines.append("Allow: GET, POST") }
      if let body { lines.append("Content-Length: \(body.count)") }
      return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (body ?? Data())
    }
  }
#endif
