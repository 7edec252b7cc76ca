#if Inspector
  import Foundation
  import SchematicGraph

  /// The machines that are watched, and the last of what they did.
  ///
  /// Machines write from their own threads and wait for nobody: a line is put into a buffer of bounded
  /// length. Browsers read pieces, each made once for all of them. A browser that falls behind by more
  /// than is kept is told how many events it missed, and where all machines are.
  final class WatchedMachines: Sendable {
    /// A machine, as pages list it.
    struct Machine {
      let id: String
      let name: String
      let diagram: Int
      var state: String
      /// The number of the last line about it.
      var number = 0
      let sender: (any EventRoute)?
    }

    /// A part of the stream that all browsers share.
    private struct Piece {
      let data: Data
      /// Where all machines are, after events were lost; otherwise empty.
      let known: Data
      /// The number of events in it and before it.
      let end: Int
    }

    private enum Item {
      case came(id: String)
      case gone(id: String)
      case event(TraceEntry)
    }

    private let most: Int
    private let lock = NSLock()
    private let making = NSLock()
    nonisolated(unsafe) private var machines: [String: Machine] = [:]
    nonisolated(unsafe) private var order: [String] = []
    nonisolated(unsafe) private var waiting = RingBuffer<Item>()
    nonisolated(unsafe) private var lost = 0
    nonisolated(unsafe) private var pieces: [Piece] = []
    nonisolated(unsafe) private var firstPiece = 0
    nonisolated(unsafe) private var count = 0

    /// Creates a buffer.
    ///
    /// - Parameter most: The number of events that are kept for browsers.
    init(keeping most: Int) {
      self.most = max(1, most)
    }

    // MARK: - Machines

    func add(_ machine: Machine) {
      lock.withLock {
        machines[machine.id] = machine
        order.append(machine.id)
        append(.came(id: machine.id))
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
      if waiting.count > most, case .event? = waiting.removeFirst() { lost += 1 }
    }

    // MARK: - Browsers

    /// The position of a browser in the stream.
    struct Position {
      fileprivate var piece: Int
      fileprivate var events: Int
    }

    /// Returns what a browser is told first: all machines, and what is kept of the events before.
    func begin(allowingEvents: Bool) -> (data: Data, position: Position) {
      makePieces()
      return lock.withLock {
        var data = Data("retry: 1000\n\n".utf8)
        data += ServerSentEvent.text("permission", "{\"events\":\(allowingEvents)}")
        data += snapshot()
        // What is kept may tell of machines that are gone since.
        for piece in pieces { data += piece.data }
        data += snapshot()
        return (data, Position(piece: firstPiece + pieces.count, events: count))
      }
    }

    /// Returns what is new for a browser; `nil` where nothing is.
    func next(_ position: inout Position) -> Data? {
      makePieces()
      return lock.withLock {
        let end = firstPiece + pieces.count
        guard position.piece < end else { return nil }
        defer { position = Position(piece: end, events: count) }
        guard position.piece >= firstPiece else {
          return ServerSentEvent.text("dropped", "\(count - position.events)") + snapshot()
        }
        return pieces[(position.piece - firstPiece)...].reduce(into: Data()) {
          $0 += $1.data + $1.known
        }
      }
    }

    /// Turns what waits into a piece, outside of the lock that machines wait for.
    private func makePieces() {
      making.withLock {
        let (items, lost, machines, known) = lock.withLock {
          let taken = (waiting, self.lost, self.machines, self.lost > 0 ? snapshot() : Data())
          (waiting, self.lost) = (RingBuffer(), 0)
          return taken
        }
        guard items.count > 0 || lost > 0 else { return }
        var data = lost > 0 ? ServerSentEvent.text("dropped", "\(lost)") : Data()
        var events = lost
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
          case .came(let id):
            endLines()
            if let machine = machines[id] {
              data += ServerSentEvent.text("came", Self.json(machine))
            }
          case .gone(let id):
            endLines()
            data += ServerSentEvent.text("gone", JSONText.quoted(id))
          }
        }
        endLines()
        lock.withLock {
          count += events
          pieces.append(Piece(data: data, known: known, end: count))
          while pieces.count > 1, count - pieces[0].end > most || pieces.count > 1_000 {
            pieces.removeFirst()
            firstPiece += 1
          }
        }
      }
    }

    /// Returns all machines; the lock is held.
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

  /// A queue whose first element is removed in constant time.
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
        // Half of the array is empty: move the rest once.
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

  /// The texts of a stream of server-sent events (WHATWG HTML, 9.2).
  private enum ServerSentEvent {
    static func text(_ name: String, _ data: String) -> Data {
      let lines = data.split(separator: "\n", omittingEmptySubsequences: false)
      return Data("event: \(name)\n\(lines.map { "data: \($0)\n" }.joined())\n".utf8)
    }
  }
#endif
