import Schematic
import SchematicGraph
import SchematicTesting
import SchematicTestKit
import Testing

@Suite struct MachineWalkTests {
  private static let graph = StateGraph(Barrier.schema)

  @Test(arguments: graph.walks(taking: .everyTransitionAndRejection))
  func barrierDoesWhatItsDiagramShows(walk: Walk) {
    expectWalk(
      walk, of: Barrier.schema, subject: { Barrier() },
      prepare: { Barrier.prepare($0, $1) })
  }

  @Test(arguments: WalkGoal.allCases)
  func walkPassesForEveryGoal(goal: WalkGoal) {
    for walk in Self.graph.walks(taking: goal) {
      expectWalk(walk, of: Barrier.schema, subject: Barrier.init, prepare: Barrier.prepare)
    }
  }

  @Test(arguments: graph.randomWalks(5, length: 30, seed: 1))
  func randomWalkPasses(walk: Walk) {
    expectWalk(walk, of: Barrier.schema, subject: Barrier.init, prepare: Barrier.prepare)
  }

  @Test func walkTellsWhatWasExpectedAndFoundAndInWhichLine() throws {
    // Rules that go up for the third coin only.
    let walk = try #require(Self.graph.tours().first)
    let report = WalkReport(
      walk, of: Barrier.schema,
      machine: { StateMachine(schema: Barrier.schema(price: 3), owning: Barrier()) },
      prepare: Barrier.prepare)
    #expect(
      report?.description == """
        the walk fails at step 1, coin [paid] -> up: expected down -> up: coin [paid] / raise, but \
        the machine took down -> down: coin [paid] / count (internal); the step assumes [paid], \
        which `prepare` can arrange
        shortest failing walk found:
        > 1  down -> up: coin [paid] / raise (SchematicTestingTests/Barrier.swift:26)
             down -> down: coin [not paid] / count (internal)
             down -> down: hammer / shake (internal)
             down: car / rejected: pay first
        to repeat it: expectWalk(try graph.walk(sending: ["coin [paid]"]), …)
        """)
  }

  /// Returns the rules with a light that shines while the barrier is up, or is entered so.
  private static func lit(
    _ label: String?, isExtinguished: Bool = true
  ) -> StateMachineSchema<Arm, Knock, Barrier> {
    Barrier.schema
      .states { arm in arm == .up && label != nil ? .entry(label) { _ in } : .none }
      .states { arm in arm == .up && isExtinguished ? .exit("dark") { _ in } : .none }
  }

  @Test func walkExpectsEntriesExitsAndTasks() throws {
    let schema = Self.lit("light")
    let graph = StateGraph(schema)
    let raise = try #require(graph.transitions.first { $0.target == "up" && $0.source == "down" })
    let again = try #require(graph.transitions.first { $0.target == "up" && $0.source == "up" })
    let tree = ConfigurationTree(of: graph)
    #expect(tree.behaviors(along: raise).map(\.description) == ["up: entry / light"])
    #expect(
      tree.behaviors(along: again).map(\.description) == ["up: exit / dark", "up: entry / light"])
    for walk in graph.walks() {
      expectWalk(walk, of: schema, subject: Barrier.init, prepare: Barrier.prepare)
    }
    let walk = try Walk(from: "down", taking: [raise])
    func failure(of other: StateMachineSchema<Arm, Knock, Barrier>) -> String? {
      WalkReport(
        walk, of: schema, machine: { StateMachine(schema: other, owning: Barrier()) },
        prepare: Barrier.prepare
      ).map { String($0.description.prefix { $0 != "\n" }) }
    }
    let start = """
      the walk fails at step 1, coin [paid] -> up: down -> up: coin [paid] / raise performs \
      entry / light by the diagram, but
      """
    let end = "was performed; the step assumes [paid], which `prepare` can arrange"
    #expect(failure(of: Barrier.schema) == "\(start) nothing \(end)")
    #expect(failure(of: Self.lit("glow")) == "\(start) entry / glow \(end)")
    // The lamp is not left by this step, so nobody notices.
    expectWalk(
      walk, of: schema,
      machine: {
        StateMachine(schema: Self.lit("light", isExtinguished: false), owning: Barrier())
      },
      prepare: Barrier.prepare)
  }

  private enum Lamp: CaseIterable, Graphable { case dark, lit }
  private enum Press: CaseIterable, Graphable { case one, two }

  /// Two lamps, of which each press changes one.
  private struct Lamps: GraphableRegions {
    var left = Lamp.dark
    var right = Lamp.dark
  }

  private static func lamp(
    _ own: Press, _ states: @escaping @Sendable (Lamp) -> StateBehavior<Press, Barrier>
  ) -> StateMachineSchema<Lamp, Press, Barrier> {
    StateMachineSchema(initialState: .dark) { lamp, press in
      press == own ? .to(lamp == .dark ? .lit : .dark) : .ignored
    } states: {
      states($0)
    }
  }

  private static func lamps(
    left: String = "glow", right: String = "cool"
  ) -> StateMachineSchema<Lamps, Press, Barrier> {
    StateMachineSchema(
      initialState: Lamps(),
      regions: .region(\.left, lamp(.one) { $0 == .lit ? .entry(left) { _ in } : .none }),
      .region(\.right, lamp(.two) { $0 == .lit ? .exit(right) { _ in } : .none }))
  }

  @Test func walkExpectsWhatRegionsDo() {
    let schema = Self.lamps()
    let walks = StateGraph(schema).walks()
    for walk in walks { expectWalk(walk, of: schema, subject: Barrier.init) }
    func failures(_ other: StateMachineSchema<Lamps, Press, Barrier>) -> [String] {
      walks.compactMap { walk in
        WalkReport(walk, of: schema, machine: { StateMachine(schema: other, owning: Barrier()) })?
          .description
      }
    }
    #expect(failures(Self.lamps(left: "hum")).contains { $0.contains("entry / hum was performed") })
    #expect(failures(Self.lamps(right: "pop")).contains { $0.contains("exit / pop was performed") })
    #expect(failures(schema).isEmpty)
  }

  /// Returns rules that do something else in one place.
  private func rules(
    _ state: Arm, _ event: Knock, _ answer: @escaping @Sendable () -> Transition<Arm, Barrier>
  ) -> StateMachineSchema<Arm, Knock, Barrier> {
    StateMachineSchema(initialState: .down) { current, knock, when in
      if current == state, knock == event { return answer() }
      let original = Barrier.schema
      return original.transition(from: current, on: knock) { name in
        switch name {
        case "paid": when(name) { $0.coins >= 1 }
        default: when(name) { $0.knocks >= 2 }
        }
      }
    }
  }

  private func failures(
    of schema: StateMachineSchema<Arm, Knock, Barrier>, on goal: WalkGoal = .everyTransition
  ) -> [String] {
    Self.graph.tours(taking: goal).compactMap { walk in
      WalkReport(
        walk, of: Barrier.schema, machine: { StateMachine(schema: schema, owning: Barrier()) },
        prepare: Barrier.prepare)?.description
    }
  }

  @Test func walkFindsAShorterWayToTheSameStep() {
    let texts = failures(of: rules(.up, .car) { .to(.broken, "lower") })
    #expect(texts.count == 1)
    #expect(
      texts[0].hasPrefix(
        """
        the walk fails at step 2, car -> down: expected up -> down: car / lower, but the machine \
        took up -> broken: car / lower
        shortest failing walk found:
          1  down -> up: coin [paid] / raise (SchematicTestingTests/Barrier.swift:26)
        > 2  up -> down: car / lower (SchematicTestingTests/Barrier.swift:33)

        """))
    #expect(
      texts[0].hasSuffix(
        "\nto repeat it: expectWalk(try graph.walk(sending: [\"coin [paid]\", \"car\"]), …)"))
  }

  @Test func walkNoticesAnotherActionAndAnotherKind() {
    #expect(
      failures(of: rules(.up, .car) { .to(.down, "drop") })[0]
        .contains("but the machine took up -> down: car / drop"))
    #expect(
      failures(of: rules(.down, .hammer) { .to(.down, "shake") })[0]
        .contains("but the machine took down -> down: hammer / shake\n"))
  }

  @Test func walkNoticesWhatIsIgnoredOrRejectedOrFails() {
    struct Jam: Error, CustomStringConvertible { let description = "a jam" }
    #expect(failures(of: rules(.up, .car) { .ignored })[0].contains("the event was ignored"))
    #expect(
      failures(of: rules(.up, .car) { .rejected("closed") })[0]
        .contains("the event was rejected (closed)"))
    #expect(
      failures(of: rules(.up, .car) { .to(.down, "lower") { _ in throw Jam() } })[0]
        .contains("taken back, because its action threw a jam"))
  }

  @Test func walkNoticesARejectionThatIsNone() {
    let schema = rules(.down, .car) { .stay("crash") }
    for walk in Self.graph.walks() {
      expectWalk(
        walk, of: Barrier.schema, machine: { StateMachine(schema: schema, owning: Barrier()) },
        prepare: Barrier.prepare)
    }
    #expect(
      failures(of: schema, on: .everyTransitionAndRejection)[0]
        .contains("expected down: car / rejected: pay first, but the event was taken"))
  }

  @Test func walkSaysThatAnEventCausesOthers() throws {
    final class Echo {
      weak var machine: StateMachine<Arm, Knock, Echo>?
    }
    let schema = StateMachineSchema<Arm, Knock, Echo>(initialState: .down) { state, event in
      switch state {
      case .down: return event == .coin ? .to(.up) { $0.machine?.handle(.car) } : .ignored
      case .up: return event == .car ? .to(.down) : .ignored
      case .broken: return .ignored
      }
    }
    let walk = try #require(StateGraph(schema).walks().first)
    let report = WalkReport(
      walk, of: schema,
      machine: {
        let echo = Echo()
        let machine = StateMachine(schema: schema, owning: echo)
        echo.machine = machine
        return machine
      })
    #expect(
      report?.description.contains("down -> up: coin was taken, and then car, which it caused")
        == true)
  }

  @Test func walkSaysThatTheSubjectIsGone() throws {
    let walk = try #require(Self.graph.tours().first)
    let report = WalkReport(
      walk, of: Barrier.schema,
      machine: { StateMachine(schema: Barrier.schema, subject: Barrier()) })
    #expect(report?.description.contains("make the machine with `owning:`") == true)
  }

  @Test func walkIsDescribedByItsFirstEvents() throws {
    let walk = try #require(Self.graph.shortestWalk(to: "broken"))
    #expect(walk.testDescription == "2 events: coin, hammer")
    let long = Self.graph.randomWalks(1, length: 9, seed: 1)[0]
    #expect(long.testDescription.hasSuffix(", …") == (long.steps.count > 6))
  }
}

/// Machines of the main actor, and of an actor, are driven where they live.
@Suite struct MainActorWalkTests {
  @MainActor
  private final class Lamp {
    var isLit = false
    var hasPower = true

    static let schema = StateMachineSchema<Arm, Knock, Lamp>(
      initialState: .down, on: MainActor.self
    ) { state, event, when in
      switch (state, event) {
      case (.down, .coin):
        return when("power") { $0.hasPower }
          ? .to(.up, "light") { $0.isLit = true } : .stay("click")
      case (.up, .car): return .to(.down, "quench") { $0.isLit = false }
      default: return .ignored
      }
    }
  }

  @MainActor
  @Test func walkDrivesAMachineOfTheMainActor() throws {
    let lamp = Lamp()
    for walk in StateGraph(Lamp.schema).walks() {
      expectWalk(walk, of: Lamp.schema, subject: { lamp }) { step, lamp in
        lamp.hasPower = step.guards["power"] ?? true
      }
      #expect(lamp.isLit == (walk.end == "up"))
    }
  }

  private actor Remote {
    var pulses = 0

    static let schema = StateMachineSchema<Arm, Knock, Remote>(initialState: .down) {
      state, event in
      switch (state, event) {
      case (.down, .coin): return .to(.up, "pulse") { $0.pulses += 1 }
      case (.up, .car): return .to(.down)
      default: return .ignored
      }
    }

    func follow(_ walk: Walk) {
      expectWalk(
        walk, of: Self.schema, machine: { StateMachine(schema: Self.schema, subject: self) })
    }
  }

  @Test func walkDrivesAMachineOfAnActorFromInside() async throws {
    let remote = Remote()
    let walk = try #require(StateGraph(Remote.schema).tours().first)
    await remote.follow(walk)
    #expect(await remote.pulses == 1)
  }
}
