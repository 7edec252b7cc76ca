#if Inspector
  import FlyingSocks
  import Foundation

  /// A queue of socket events that closes its own descriptors when it is released.
  ///
  /// FlyingFox's queues need calls of `stop` and `close` in the right order. FlyingFox's pool makes
  /// those calls only if it has run, and on Linux the queue leaves a descriptor open even then.
  struct SocketEventQueue: EventQueue {
    private var wanted: [Socket.FileDescriptor: Socket.Events] = [:]
    private var bell: Bell?

    mutating func open() throws {
      wanted = [:]
      bell = try Bell()
    }

    mutating func stop() {
      bell?.ring()
      // A copy of this queue may still be waiting. That copy keeps the bell until it wakes up.
      bell = nil
      wanted = [:]
    }

    mutating func close() { stop() }

    mutating func addEvents(
      _ events: Socket.Events, for socket: Socket.FileDescriptor
    ) throws {
      guard let bell else { throw SocketError.disconnected }
      wanted[socket, default: []].formUnion(events)
      bell.ring()
    }

    mutating func removeEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) {
      wanted[socket]?.subtract(events)
      if wanted[socket]?.isEmpty == true { wanted[socket] = nil }
    }

    /// Waits until a socket is ready, or the queue has changed.
    func getNotifications() throws -> [EventNotification] {
      guard let bell else { throw SocketError.disconnected }
      let sockets = Array(wanted)
      var polled = [pollfd(fd: bell.listener, events: Int16(POLLIN), revents: 0)]
      polled += sockets.map { socket, events in
        var flags: Int16 = 0
        if events.contains(.read) { flags |= Int16(POLLIN) }
        if events.contains(.write) { flags |= Int16(POLLOUT) }
        return pollfd(fd: socket.rawValue, events: flags, revents: 0)
      }
      guard poll(&polled, nfds_t(polled.count), -1) >= 0 else {
        guard errno == EINTR else { throw SocketError.makeFailed("poll") }
        return []
      }
      if polled[0].revents != 0 { bell.silence() }
      // If a socket has failed or ended, its caller notices that when it reads or writes.
      return zip(sockets, polled.dropFirst()).compactMap { socket, polled in
        polled.revents == 0
          ? nil : EventNotification(file: socket.key, events: socket.value, errors: [])
      }
    }
  }

  /// A pipe that wakes a waiting queue.
  private final class Bell: Sendable {
    let listener: Int32
    private let ringer: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SocketError.makeFailed("pipe") }
      (listener, ringer) = (ends[0], ends[1])
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }

    deinit {
      close(listener)
      close(ringer)
    }

    func ring() {
      var byte: UInt8 = 0
      // If the pipe is full, it is ringing already.
      _ = write(ringer, &byte, 1)
    }

    func silence() {
      var bytes = [UInt8](repeating: 0, count: 512)
      while read(listener, &bytes, bytes.count) == bytes.count {}
    }
  }
#endif
