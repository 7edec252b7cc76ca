#if Inspector
  import FlyingSocks
  import Foundation

  /// A server of one request a connection, and of streams that last.
  ///
  /// FlyingFox's own server closes the connection of a malformed request without a word and reads
  /// heads of any length, so the sockets are FlyingFox's and the requests are read here.
  final class HTTPServer: Sendable {
    /// An answer to a request: a response, or a stream of texts.
    enum Answer: Sendable {
      case response(HTTPResponse)
      /// A stream: the closure returns what to send next, after waiting for it.
      case stream(@Sendable () async throws -> Data)
    }

    typealias Handler = @Sendable (_ request: HTTPRequest) async -> Answer

    /// The most connections at a time; others are told to come back.
    static let mostConnections = 64
    /// The time in which a request must be whole, a piece of a stream taken, and a response read.
    private static let patience = Duration.seconds(30)

    private let socket: AsyncSocket
    private let pool: any AsyncSocketPool
    private let connections = Connections()

    /// Listens at an address, before anything is accepted.
    ///
    /// - Throws: A `SocketError` where the address is taken or none of this computer.
    init(address: String, port: UInt16) async throws {
      pool = SocketPool<Poll>.make()
      let isNewer = address.contains(":")
      let socket = try Socket(domain: isNewer ? AF_INET6 : AF_INET, type: .stream)
      do {
        try socket.setValue(true, for: .localAddressReuse)
        if isNewer {
          try socket.bind(to: .inet6(ip6: address, port: port))
        } else {
          try socket.bind(to: .inet(ip4: address, port: port))
        }
        try socket.listen()
        self.socket = try AsyncSocket(socket: socket, pool: pool)
        try await pool.prepare()
      } catch {
        try? socket.close()
        throw error
      }
    }

    /// The port that it listens at.
    var port: UInt16 {
      switch try? socket.socket.sockname() {
      case .ip4(_, let port), .ip6(_, let port): port
      default: 0
      }
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

    /// Ends listening.
    func close() {
      try? socket.close()
    }

    private func accept(_ handler: @escaping Handler) async {
      while !Task.isCancelled {
        do {
          let client = try await socket.accept()
          // What a slow browser does not take waits in the buffer of events, which is bounded.
          try client.socket.setValue(65_536, for: .sendBufferSize)
          #if canImport(Darwin)
            try client.socket.setValue(true, for: .noSIGPIPE)
          #endif
          connections.add { [self] isOneTooMany in await serve(client, handler, isOneTooMany) }
        } catch {
          // Too many open files, or a client that left at once: others may have more luck.
          try? await Task.sleep(for: .milliseconds(50))
        }
      }
    }

    private func serve(
      _ client: AsyncSocket, _ handler: Handler, _ isOneTooMany: Bool
    ) async {
      defer { try? client.close() }
      do {
        let request = try await Self.within(Self.patience) {
          guard !isOneTooMany else { throw HTTPRefusal(.busy, "there are too many connections") }
          return try await Self.read(client)
        }
        switch await handler(request) {
        case .response(let response): await Self.end(client, with: response)
        case .stream(let next): try? await Self.stream(next, to: client)
        }
      } catch let refusal as HTTPRefusal {
        await Self.end(client, with: HTTPResponse(refusal))
      } catch is DeadlineError {
        await Self.end(
          client, with: HTTPResponse(HTTPRefusal(.requestTimeout, "the request took too long")))
      } catch {
        // The browser is gone.
      }
    }

    /// Sends what a stream has until the browser is gone, or takes nothing for long.
    private static func stream(
      _ next: @escaping @Sendable () async throws -> Data, to client: AsyncSocket
    ) async throws {
      try await client.write(HTTPResponse(.ok, type: "text/event-stream", body: nil).bytes)
      while !Task.isCancelled {
        var rest = try await next()
        // Little by little, so that a slow browser has the whole time for each bit.
        while !rest.isEmpty {
          let some = Data(rest.prefix(16_384))
          try await within(patience) { try await client.write(some) }
          rest = rest.dropFirst(some.count)
        }
      }
    }

    private static func read(_ client: AsyncSocket) async throws -> HTTPRequest {
      var reader = HTTPRequestReader()
      while true {
        if let request = try reader.take(await client.read(atMost: 4_096)) { return request }
      }
    }

    /// Sends a response, and reads for a while what may still come: to close at once would take the
    /// response back.
    private static func end(_ client: AsyncSocket, with response: HTTPResponse) async {
      do {
        try await within(patience) { try await client.write(response.bytes) }
        _ = shutdown(client.socket.file.rawValue, Int32(SHUT_WR))
        try await within(.seconds(1)) {
          var rest = 1 << 20
          while rest > 0 { rest -= try await client.read(atMost: 4_096).count }
        }
      } catch {
        // The browser is gone, or sends without end.
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
        // One of the two always ends.
        return try await group.next()!
      }
    }
  }

  /// The tasks of connections, which end with the server.
  private final class Connections: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var tasks: [Int: Task<Void, Never>] = [:]
    nonisolated(unsafe) private var next = 0
    nonisolated(unsafe) private var isClosed = false

    /// Begins a task, and tells it whether there are too many.
    func add(_ body: @escaping @Sendable (_ isOneTooMany: Bool) async -> Void) {
      lock.withLock {
        let number = next
        next += 1
        let isOneTooMany = tasks.count >= HTTPServer.mostConnections
        let task = Task {
          await body(isOneTooMany)
          remove(number)
        }
        tasks[number] = task
        if isClosed { task.cancel() }
      }
    }

    func cancelAll() {
      lock.withLock {
        isClosed = true
        for task in tasks.values { task.cancel() }
      }
    }

    private func remove(_ number: Int) {
      lock.withLock { _ = tasks.removeValue(forKey: number) }
    }
  }
#endif
