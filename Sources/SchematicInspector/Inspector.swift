#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph

  /// A small web server that shows running machines in a browser: where they are, and what they do.
  ///
  /// ```swift
  /// let inspector = Inspector()
  /// inspector.watch(machine, named: "Turnstile")
  /// print(try await inspector.start())  // http://127.0.0.1:49731/6f2c…/
  /// ```
  ///
  /// Machines may be watched before and after the server starts, and appear and disappear on the page as
  /// they come and go: the inspector keeps none alive. A machine waits for no browser. It writes what it
  /// did into a buffer of ``init(address:port:names:keeping:includingValues:allowingEvents:)``'s length,
  /// and a browser that falls behind is told how many events it missed, how many machines came and went
  /// meanwhile, and where all others are.
  ///
  /// The inspector is for development. It speaks HTTP without encryption, and whoever has the link sees
  /// everything that it shows: leave it out of what you ship.
  public final class Inspector: Sendable {
    private let machines: WatchedMachines
    private let diagrams = WatchedDiagrams()
    private let secret: Secret
    private let options: Options
    private let run = ServerRun()

    private struct Options {
      let address: String
      let port: UInt16
      let names: [String]
      let includesValues: Bool
      let allowsEvents: Bool
    }

    /// Creates an inspector, which listens nowhere before ``start()``.
    ///
    /// - Parameters:
    ///   - address: The address of this computer to listen at. Unless you say otherwise only programs on
    ///     this computer can connect; `0.0.0.0` lets in everybody who can reach it.
    ///   - port: The port; zero lets the system choose a free one.
    ///   - names: The names by which browsers call another address than that of this computer alone, such
    ///     as `phone.local`; requests by any other name are refused.
    ///   - kept: The number of events that are kept for browsers.
    ///   - includesValues: `true` to show what states and events carry, as Swift describes them. It may
    ///     be what nobody else is to know.
    ///   - allowsEvents: `true` to let pages send events to machines that were watched from an actor.
    public init(
      address: String = "127.0.0.1", port: UInt16 = 0, names: [String] = [],
      keeping kept: Int = 4_096,
      includingValues includesValues: Bool = false, allowingEvents allowsEvents: Bool = false
    ) {
      options = Options(
        address: address, port: port, names: names, includesValues: includesValues,
        allowsEvents: allowsEvents)
      machines = WatchedMachines(keeping: kept)
      secret = .random()
    }

    /// Shows a machine from now on, until it is gone.
    ///
    /// The first machine of a name has its rules explored for the diagram, here and at once: rules that
    /// stop the program in a state that never happens stop it now. Give the graph in that case.
    ///
    /// - Parameters:
    ///   - machine: The machine, which the inspector does not keep alive.
    ///   - name: The name of the machine on the page. Machines of one name and one type share a diagram.
    ///   - graph: The graph of its diagram, where it is at hand; otherwise it is made from the rules.
    ///   - isolation: The actor that the machine lives on, which is the one you call from. Pages may send
    ///     events there; to a machine without an actor they cannot.
    /// - Returns: The key that ends it when given to the machine's `removeObserver`.
    /// - Complexity: That of exploring the rules for the first machine of a name, then O(1).
    @discardableResult
    public func watch<State: Graphable, Event: Graphable, Subject>(
      _ machine: StateMachine<State, Event, Subject>, named name: String,
      drawnAs graph: StateGraph? = nil, isolation: isolated (any Actor)? = #isolation
    ) -> ObserverToken {
      let key = "\(name) \(ObjectIdentifier(type(of: machine)))"
      let diagram = diagrams.number(of: key, named: name) { graph ?? StateGraph(machine.schema) }
      let presence = Presence(in: machines)
      machines.add(
        WatchedMachines.Machine(
          id: presence.id, name: name, diagram: diagram, state: machine.state.graphIdentifier,
          sender: options.allowsEvents ? MachineRoute(to: machine, on: isolation) : nil))
      let includesValues = options.includesValues
      var number = 0
      return machine.observe { handled in
        number += 1
        presence.machines.record(
          TraceEntry(
            handled, machine: name, id: presence.id, number: number,
            includingValues: includesValues))
      }
    }

    /// Starts the server.
    ///
    /// - Returns: The link of the page, whose long last part is the secret that opens it.
    /// - Throws: An ``InspectorError`` when the address is none or none of this computer, the port is taken
    ///   or not permitted, the server runs already, or it was stopped meanwhile.
    public func start() async throws(InspectorError) -> String {
      guard run.reserve() else {
        throw InspectorError(.alreadyRunning, "the inspector runs already")
      }
      let server: HTTPServer
      do {
        server = try await HTTPServer(address: options.address, port: options.port)
      } catch {
        run.giveUp()
        throw error
      }
      let port = server.port
      let own = server.address.contains(":") ? "[\(server.address)]" : server.address
      let here = Self.isLoopback(server.address) ? ["127.0.0.1", "localhost", "[::1]"] : []
      let names = (here + [own] + options.names).map { $0.lowercased() }
      // Browsers leave out the port that is usual.
      let hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
      let pages = Pages(
        machines: machines, diagrams: diagrams, allowsEvents: options.allowsEvents, secret: secret,
        hosts: Set(hosts))
      guard run.begin({ Task { await server.run(pages.answer) } }) else {
        server.close()
        throw InspectorError(.stopped, "the inspector was stopped before it had started")
      }
      return "http://\(options.names.first ?? own):\(port)/\(secret.text)/"
    }

    /// Stops the server and ends all connections.
    ///
    /// The inspector goes on watching, and may be started again.
    public func stop() async {
      await run.end()
    }

    deinit {
      run.cancel()
    }

    /// Returns whether only programs on this computer can reach an address.
    private static func isLoopback(_ address: String) -> Bool {
      address.hasPrefix("127.") || address == "::1"
    }
  }

  /// The presence of a machine on pages, which ends with the closure that observes the machine.
  private final class Presence: Sendable {
    let id = TraceEntry.makeIdentity()
    let machines: WatchedMachines

    init(in machines: WatchedMachines) {
      self.machines = machines
    }

    deinit { machines.remove(id) }
  }

  /// The task in which a server runs, at most one at a time.
  private final class ServerRun: Sendable {
    private enum Phase {
      case idle
      case starting
      case running(Task<Void, Never>)
    }

    private let lock = NSLock()
    // Only used while the lock is held.
    nonisolated(unsafe) private var phase = Phase.idle

    /// Makes it start; returns `false` where it runs already, or is starting.
    func reserve() -> Bool {
      lock.withLock {
        guard case .idle = phase else { return false }
        phase = .starting
        return true
      }
    }

    /// Ends starting, without a server.
    func giveUp() {
      lock.withLock { if case .starting = phase { phase = .idle } }
    }

    /// Begins a task; returns `false` where it was ended meanwhile.
    func begin(_ make: () -> Task<Void, Never>) -> Bool {
      lock.withLock {
        guard case .starting = phase else { return false }
        phase = .running(make())
        return true
      }
    }

    func cancel() {
      lock.withLock { if case .running(let task) = phase { task.cancel() } }
    }

    func end() async {
      let ended: Task<Void, Never>? = lock.withLock {
        defer { phase = .idle }
        guard case .running(let task) = phase else { return nil }
        return task
      }
      ended?.cancel()
      await ended?.value
    }
  }
#endif
