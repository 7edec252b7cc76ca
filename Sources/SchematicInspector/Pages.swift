#if Inspector
  import Foundation
  import SchematicGraph
  import SchematicGraphviz
  import SchematicTraces

  /// The answers to the requests of browsers, and the checks that every request must pass.
  struct Pages: Sendable {
    let machines: WatchedMachines
    let diagrams: WatchedDiagrams
    let allowsEvents: Bool
    let secret: Secret
    /// The host names, with the port, that a browser may use for the server.
    let hosts: Set<String>

    /// Returns the answer to a request.
    func answer(_ request: HTTPRequest) async -> HTTPServer.Answer {
      do {
        return try await route(request)
      } catch let refusal as HTTPRefusal {
        return .response(HTTPResponse(refusal))
      } catch {
        return .response(HTTPResponse(HTTPRefusal(.notFound, "\(error)")))
      }
    }

    private func route(_ request: HTTPRequest) async throws -> HTTPServer.Answer {
      let path = try admittedPath(of: request)
      switch (request.method, path) {
      case ("GET", ""):
        let page = PlayerPage.live(title: "Running machines").html
        return .response(
          HTTPResponse(.ok, type: "text/html; charset=utf-8", body: Data(page.utf8)))
      case ("GET", "live"): return stream()
      case ("GET", _) where path.hasPrefix("diagram/"):
        guard let number = Int(path.dropFirst("diagram/".count)),
          let text = await diagrams.text(of: number)
        else { throw HTTPRefusal(.notFound, "there is no such diagram") }
        return .response(HTTPResponse(.ok, type: "application/json", body: Data(text.utf8)))
      case ("POST", "send"): return .response(try await send(request))
      case ("GET", "send"), ("POST", ""), ("POST", "live"):
        throw HTTPRefusal(.methodNotAllowed, "\(request.method) is not for this address")
      case ("GET", _), ("POST", _): throw HTTPRefusal(.notFound, "there is no such page")
      default: throw HTTPRefusal(.methodNotAllowed, "only GET and POST are understood")
      }
    }

    /// Returns the path after the secret, or throws if the request isn't allowed.
    ///
    /// A page from another origin can make a browser send requests here, which the header `Origin`
    /// reveals. Its host name may even resolve to this computer, which the header `Host` reveals.
    private func admittedPath(of request: HTTPRequest) throws(HTTPRefusal) -> Substring {
      guard let host = try request.header("host") else {
        throw HTTPRefusal(.badRequest, "the header Host is missing")
      }
      guard hosts.contains(host.lowercased()) else {
        throw HTTPRefusal(.forbidden, "this server is not called by that host")
      }
      if let origin = try request.header("origin") {
        guard origin.hasPrefix("http://"),
          hosts.contains(origin.dropFirst("http://".count).lowercased())
        else { throw HTTPRefusal(.forbidden, "pages of other origins may not ask") }
      }
      let path = request.target.dropFirst().split(
        separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard secret.isEqual(to: path[0].utf8) else {
        throw HTTPRefusal(.forbidden, "the link is not the one that the program printed")
      }
      guard path.count == 2 else { throw HTTPRefusal(.notFound, "the link ends in a slash") }
      return path[1]
    }

    private func stream() -> HTTPServer.Answer {
      let browser = Browser(machines: machines, allowingEvents: allowsEvents)
      return .stream { await browser.next() }
    }

    private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      guard allowsEvents else {
        throw HTTPRefusal(.forbidden, "the program lets pages look on, and send no events")
      }
      let type = try request.header("content-type") ?? ""
      guard type.split(separator: ";").first?.lowercased() == "application/json" else {
        throw HTTPRefusal(.unsupportedMediaType, "the body must be of type application/json")
      }
      let message: Message
      do {
        message = try JSONDecoder().decode(Message.self, from: Data(request.body))
      } catch {
        throw HTTPRefusal(.badRequest, "the body must be an object with the texts id and event")
      }
      let (isKnown, route) = machines.route(to: message.id)
      guard isKnown, let route else { throw HTTPRefusal(.notFound, "there is no such machine") }
      switch await route.send(message.event) {
      case .handled(let outcome):
        return HTTPResponse(
          .ok, type: "application/json", body: Data("{\"outcome\":\"\(outcome.rawValue)\"}".utf8))
      case .gone: throw HTTPRefusal(.notFound, "the machine is gone")
      case .unreachable:
        throw HTTPRefusal(.conflict, "the machine was watched from no actor, so it takes no events")
      case .unknownEvent:
        throw HTTPRefusal(.unprocessable, "the machine declares no event of that label")
      }
    }

    private struct Message: Decodable {
      let id: String
      let event: String
    }
  }

  /// A browser that is reading the stream.
  private actor Browser {
    private let machines: WatchedMachines
    private let allowsEvents: Bool
    private var position: WatchedMachines.Position?

    init(machines: WatchedMachines, allowingEvents: Bool) {
      self.machines = machines
      allowsEvents = allowingEvents
    }

    /// Returns new data or, if there is none for two seconds, a line that keeps the stream alive.
    func next() async -> Data {
      guard var position else {
        let (data, position) = machines.begin(allowingEvents: allowsEvents)
        self.position = position
        return data
      }
      defer { self.position = position }
      // Looks for new data every 50 milliseconds, so that many events can be sent at once.
      for _ in 0..<40 {
        try? await Task.sleep(for: .milliseconds(50))
        if Task.isCancelled { break }
        if let data = machines.next(&position) { return data }
      }
      return Data(": waiting\n\n".utf8)
    }
  }

  /// The diagrams of machines; a diagram is drawn when a page first asks for it.
  ///
  /// Machines with the same name and type share a diagram.
  final class WatchedDiagrams: Sendable {
    private struct Diagram {
      let key: String
      let name: String
      let graph: StateGraph
      var text: String?
    }

    private let lock = NSLock()
    // Used only while the lock is held.
    nonisolated(unsafe) private var diagrams: [Diagram] = []
    private let queue = DispatchQueue(label: "schematic.inspector.drawing")
    private let template: LinkTemplate?
    private let sources: String?
    // Used only on the queue, because finding the source files takes time.
    nonisolated(unsafe) private var links: CodeLinks?

    /// Creates a list of diagrams.
    ///
    /// - Parameters:
    ///   - template: The template of links to lines of code; `nil` for none.
    ///   - sources: The folder of the package that contains the lines; `nil` if it isn't known.
    init(linkingTo template: LinkTemplate? = nil, in sources: String? = nil) {
      (self.template, self.sources) = (template, sources)
    }

    /// Returns the number of a diagram, and creates its graph if the key is new.
    func number(of key: String, named name: String, _ graph: () -> StateGraph) -> Int {
      if let known = lock.withLock({ diagrams.firstIndex { $0.key == key } }) { return known }
      let graph = graph()
      return lock.withLock {
        if let known = diagrams.firstIndex(where: { $0.key == key }) { return known }
        diagrams.append(Diagram(key: key, name: name, graph: graph))
        return diagrams.count - 1
      }
    }

    /// Returns a diagram in the form that pages read, or `nil` if there is none with that number.
    func text(of number: Int) async -> String? {
      await withCheckedContinuation { continuation in
        // Drawing blocks its thread, so diagrams have a queue of their own.
        queue.async { [self] in
          guard
            let diagram = lock.withLock({
              diagrams.indices.contains(number) ? diagrams[number] : nil
            })
          else { return continuation.resume(returning: nil) }
          if let text = diagram.text { return continuation.resume(returning: text) }
          let links = links ?? CodeLinks(to: template, in: sources.map(SourceFiles.init))
          self.links = links
          let text =
            (try? PlayerPage.machine(diagram.name, diagram.graph, links: links))
            ?? PlayerPage.machine(
              diagram.name, diagram.graph, links: links,
              insteadOfPicture: "The picture cannot be drawn on this system.")
          lock.withLock { diagrams[number].text = text }
          continuation.resume(returning: text)
        }
      }
    }
  }
#endif
