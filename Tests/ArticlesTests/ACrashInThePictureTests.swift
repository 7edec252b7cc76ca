import SchematicGraph
import SchematicTesting
import Testing

/// A client that listens to a channel of a server.
struct Subscription {
  enum State { case idle, starting, cancelled, listening }
  enum Message { case listen, unlisten }
  private var state = State.idle
  private let isPatient: Bool

  init(isPatient: Bool) { self.isPatient = isPatient }

  mutating func subscribe() -> Message? {
    guard state == .idle else { return nil }
    state = .starting
    return .listen
  }

  mutating func accepted() -> Message? {
    let message: Message? = state == .cancelled ? .unlisten : nil
    state = state == .cancelled ? .idle : .listening
    return message
  }

  mutating func refused() { state = .idle }

  mutating func cancel() -> Message? {
    switch state {
    case .idle:
      precondition(isPatient, "nobody listens")
      return nil
    case .starting, .cancelled:
      state = .cancelled
      return nil
    case .listening:
      state = .idle
      return .unlisten
    }
  }

  static func graph(isPatient: Bool) -> StateGraph {
    StateGraph.withTraps {
      StateGraph(
        .value(Subscription(isPatient: isPatient)) { ReflectedState(of: $0) },
        steps: [
          .step("subscribe") { $0.subscribe() },
          .step("accepted") { $0.accepted() },
          .step("refused") { $0.refused() },
          .step("cancel") { $0.cancel() },
        ])
    }
  }
}

/// A client that connects, but not for longer than a timer runs.
struct Dialer {
  enum State { case idle, dialing, done }
  enum Order { case startTimer, stopTimer }
  private var state = State.idle
  private let isPatient: Bool

  init(isPatient: Bool) { self.isPatient = isPatient }

  mutating func dial() -> Order? {
    guard state == .idle else { return nil }
    state = .dialing
    return .startTimer
  }

  mutating func connected() -> Order? {
    guard state == .dialing else { return nil }
    state = .done
    return .stopTimer
  }

  mutating func timedOut() {
    switch state {
    case .idle: preconditionFailure("no timer was started")
    case .dialing: state = .done
    case .done: precondition(isPatient, "the timer was stopped")
    }
  }

  static func graph(isPatient: Bool) -> StateGraph {
    StateGraph.withTraps {
      StateGraph(
        .value(Dialer(isPatient: isPatient)) { ReflectedState(of: $0) },
        steps: [
          .step("dial") { $0.dial() },
          .step("connected") { $0.connected() },
          .step("timedOut") { $0.timedOut() },
        ])
    }
  }
}

/// A relay of numbers to a reader who asks for each of them.
struct Relay {
  enum State { case quiet, asked, broken, finished }
  enum Answer { case number, error, end }
  private var state = State.quiet
  private let keepsErrors: Bool

  init(keepsErrors: Bool) { self.keepsErrors = keepsErrors }

  mutating func next() -> Answer? {
    switch state {
    case .quiet, .asked:
      state = .asked
      return nil
    case .broken:
      state = .finished
      return .error
    case .finished: return .end
    }
  }

  mutating func received() -> Answer? {
    guard state == .asked else { return nil }
    state = .quiet
    return .number
  }

  mutating func failed() -> Answer? {
    switch state {
    case .asked:
      state = .finished
      return .error
    case .quiet:
      state = keepsErrors ? .broken : .finished
      return nil
    case .broken, .finished: return nil
    }
  }

  static func graph(keepsErrors: Bool) -> StateGraph {
    StateGraph(
      .value(Relay(keepsErrors: keepsErrors)) { ReflectedState(of: $0) },
      steps: [
        .step("next") { $0.next() },
        .step("received") { $0.received() },
        .step("failed") { $0.failed() },
      ])
  }
}

private enum Server { case quiet, asked }
private enum Timer { case off, on, late }

// Other systems draw no traps.
#if os(Linux)
  @Suite struct ACrashInThePictureTests {
    /// The text of a picture of the article.
    private static func picture(_ name: String) -> String {
      "../../Sources/SchematicAnalysis/SchematicAnalysis.docc/Resources/\(name).dot"
    }

    @Test func graphShowsACancelThatTheServerRefused() throws {
      let graph = Subscription.graph(isPatient: false)
      let server = MachineEnvironment("server", initial: Server.quiet) { state in
        switch state {
        case .quiet: [.hears("listen", then: .asked)]
        case .asked: [.sends("accepted", then: .quiet), .sends("refused", then: .quiet)]
        }
      }
      let driven = try graph.driven(
        by: server, .only("cancel", after: "subscribe"), .atMostOnce("cancel"))
      #expect(
        driven.reachableTraps.map(\.description) == [
          "idle: subscribe -> starting, refused -> idle, cancel -> traps"
        ])
      expectDiagram(of: graph, matches: Self.picture("Subscription"))
      let edits = Subscription.graph(isPatient: true).diff(from: graph).edits
      #expect(edits.map(\.description) == ["- idle: cancel / traps: nobody listens"])
    }

    /// A timer that can be stopped, or one that may be due when it is stopped.
    func timer(mayBeLate: Bool) -> MachineEnvironment {
      MachineEnvironment("timer", initial: Timer.off) { state in
        switch state {
        case .off: [.hears("startTimer", then: .on)]
        case .on:
          [.sends("timedOut", then: .off), .hears("stopTimer", then: mayBeLate ? .late : .off)]
        case .late: [.sends("timedOut", then: .off)]
        }
      }
    }

    @Test func graphShowsATimeoutAfterTheEnd() throws {
      let graph = Dialer.graph(isPatient: false)
      let obedient = try graph.driven(by: timer(mayBeLate: false))
      #expect(obedient.reachableTraps.isEmpty)
      let late = try graph.driven(by: timer(mayBeLate: true))
      #expect(
        late.reachableTraps.map(\.description) == [
          "idle: dial -> dialing, connected -> done, timedOut -> traps"
        ])
      expectDiagram(of: late.graph, matches: Self.picture("Dialer"))
      let edits = Dialer.graph(isPatient: true).diff(from: graph).edits
      #expect(edits.map(\.description) == ["- done: timedOut / traps: the timer was stopped"])
    }

    @Test func propertyFindsAnErrorThatIsLost() throws {
      let promise = GraphProperty.never(
        .performing("end"), after: .taking("failed"), until: .performing("error"))
      let graph = Relay.graph(keepsErrors: false)
      let loss = try graph.check(promise)
      #expect(loss?.walk.description == "quiet: failed -> finished, next -> finished")
      expectDiagram(of: graph, matches: Self.picture("Relay"))
      let mended = Relay.graph(keepsErrors: true)
      #expect(try mended.check(promise) == nil)
      #expect(
        mended.diff(from: graph).edits.map(\.description) == [
          "~ quiet: failed leads to broken, was finished",
          "+ state broken",
          "+ broken -> finished: next / error",
        ])
    }
  }
#endif
