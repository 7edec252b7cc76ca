#if Inspector
  import FlyingSocks
  import Foundation

  /// A server that handles one request per connection, and answers with a response or a stream.
  ///
  /// FlyingFox's own server closes the connection of a malformed request without an answer and
  /// accepts headers of any length. This server therefore uses only FlyingFox's sockets and reads
  /// requests itself.
  final class HTTPServer: Sendable {
    /// An answer to a request: a response or a stream of texts.
    enum Answer: Sendable {
      case response(HTTPResponse)
      /// A stream. The closure waits for the next data to send and returns it.
      case stream(@Sendable () async throws -> Data)
    }

    typealias Handler = @Sendable (_ request: HTTPRequest) async -> Answer

    /// The address at which the server listens, in its canonical form, and the port.
    let address: String
    let port: UInt16
    /// The time limit for receiving a request, and for a browser to take bytes that are sent.
    private let patience: Duration
    private let socket: AsyncSocket
    private let pool: any AsyncSocketPool
    private let connections = Connections()

    /// Listens at an address without accepting connections yet.
    init(
      address: String, port: UInt16, patience: Duration = .seconds(30)
    ) async throws(InspectorError) {
      self.patience = patience
      let place = "cannot listen at \(address), port \(port)"
      let bound = try Self.bind(address, port, or: place)
      do {
        // FlyingFox closes the socket itself if this fails.
        try bound.listen()
      } catch {
        throw InspectorError(place, error)
      }
      do {
        pool = SocketPool(queue: SocketEventQueue())
        socket = try AsyncSocket(socket: bound, pool: pool)
        try await pool.prepare()
        switch try bound.sockname() {
        case .ip4(let own, let port), .ip6(let own, let port):
          (self.address, self.port) = (own, port)
        // Not an address that `bind` takes. FlyingFox may add kinds of addresses.
        default: (self.address, self.port) = (address, port)
        }
      } catch {
        try? bound.close()
        throw InspectorError(place, error)
      }
    }

    /// Returns a socket bound to an address.
    private static func bind(
      _ address: String, _ port: UInt16, or place: String
    ) throws(InspectorError) -> Socket {
      let isNewer = address.contains(":")
      let parsed: any SocketAddress
      do {
        // The system would ignore everything after a zero byte.
        guard !address.utf8.contains(0) else { throw SocketError.unsupportedAddress }
        parsed =
          try isNewer ? .inet6(ip6: address, port: port) : .inet(ip4: address, port: port)
      } catch {
        throw InspectorError(
          .invalidAddress,
          "\(place): that is no IPv4 or IPv6 address in digits, and names are not looked up")
      }
      do {
        let socket = try Socket(domain: isNewer ? AF_INET6 : AF_INET, type: .stream)
        do {
          Self.keepToThisProcess(socket)
          try socket.setValue(true, for: .localAddressReuse)
          try socket.bind(to: parsed)
          return socket
        } catch {
          try? socket.close()
          throw error
        }
      } catch {
        throw InspectorError(place, error)
      }
    }

    /// Prevents child processes from holding the port or a connection longer than this server.
    private static func keepToThisProcess(_ socket: Socket) {
      _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    }

    /// Accepts connections until the task is canceled.
    func run(_ handler: @escaping Handler) async {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [pool] in try? await pool.run() }
        group.addTask { [self] in await accept(handler) }
        await group.next()
        group.cancelAll()
      }
      connections.cancelAll()
      close()
    }

    /// Stops listening.
    func close() {
      try? socket.close()
    }

    private func accept(_ handler: @escaping Handler) async {
      while !Task.isCancelled {
        do {
          let client = try await socket.accept()
          Self.keepToThisProcess(client.socket)
          // Data that a slow browser doesn't take waits in the buffer of events, which is bounded. If
          // the client has left already, setting the option fails, and so does reading later.
          try? client.socket.setValue(65_536, for: .sendBufferSize)
          // A browser that leaves must not end the program by a signal.
          #if canImport(Darwin)
            try? client.socket.setValue(true, for: .noSIGPIPE)
          #endif
          connections.add { [self] connection in await serve(client, handler, connection) }
        } catch {
          // Too many files are open, or the client left at once. The next attempt may succeed.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
    }

    private func serve(
      _ client: AsyncSocket, _ handler: Handler, _ connection: Connections.Connection
    ) async {
      defer { try? client.close() }
      do {
        let request = try await Self.within(patience) {
          guard !connection.isOneTooMany else { throw HTTPRefusal.busy }
          return try await Self.read(client)
        }
        connection.enter(.waiting)
        switch await handler(request) {
        case .response(let response): await end(client, connection, with: response)
        case .stream(let next): try? await stream(next, to: client, connection)
        }
      } catch let refusal as HTTPRefusal {
        await end(client, connection, with: HTTPResponse(refusal))
      } catch is DeadlineError {
        let refusal = HTTPRefusal(.requestTimeout, "the request took too long")
        await end(client, connection, with: HTTPResponse(refusal))
      } catch {
        // The browser has left, or had to make room for others.
        if connection.isEvicted { _ = try? client.socket.write(HTTPResponse(.busy).bytes) }
      }
    }

    /// Sends a stream until the browser leaves or is too slow, or the server stops.
    private func stream(
      _ next: @escaping @Sendable () async throws -> Data, to client: AsyncSocket,
      _ connection: Connections.Connection
    ) async throws {
      try await write(
        HTTPResponse(.ok, type: "text/event-stream", body: nil).bytes, to: client, connection)
      while !Task.isCancelled {
        var rest = try await next()
        // A slow browser gets the whole time limit for each of these small pieces.
        while !rest.isEmpty {
          let some = Data(rest.prefix(16_384))
          try await write(some, to: client, connection)
          rest = rest.dropFirst(some.count)
        }
      }
    }

    /// Sends bytes, and gives up if the browser doesn't take all of them in time.
    private func write(
      _ bytes: Data, to client: AsyncSocket, _ connection: Connections.Connection
    ) async throws {
      var sent = bytes.startIndex
      do {
        while sent < bytes.endIndex { sent = try client.socket.write(bytes, from: sent) }
      } catch SocketError.blocked {
        let rest = bytes[sent...]
        connection.enter(.taking)
        defer { connection.enter(.waiting) }
        try await Self.within(patience) { try await client.write(rest) }
      }
    }

    private static func read(_ client: AsyncSocket) async throws -> HTTPRequest {
      var reader = HTTPRequestReader()
      while true {
        if let request = try reader.take(await client.read(atMost: 4_096)) { return request }
      }
    }

    /// Sends a response, and then reads for a while, because closing at once could discard the
    /// response.
    private func end(
      _ client: AsyncSocket, _ connection: Connections.Connection, with response: HTTPResponse
    ) async {
      do {
        try await write(response.bytes, to: client, connection)
        connection.enter(.leaving)
        _ = shutdown(client.socket.file.rawValue, Int32(SHUT_WR))
        try await Self.within(.seconds(1)) {
          var rest = 1 << 20
          while rest > 0 { rest -= try await client.read(atMost: 4_096).count }
        }
      } catch {
        // The browser has left, or sends endlessly.
      }
    }

    private struct DeadlineError: Error {}

    private static func within<Result: Sendable>(
      _ time: Duration, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
      try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask(operation: body)
        group.addTask {
          try await Task.sleep(for: time)
          throw DeadlineError()
        }
        defer { group.cancelAll() }
        // One of the two tasks always ends.
        return try await group.next()!
      }
    }
  }

  extension InspectorError {
    /// Creates the error for a server that can't listen.
    fileprivate init(_ place: String, _ error: any Error) {
      guard case .failed(_, let number, let message) = error as? SocketError else {
        self.init(.system, "\(place): \(error)")
        return
      }
      switch number {
      case EADDRINUSE: self.init(.portTaken, "\(place): somebody listens there already")
      case EADDRNOTAVAIL, EAFNOSUPPORT:
        self.init(.foreignAddress, "\(place): that is no address of this computer")
      case EACCES, EPERM: self.init(.portNotPermitted, "\(place): the system does not permit it")
      default: self.init(.system, "\(place): \(message)")
      }
    }
  }
#endif
