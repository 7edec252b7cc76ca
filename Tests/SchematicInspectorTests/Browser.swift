#if Inspector
  import Foundation

  /// A client of a socket, as careless or slow as a test needs it.
  ///
  /// Its calls block threads of their own and none that the server needs.
  final class Browser: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "browser")
    nonisolated(unsafe) private var rest = Data()

    /// Connects to the port of a link at an address of this computer.
    init(
      _ link: Link, address: UInt32 = 0x7F00_0001, receiveBuffer: Int32? = nil
    ) throws {
      // Types of sockets differ, and so does the flag that keeps a signal away.
      #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
      #else
        let stream = SOCK_STREAM
      #endif
      descriptor = socket(AF_INET, stream, 0)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = link.port.bigEndian
      place.sin_addr.s_addr = address.bigEndian
      if var receiveBuffer {
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
      }
      var limit = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      let result = withUnsafePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard result == 0 else { throw Failure(text: "cannot connect: \(errno)") }
    }

    deinit { close(descriptor) }

    struct Failure: Error { let text: String }

    func send(_ bytes: [UInt8]) async {
      await onQueue { [descriptor] in
        _ = bytes.withUnsafeBytes {
          Foundation.send(descriptor, $0.baseAddress!, $0.count, Self.noSignal)
        }
      }
    }

    /// Returns everything until the server ends the connection.
    func readAll() async -> String {
      await onQueue { [self] in
        while more() {}
        defer { rest = Data() }
        return String(decoding: rest, as: UTF8.self)
      }
    }

    /// Returns the lines of an answer before its body.
    func head() async -> [String] {
      await onQueue { [self] in
        while rest.range(of: Data("\r\n\r\n".utf8)) == nil, more() {}
        let text = String(decoding: rest, as: UTF8.self)
        let head = text.range(of: "\r\n\r\n").map { text[..<$0.lowerBound] } ?? text[...]
        return head.components(separatedBy: "\r\n")
      }
    }

    /// Returns the next message of a stream: its name and its data.
    func message() async -> (name: String, data: String)? {
      await onQueue { [self] in
        var looked = rest.startIndex
        while true {
          guard let end = rest.range(of: Data("\n\n".utf8), in: looked..<rest.endIndex) else {
            looked = max(rest.startIndex, rest.endIndex - 1)
            guard more() else { return nil }
            continue
          }
          let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(
            separator: "\n")
          rest.removeSubrange(..<end.upperBound)
          looked = rest.startIndex
          guard let name = lines.first(where: { $0.hasPrefix("event: ") }) else { continue }
          let data = lines.filter { $0.hasPrefix("data: ") }.map { $0.dropFirst("data: ".count) }
          return (String(name.dropFirst("event: ".count)), data.joined(separator: "\n"))
        }
      }
    }

    private func more() -> Bool {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return false }
      rest += chunk[..<count]
      return true
    }

    private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result
    {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: body()) }
      }
    }

    #if canImport(Glibc)
      private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
      private static let noSignal: Int32 = 0
    #endif
  }

  /// The parts of the link that an inspector prints.
  struct Link {
    let host: String
    let port: UInt16
    let secret: String

    init(_ text: String) throws {
      guard let url = URL(string: text), let host = url.host(), let port = url.port,
        url.path.count > 1
      else {
        throw Browser.Failure(text: "no link: \(text)")
      }
      self.host = host
      self.port = UInt16(port)
      secret = url.pathComponents[1]
    }

    /// A request of a page that was opened by the link.
    func request(
      _ method: String = "GET", _ path: String = "", secret: String? = nil, host: String? = nil,
      headers: [String] = [], body: String = ""
    ) -> [UInt8] {
      var lines = [
        "\(method) /\(secret ?? self.secret)/\(path) HTTP/1.1",
        "Host: \(host ?? "127.0.0.1:\(port)")",
      ]
      lines += headers
      if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
      return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }

    /// Returns the status and the body of what the server answers to bytes.
    func answer(to bytes: [UInt8]) async throws -> (status: Int, body: String) {
      let browser = try Browser(self)
      await browser.send(bytes)
      let text = await browser.readAll()
      let words = text.prefix { $0 != "\r\n" }.split(separator: " ")
      guard words.count > 1, let status = Int(words[1]) else { return (0, text) }
      return (status, text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "")
    }

    func send(_ id: String, _ event: String, headers: [String] = []) async throws -> (
      status: Int, body: String
    ) {
      try await answer(
        to: request(
          "POST", "send", headers: ["Content-Type: application/json"] + headers,
          body: "{\"id\":\"\(id)\",\"event\":\"\(event)\"}"))
    }

    /// Opens the stream.
    func stream(receiveBuffer: Int32? = nil) async throws -> Browser {
      let browser = try Browser(self, receiveBuffer: receiveBuffer)
      await browser.send(request("GET", "live"))
      return browser
    }
  }
#endif
