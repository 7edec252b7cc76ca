import SchematicAnalysis
import SchematicGraph
import SchematicTestKit
import Testing

/// A machine whose traps others can reach, or cannot.
@Suite struct DrivenGraphTests {
  private typealias Rule = StateGraph.Rule

  /// A connection: its user opens and closes it, and its peer answers.
  private static let connection = StateGraph(
    states: ["idle", "opening", "open", "closed"].map { .init(identifier: $0) },
    rules: [
      Rule(
        source: "idle", target: "opening", trigger: "open", effect: .external(action: "send SYN")),
      Rule(source: "idle", trigger: "close", effect: .traps(message: "nothing to close")),
      Rule(source: "idle", trigger: "data", effect: .traps()),
      Rule(source: "idle", trigger: "opened", effect: .traps()),
      Rule(source: "opening", target: "open", trigger: "opened", effect: .external()),
      Rule(source: "opening", trigger: "data", effect: .traps()),
      Rule(source: "open", trigger: "data", effect: .internal(action: "deliver")),
      Rule(source: "open", trigger: "opened", effect: .traps()),
      Rule(
        source: "open", target: "closed", trigger: "close", effect: .external(action: "send FIN")),
      Rule(source: "closed", trigger: "data", effect: .traps(message: "no reader")),
    ], initialState: "idle")

  private enum Peer { case quiet, asked, talking, leaving }

  /// A peer that answers SYN, and sends data until it hears FIN, or even then.
  private static func peer(sendsAfterFIN: Bool) -> MachineEnvironment {
    MachineEnvironment("peer", initial: Peer.quiet) { state in
      switch state {
      case .quiet: [.hears("send SYN", then: .asked)]
      case .asked: [.sends("opened", then: .talking)]
      case .talking: [.sends("data"), .hears("send FIN", then: .leaving)]
      case .leaving: sendsAfterFIN ? [.sends("data")] : []
      }
    }
  }

  @Test func aTrapThatThePeerReachesHasAShortestWalk() throws {
    let driven = try Self.connection.driven(by: Self.peer(sendsAfterFIN: true))
    #expect(
      driven.reachableTraps.map(\.description) == [
        "idle: open -> opening, opened -> open, close -> closed, data -> traps"
      ])
  }

  @Test func aGraphWithinAnEnvironmentHasItsTrapsAndAFindingAboutEach() {
    let graph = Self.connection.within(Self.peer(sendsAfterFIN: true))
    #expect(graph.traps.map(\.description) == ["closed: data / traps: no reader"])
    #expect(graph.transitions == Self.connection.transitions)
    #expect(
      graph.omission?.description == "only traps that others reach; not shown: 5 rejections")
    #expect(graph.findings.first?.name == "trap that others reach: closed, data")
    #expect(
      graph.findings.first?.description.hasPrefix(
        "idle: open -> opening, opened -> open, close -> closed, data -> traps; ") == true)
  }

  @Test func aGraphWithinAnObedientEnvironmentHasNoTraps() {
    let graph = Self.connection.within(Self.peer(sendsAfterFIN: false))
    #expect(graph.traps.isEmpty)
    #expect(!graph.findings.contains { $0.kind == .reachableTrap })
  }

  @Test func aGraphWithinAnEnvironmentOfAnotherMachineHasAnError() {
    let graph = Self.connection.within(.only("data", after: "send SYM"))
    #expect(graph.traps == Self.connection.traps)
    #expect(graph.findings.map(\.severity).first == .error)
    #expect(graph.findings.first?.description.contains("send SYM") == true)
  }

  @Test func oneOfSeveralCausesIsEnough() throws {
    let either = try Self.connection.driven(by: .only("data", after: "send SYN", "send FIN"))
    #expect(either.reachableTraps.map(\.end) == ["opening", "closed"])
    let late = try Self.connection.driven(by: .only("data", after: "send FIN"))
    #expect(late.reachableTraps.map(\.end) == ["closed"])
  }

  @Test func aTrapOfAnEventThatNobodyElseSendsIsTheCallers() throws {
    let driven = try Self.connection.driven(by: Self.peer(sendsAfterFIN: true))
    #expect(driven.callerTraps.map(\.description) == ["idle: close -> traps"])
  }

  @Test func trapsThatCannotHappenAreListedAsSuch() throws {
    let driven = try Self.connection.driven(by: Self.peer(sendsAfterFIN: false))
    #expect(driven.reachableTraps.isEmpty)
    #expect(
      driven.impossibleTraps.map(\.description) == [
        "idle: data / traps", "idle: opened / traps", "opening: data / traps",
        "open: opened / traps", "closed: data / traps: no reader",
      ])
  }

  @Test func theDrivenGraphHasWhatIsPossibleAndNothingElse() throws {
    let driven = try Self.connection.driven(by: Self.peer(sendsAfterFIN: true))
    #expect(
      driven.graph.rules.map(\.description) == [
        "idle -> opening: open / send SYN", "idle: close / traps: nothing to close",
        "opening -> open: opened", "open -> open: data / deliver (internal)",
        "open -> closed: close / send FIN", "closed: data / traps: no reader",
      ])
    #expect(try StateGraph(dot: driven.graph.dot()) == driven.graph)
  }

  @Test func statesThatTheEnvironmentForbidsAreListed() throws {
    let driven = try Self.connection.driven(by: .only("opened", after: "data"))
    #expect(driven.impossibleStates == ["open", "closed"])
    #expect(driven.graph.states.map(\.identifier) == ["idle", "opening"])
  }

  @Test func aStateThatMeetsSeveralStatesOfTheEnvironmentContainsThem() throws {
    let driven = try Self.connection.driven(by: .atMostOnce("data", "opened"))
    #expect(
      driven.graph.states.map(\.identifier) == [
        "idle", "opening", "open.after opened", "open.after data, opened",
        "closed.after opened", "closed.after data, opened",
      ])
    #expect(
      driven.graph.transitions.map(\.description).contains(
        "open.after opened -> open.after data, opened: data / deliver"))
  }

  @Test(
    arguments: [
      // Once opened and once only, data comes when it likes.
      (
        [MachineEnvironment.atMostOnce("opened"), .only("data", after: "opened")],
        [
          "idle: opened -> traps",
          "idle: open -> opening, opened -> open, close -> closed, data -> traps",
        ]
      ),
      (
        [.only("opened", after: "send SYN"), .only("data", "opened", until: "send FIN")],
        [
          "idle: data -> traps", "idle: open -> opening, data -> traps",
          "idle: open -> opening, opened -> open, opened -> traps",
        ]
      ),
    ])
  private func environmentsAgreeOnWhatArrives(
    environments: [MachineEnvironment], traps: [String]
  ) throws {
    let driven = try Self.connection.driven(by: environments)
    #expect(driven.reachableTraps.map(\.description) == traps)
  }

  @Test(arguments: [
    (StateGraph.Effect.rejected(reason: "not yet"), [String]()),
    (.internal(), ["idle: login -> idle, data -> traps"]),
  ])
  func anEventThatIsRejectedHasNotHappened(effect: StateGraph.Effect, traps: [String]) throws {
    let graph = StateGraph(
      states: [.init(identifier: "idle")],
      rules: [
        Rule(source: "idle", trigger: "login", effect: effect),
        Rule(source: "idle", trigger: "data", effect: .traps()),
      ], initialState: "idle")
    let driven = try graph.driven(by: .only("data", after: "login"))
    #expect(driven.reachableTraps.map(\.description) == traps)
  }

  @Test(arguments: ["send(SYN)", "send"], [nil, "send(FIN)"])
  func theNameOfAnActionStandsForAllThatItSends(cause: String, other: String?) throws {
    let graph = StateGraph(
      states: [.init(identifier: "idle")],
      rules: [
        Rule(source: "idle", trigger: "open", effect: .internal(action: other ?? "send(SYN)")),
        Rule(source: "idle", trigger: "close", effect: .internal(action: "send(SYN)")),
        Rule(source: "idle", trigger: "data", effect: .traps()),
      ], initialState: "idle")
    let driven = try graph.driven(by: .only("data", after: cause))
    let first = cause == "send" || other == nil ? "open" : "close"
    #expect(
      driven.reachableTraps.map(\.description) == ["idle: \(first) -> idle, data -> traps"])
  }

  @Test func theReportNamesEachTrapAndTheWayToIt() throws {
    let driven = try Self.connection.driven(by: Self.peer(sendsAfterFIN: true))
    #expect(
      "\(driven)" == """
        1 trap can be reached, 1 by a mistake of the caller, 4 cannot happen
        reachable: closed: data / traps: no reader
          idle: open -> opening, opened -> open, close -> closed, data -> traps
        the caller's: idle: close / traps: nothing to close
          idle: close -> traps
        """)
  }

  @Test func namesThatTheMachineDoesNotHaveAreRefused() {
    #expect(throws: UnknownNameError.self) { try Self.connection.driven(by: .atMostOnce("dta")) }
    #expect {
      try Self.connection.driven(by: .only("data", after: "send SYM"))
    } throws: {
      "\($0)".hasPrefix("the graph has no action \"send SYM\"; it has \"send SYN\"")
    }
  }

  @Test func anEventThatMeansNothingIsNoUnknownName() throws {
    struct Bell { var isRung = false }
    let graph = StateGraph(
      .value(Bell()) { ReflectedState($0.isRung) },
      steps: [.step("ring") { $0.isRung = true }, .step("wait") { _ in }])
    #expect(try graph.driven(by: .only("wait", after: "ring")).graph.rules.map(\.event) == ["ring"])
  }

  @Test func anEnvironmentWithoutEndIsSaidToBeCut() throws {
    let endless = MachineEnvironment("counter", initial: 0) { [.sends("data", then: $0 + 1)] }
    let driven = try Self.connection.driven(by: endless)
    #expect("\(driven)".contains("not whole: 1000 states of counter tried"))
  }

  // MARK: - What environments hear

  /// A lamp that does something on exit, on the way, on entry and meanwhile.
  private static let lamp = StateGraph(
    states: [
      .init(identifier: "off", behaviors: [.init(.entry, "rest"), .init(.exit, "wake")]),
      .init(
        identifier: "on",
        behaviors: [
          .init(.entry, "shine"), .init(.task, "hum"),
          .init(.entry, "blink", if: [.payload("n = 1")]),
        ]),
    ],
    rules: [
      Rule(source: "off", target: "on", trigger: "press", effect: .external(action: "click")),
      Rule(source: "on", target: "off", trigger: .timeout(.seconds(5))),
      Rule(source: "on", trigger: "burn", effect: .traps()),
    ], initialState: "off")

  @Test func environmentsHearExitActionEntryAndTaskInThisOrder() throws {
    let sounds = ["rest", "press", "wake", "click", "shine", "hum"]
    let listener = MachineEnvironment("listener", initial: 0) { position in
      position < sounds.count
        ? [.hears(sounds[position], then: position + 1)] : [.sends("burn")]
    }
    let driven = try Self.lamp.driven(by: listener)
    #expect(driven.reachableTraps.map(\.description) == ["off: press -> on, burn -> traps"])
    let reversed = MachineEnvironment("reversed", initial: 0) { position in
      position < sounds.count
        ? [.hears(sounds.reversed()[position], then: position + 1)] : [.sends("burn")]
    }
    // In the other order it hears one sound in each round.
    #expect(
      try Self.lamp.driven(by: reversed).reachableTraps.map(\.steps.count) == [11])
  }

  @Test func whatDependsOnAConditionMayBeHeardOrNot() throws {
    let once = MachineEnvironment("once", initial: 0) { count in
      count == 0
        ? [.hears("blink", then: 1)] : count == 1 ? [.hears("wake", then: 2)] : [.sends("burn")]
    }
    #expect(try Self.lamp.driven(by: once).graph.states.count > 2)
  }

  @Test func aTimeoutArrivesWhenATimerSendsIt() throws {
    let stopped = try Self.lamp.driven(by: .only("after 5 s", until: "shine"))
    #expect(stopped.graph.transitions.map(\.description) == ["off -> on: press / click"])
    #expect(try Self.lamp.driven(by: []).graph.transitions.count == 2)
  }

  // MARK: - Values

  /// A machine that fails on its second tick.
  private struct Fuse: Graphable, Hashable {
    enum Phase: CaseIterable, Graphable { case fine, burnt }
    var phase = Phase.fine
    var ticks = 0
    static var graphCases: [Fuse] { [] }
    var casePath: [String] { phase.casePath }
  }
  private enum Tick: CaseIterable, Graphable { case tick }

  @Test func whatTheStatesCarryIsKnownOfAGraphThatWasMadeByRunningRules() throws {
    let graph = StateGraph(initial: Fuse(), events: Tick.allCases) { fuse, _ in
      Fuse(phase: fuse.ticks == 1 ? .burnt : fuse.phase, ticks: min(2, fuse.ticks + 1))
    }
    #expect(try graph.driven(by: .atMostOnce("tick")).impossibleStates == ["burnt"])
    #expect(try graph.driven(by: []).impossibleStates.isEmpty)
    // A picture says only that one tick may burn the fuse.
    let read = try StateGraph(dot: graph.dot())
    #expect(try read.driven(by: .atMostOnce("tick")).impossibleStates.isEmpty)
  }

  // MARK: - Events that mean nothing

  /// A machine that ignores an event, or answers it under conditions only.
  private static func door(_ conditions: [[StateGraph.Condition]]) -> StateGraph {
    StateGraph(
      states: [.init(identifier: "shut"), .init(identifier: "open")],
      rules: conditions.map {
        Rule(source: "shut", target: "open", trigger: "knock", conditions: $0)
      } + [Rule(source: "shut", trigger: "kick", effect: .traps())],
      initialState: "shut")
  }

  @Test(
    arguments: [
      // A knock that is not answered lets the guest kick.
      ([[StateGraph.Condition.guard("home")]], 1),
      ([[.payload("n = 1")]], 1),
      ([[.guard("home", holds: false), .guard("late")], [.guard("home")]], 1),
      // One that always is answered does not.
      ([[]], 0), ([[.guard("home")], [.guard("home", holds: false)]], 0),
      (
        [
          [.guard("home", holds: false), .guard("late")], [.guard("home")],
          [.guard("late", holds: false), .guard("home", holds: false)],
        ], 0
      ),
    ])
  private func anEventIsUnheardIfNoRuleMustAnswerIt(
    conditions: [[StateGraph.Condition]], traps: Int
  ) throws {
    let guest = MachineEnvironment("guest", initial: false) { hasKnocked in
      hasKnocked ? [.sends("kick")] : [.sends("knock", then: true)]
    }
    #expect(try Self.door(conditions).driven(by: guest).reachableTraps.count == traps)
  }
}
