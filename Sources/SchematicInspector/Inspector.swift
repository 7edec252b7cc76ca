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
  /// and a browser that falls behind is told how many events it missed and where all machines are.
  ///
  /// The inspector is for development. It speaks HTTP without encryption, and whoever has the link sees
  /// everything that it shows: leave it out of what you ship.
  public final class Inspector: Sendable {
    private let machines: WatchedMachines
    private let diagrams = WatchedDiagrams()
    private let secret: String
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
      // From the system's own generator, which nobody can guess.
      secret = TraceEntry.makeIdentity() + TraceEntry.makeIdentity()
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
      return machine.observeEvents { observed in
        number += 1
        presence.machines.record(
          TraceEntry(
            observed, machine: name, id: presence.id, number: number,
            includingValues: includesValues))
      }
    }

    /// Starts the server.
    ///
    /// - Returns: The link of the page, whose long last part is the secret that opens it.
    /// - Throws: An ``InspectorError`` where the address is none of this computer, the port is taken, or
    ///   the server runs already.
    public func start() async throws(InspectorError) -> String {
      let options = options
      let server: HTTPServer
      do {
        server = try await HTTPServer(address: options.address, port: options.port)
      } catch {
        throw InspectorError("cannot listen at \(options.address), port \(options.port): \(error)")
      }
      let port = server.port
      let own = options.address.contains(":") ? "[\(options.address)]" : options.address
      let here = Self.isLoopback(options.address) ? ["127.0.0.1", "localhost", "[::1]"] : []
      let names = (here + [own] + options.names).map { $0.lowercased() }
      // Browsers leave out the port that is usual.
      let hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
      let pages = Pages(
        machines: machines, diagrams: diagrams, allowsEvents: options.allowsEvents, secret: secret,
        hosts: Set(hosts))
      guard run.begin({ Task { await server.run(pages.answer) } }) else {
        server.close()
        throw InspectorError("the inspector runs already")
      }
      return "http://\(options.names.first ?? own):\(port)/\(secret)/"
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

  /// An inspector that cannot start.
  public struct InspectorError: Error, Hashable, CustomStringConvertible {
    /// The problem, and its place.
    public let description: String

    init(_ description: String) {
      self.description = description
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
    private let lock = NSLock()
    nonisolated(unsafe) private var task: Task<Void, Never>?

    /// Begins a task; returns `false` where one runs already.
    func begin(_ make: () -> Task<Void, Never>) -> Bool {
      lock.withLock {
        guard task == nil else { return false }
        task = make()
        return true
      }
    }

    func cancel() {
      lock.withLock { task?.cancel() }
    }

    func end() async {
      let ended = lock.withLock {
        defer { task = nil }
        return task
      }
      ended?.cancel()
      await ended?.value
    }
  }
#endif
