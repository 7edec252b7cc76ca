#if Inspector
  import Foundation
  import Schematic
  import SchematicGraph
  import SchematicGraphviz
  import SchematicTraces

  /// A small web server that shows running machines, their states and their events in a browser.
  ///
  /// ```swift
  /// let inspector = Inspector()
  /// inspector.watch(machine, named: "Turnstile")
  /// print(try await inspector.start())  // http://127.0.0.1:49731/6f2c…/
  /// ```
  ///
  /// You can watch machines before and after the server starts. They appear on the page when you
  /// watch them and disappear when they are deallocated; the inspector doesn't keep them alive. A
  /// machine never waits for a browser. It writes its events to a buffer, whose length you set with
  /// ``init(address:port:names:keeping:includingValues:allowingEvents:links:sources:)``. A browser that falls
  /// behind learns how many events it missed, how many machines came and went meanwhile, and the
  /// states of the machines that exist now.
  ///
  /// The inspector is for development. It uses HTTP without encryption, and everyone with the link
  /// sees everything that it shows, so leave it out of what you ship.
  public final class Inspector: Sendable {
    private let machines: WatchedMachines
    private let diagrams: WatchedDiagrams
    private let secret: Secret
    private let options: Options
    private let run = ServerRun()

    private struct Options {
      let address: String
      let port: UInt16
      let names: [String]
      let includesValues: Bool
      let allowsEvents: Bool
      /// The problem with the other options, or `nil`; ``start()`` throws it.
      let failure: InspectorError?
    }

    /// Creates an inspector, which doesn't listen until you call ``start()``.
    ///
    /// - Parameters:
    ///   - address: The address of this computer to listen at. By default, only programs on this
    ///     computer can connect. With `0.0.0.0`, everyone on the network can.
    ///   - port: The port; zero lets the system choose a free one.
    ///   - names: The host names that browsers may use instead of the address, such as `phone.local`.
    ///     Requests with an unknown name are refused.
    ///   - kept: The number of events to retain for browsers.
    ///   - includesValues: `true` to show the payloads of states and events as Swift describes
    ///     them. They may contain private data.
    ///   - allowsEvents: `true` to let pages send events to machines that you watch from an actor.
    ///   - links: A template for links from pages to lines of code, such as
    ///     `https://example.com/{file}#L{line}`, or `vscode`; `nil` to name the lines without links.
    ///   - sources: The folder of the package on this computer, in which files are found by their
    ///     names. Without it, `{file}` is replaced by the module and the name of the file, and there
    ///     is no `{path}`.
    public init(
      address: String = "127.0.0.1", port: UInt16 = 0, names: [String] = [],
      keeping kept: Int = 4_096,
      includingValues includesValues: Bool = false, allowingEvents allowsEvents: Bool = false,
      links: String? = nil, sources: String? = nil
    ) {
      var template = links.flatMap(LinkTemplate.named)
      var failure: InspectorError?
      if let links, template == nil {
        do {
          template = try LinkTemplate(links)
        } catch {
          failure = InspectorError(.invalidLinks, "\(error)")
        }
      }
      options = Options(
        address: address, port: port, names: names, includesValues: includesValues,
        allowsEvents: allowsEvents, failure: failure)
      diagrams = WatchedDiagrams(linkingTo: template, in: sources)
      machines = WatchedMachines(keeping: kept)
      secret = .random()
    }

    /// Shows a machine until it is deallocated.
    ///
    /// For the first machine with a name and type, this explores the rules immediately to create the
    /// diagram, even in states that never occur. If your rules stop the program in such a state, pass
    /// the graph.
    ///
    /// - Parameters:
    ///   - machine: The machine, which the inspector doesn't keep alive.
    ///   - name: The name of the machine on the page. Machines with the same name and type share a
    ///     diagram.
    ///   - graph: The graph of the diagram, if you have it; otherwise it is created from the rules.
    ///   - isolation: The machine's actor, from which you call this function. Pages can't send events
    ///     to a machine without an actor.
    /// - Returns: A token. To stop showing the machine, pass it to the machine's `removeObserver`.
    /// - Complexity: For the first machine with a name and type, that of exploring the rules; then O(1).
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
          id: presence.id, name: name, diagram: diagram,
          state: machine.schema.configuration(of: machine.state).description,
          sender: options.allowsEvents ? MachineRoute(to: machine, on: isolation) : nil))
      let includesValues = options.includesValues
      var number = 0
      return machine.observe { [schema = machine.schema] handled in
        number += 1
        presence.machines.record(
          TraceEntry(
            handled, of: schema, machine: name, id: presence.id, number: number,
            includingValues: includesValues))
      }
    }

    /// Starts the server.
    ///
    /// - Returns: The link to the page. Its long last part is the secret that opens the page.
    /// - Throws: An ``InspectorError`` if the address is invalid or isn't one of this computer's,
    ///   if the port is taken or not permitted, if the template of links is invalid, if the server is
    ///   already running, if it was stopped meanwhile, or if the system refuses a socket.
    public func start() async throws(InspectorError) -> String {
      if let failure = options.failure { throw failure }
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
      // Browsers omit the default port.
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
    /// The inspector continues to watch, and you can start it again.
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

  /// A machine's presence on pages, which ends when the machine releases its observer.
  private final class Presence: Sendable {
    let id = TraceEntry.makeIdentity()
    let machines: WatchedMachines

    init(in machines: WatchedMachines) {
      self.machines = machines
    }

    deinit { machines.remove(id) }
  }

  /// The task that runs the server; there is at most one at a time.
  private final class ServerRun: Sendable {
    private enum Phase {
      case idle
      case starting
      case running(Task<Void, Never>)
    }

    private let lock = NSLock()
    // Used only while the lock is held.
    nonisolated(unsafe) private var phase = Phase.idle

    /// Reserves the start, or returns `false` if the server is already running or starting.
    func reserve() -> Bool {
      lock.withLock {
        guard case .idle = phase else { return false }
        phase = .starting
        return true
      }
    }

    /// Gives up starting.
    func giveUp() {
      lock.withLock { if case .starting = phase { phase = .idle } }
    }

    /// Begins a task, or returns `false` if the server was stopped meanwhile.
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
