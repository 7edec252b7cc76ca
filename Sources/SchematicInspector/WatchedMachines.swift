#if Inspector
  import Foundation
  import SchematicGraph
  import SchematicTraces

  /// The machines that are being watched, and the last events that they handled.
  ///
  /// Machines write from their own threads and never wait for a browser: each line goes into a buffer
  /// of limited length. Browsers read the stream in pieces, and each piece is created once for all
  /// browsers. If a browser falls behind by more than the buffer holds, it learns how many events it
  /// missed, how many machines came and went meanwhile, and the states of the machines that exist now.
  final class WatchedMachines: Sendable {
    /// A machine as pages list it.
    struct Machine {
      let id: String
      let name: String
      let diagram: Int
      var state: String
      /// The number of the last line about the machine.
      var number = 0
      /// The position of the machine in the order of arrival.
      fileprivate(set) var arrival = 0
      let sender: (any EventRoute)?
    }

    /// A piece of the stream that all browsers share.
    private struct Piece {
      let data: Data
      /// The states of all machines if lines were lost before this piece; otherwise empty.
      let known: Data
      /// The number of events up to the end of this piece.
      let end: Int
    }

    private enum Item {
      case came(Machine)
      case gone(id: String)
      case event(TraceEntry)
    }

    /// The counts of lines that were dropped from the buffer before they became part of a piece.
    private struct Lost {
      var events = 0
      var arrivals = 0
      var isEmpty = true
    }

    private let most: Int
    private let lock = NSLock()
    private let making = NSLock()
    // Used only while the lock is held.
    nonisolated(unsafe) private var machines: [String: Machine] = [:]
    nonisolated(unsafe) private var order: [String] = []
    nonisolated(unsafe) private var waiting = RingBuffer<Item>()
    nonisolated(unsafe) private var lost = Lost()
    nonisolated(unsafe) private var arrivals = 0
    /// The number of machines that arrived before the end of the last piece.
    nonisolated(unsafe) private var toldArrivals = 0
    nonisolated(unsafe) private var pieces: [Piece] = []
    nonisolated(unsafe) private var firstPiece = 0
    nonisolated(unsafe) private var count = 0

    /// Creates a buffer.
    ///
    /// - Parameter most: The number of events to retain for browsers.
    init(keeping most: Int) {
      self.most = max(1, most)
    }

    // MARK: - Machines

    func add(_ machine: Machine) {
      lock.withLock {
        arrivals += 1
        var machine = machine
        machine.arrival = arrivals
        machines[machine.id] = machine
        order.append(machine.id)
        append(.came(machine))
      }
    }

    func remove(_ id: String) {
      lock.withLock {
        machines[id] = nil
        order.removeAll { $0 == id }
        append(.gone(id: id))
      }
    }

    func record(_ entry: TraceEntry) {
      lock.withLock {
        machines[entry.id]?.state = entry.step?.target ?? entry.state
        machines[entry.id]?.number = entry.number
        append(.event(entry))
      }
    }

    func route(to id: String) -> (isKnown: Bool, route: (any EventRoute)?) {
      lock.withLock { (machines[id] != nil, machines[id]?.sender) }
    }

    private func append(_ item: Item) {
      waiting.append(item)
      guard waiting.count > most, let first = waiting.removeFirst() else { return }
      lost.isEmpty = false
      switch first {
      case .event: lost.events += 1
      case .came: lost.arrivals += 1
      case .gone: break
      }
    }

    // MARK: - Browsers

    /// A browser's position in the stream.
    struct Position {
      fileprivate var piece: Int
      fileprivate var events: Int
      fileprivate var arrivals: Int
    }

    /// Returns the first data for a browser: all machines, and the events in the buffer.
    func begin(allowingEvents: Bool) -> (data: Data, position: Position) {
      makePieces()
      return lock.withLock {
        var data = Data("retry: 1000\n\n".utf8)
        data += ServerSentEvent.text("permission", "{\"events\":\(allowingEvents)}")
        data += snapshot()
        // The pieces may add machines that no longer exist, so the list is sent again.
        for piece in pieces { data += piece.data }
        data += snapshot()
        return (data, endOfPieces)
      }
    }

    /// Returns the new data for a browser, or `nil` if there is none.
    func next(_ position: inout Position) -> Data? {
      makePieces()
      return lock.withLock {
        let end = endOfPieces
        guard position.piece < end.piece else { return nil }
        defer { position = end }
        guard position.piece >= firstPiece else {
          let events = count - position.events
          return Self.notice(of: events, goneArrivals(from: position.arrivals, to: end.arrivals))
            + snapshot()
        }
        return pieces[(position.piece - firstPiece)...].reduce(into: Data()) {
          $0 += $1.known + $1.data
        }
      }
    }

    /// The position of a browser that has received everything.
    ///
    /// Call this with the lock held.
    private var endOfPieces: Position {
      Position(piece: firstPiece + pieces.count, events: count, arrivals: toldArrivals)
    }

    /// Returns how many machines in a range of arrivals no longer exist.
    ///
    /// Call this with the lock held.
    private func goneArrivals(from start: Int, to end: Int) -> Int {
      guard start < end else { return 0 }
      return end - start - machines.values.count(where: { start < $0.arrival && $0.arrival <= end })
    }

    /// Returns a notice of the events and machines that a browser missed.
    private static func notice(of events: Int, _ passed: Int) -> Data {
      (events > 0 ? ServerSentEvent.text("dropped", "\(events)") : Data())
        + (passed > 0 ? ServerSentEvent.text("passed", "\(passed)") : Data())
    }

    /// Turns waiting lines into a piece, mostly without holding the lock that machines wait for.
    private func makePieces() {
      making.withLock {
        let (items, lost, machines, known, passed) = lock.withLock {
          () -> (RingBuffer<Item>, Lost, [String: Machine], Data, Int) in
          defer { (waiting, self.lost) = (RingBuffer(), Lost()) }
          return (
            waiting, self.lost, self.machines, self.lost.isEmpty ? Data() : snapshot(),
            goneArrivals(from: toldArrivals, to: toldArrivals + self.lost.arrivals)
          )
        }
        guard items.count > 0 || !lost.isEmpty else { return }
        var data = Self.notice(of: lost.events, passed)
        var (events, arrivals) = (lost.events, lost.arrivals)
        var lines: [String] = []
        func endLines() {
          if !lines.isEmpty { data += ServerSentEvent.text("lines", lines.joined(separator: "\n")) }
          lines.removeAll()
        }
        items.forEach { item in
          switch item {
          case .event(let entry):
            lines.append(entry.line)
            events += 1
          case .came(let machine):
            endLines()
            arrivals += 1
            data += ServerSentEvent.text("came", Self.json(machines[machine.id] ?? machine))
          case .gone(let id):
            endLines()
            data += ServerSentEvent.text("gone", JSONText.quoted(id))
          }
        }
        endLines()
        lock.withLock {
          count += events
          toldArrivals += arrivals
          pieces.append(Piece(data: data, known: known, end: count))
          while pieces.count > 1, count - pieces[0].end > most || pieces.count > 1_000 {
            pieces.removeFirst()
            firstPiece += 1
          }
        }
      }
    }

    /// Returns a server-sent event that lists all machines.
    ///
    /// Call this with the lock held.
    private func snapshot() -> Data {
      let list = order.compactMap { machines[$0].map(Self.json) }
      return ServerSentEvent.text("machines", "[\(list.joined(separator: ","))]")
    }

    private static func json(_ machine: Machine) -> String {
      """
      {"id":\(JSONText.quoted(machine.id)),"name":\(JSONText.quoted(machine.name)),\
      "diagram":\(machine.diagram),"state":\(JSONText.quoted(machine.state)),\
      "number":\(machine.number),"takesEvents":\(machine.sender != nil)}
      """
    }
  }

  /// A queue that removes its first element in constant time on average.
  private struct RingBuffer<Element> {
    private var elements: [Element?] = []
    private var first = 0

    var count: Int { elements.count - first }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() -> Element? {
      guard first < elements.count else { return nil }
      defer {
        elements[first] = nil
        first += 1
        // The rest is moved only when it is shorter than the empty beginning, so moves stay cheap.
        if first > 1_024, first * 2 > elements.count {
          elements.removeFirst(first)
          first = 0
        }
      }
      return elements[first]
    }

    func forEach(_ body: (Element) -> Void) {
      for case let element? in elements[first...] { body(element) }
    }
  }

  /// The text format of a stream of server-sent events (WHATWG HTML, 9.2).
  private enum ServerSentEvent {
    static func text(_ name: String, _ data: String) -> Data {
      let lines = data.split(separator: "\n", omittingEmptySubsequences: false)
      return Data("event: \(name)\n\(lines.map { "data: \($0)\n" }.joined())\n".utf8)
    }
  }
#endif
