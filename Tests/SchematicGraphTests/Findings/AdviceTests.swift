import Schematic
import SchematicGraph
import SchematicMachines
import Testing

/// What findings tell people to write: the code of each advice stands here, compiled, and whoever
/// writes it is rid of the finding.
@Suite struct AdviceTests {
  /// A finding that names code, and the same machine after somebody wrote that code.
  struct Advice: Sendable, CustomTestStringConvertible {
    let code: String
    let kind: GraphFinding.Kind
    let found: StateGraph
    let mended: StateGraph

    init(
      _ code: String, _ kind: GraphFinding.Kind, _ found: StateGraph, mended: StateGraph
    ) {
      (self.code, self.kind, self.found, self.mended) = (code, kind, found, mended)
    }

    var testDescription: String { "\(kind): \(code)" }

    /// The findings of which the advice gets rid.
    var texts: [String] { found.findings.filter { $0.kind == kind }.map(\.description) }
  }

  static let advice: [Advice] = [
    Advice(
      "graphCases", .undeclaredState, Machines.step(Undeclared.one, .two),
      mended: Machines.step(Declared.one, .two)),
    Advice(
      "graphCases", .undeclaredState, Machines.desk(UndeclaredDesk.used),
      mended: Machines.desk(DeclaredDesk.used)),
    Advice(
      "casePath", .repeatedIdentifier, Machines.idle(Unnamed.self),
      mended: Machines.idle(Named.self)),
    Advice(
      "casePath", .repeatedIdentifier, Machines.idle(Spelled.self),
      mended: Machines.idle(Named.self)),
    Advice(
      "graphLabel", .repeatedEventLabel, Machines.repeated(Unlabelled.graphCases),
      mended: Machines.repeated(Labelled.graphCases)),
    Advice(
      ".to", .internalTransitionLeaves, Machines.answer { .stay(as: $0 == .off ? .on : .off) },
      mended: Machines.answer { .to($0 == .off ? .on : .off) }),
    Advice(
      "graphCases", .sampleBound, Machines.idle(Sampled.self), mended: Machines.idle(Listed.self)),
    Advice(
      "graphCases", .sampleBound, Machines.idle(Nested<Int>.self),
      mended: Machines.idle(Listed.self)),
    Advice(
      ".made(state: …) { Kettle(…) }", .sharedInstance, Machines.sameKettle(),
      mended: StateGraph(.made(state: \.heat) { Kettle() }, events: Press.allCases) {
        $0.handle($1)
      }),
    Advice(
      "isFinal", .finalStateActs, Machines.kettle { $0 == .on },
      mended: Machines.kettle { _ in false }),
    Advice(
      "isFinal", .noWayOut, Machines.step(Heat.on, .on),
      mended: Machines.step(Heat.on, .on, isFinal: true)),
    Advice(
      "isFinal", .handlesNothing, Machines.idle(Heat.self),
      mended: Machines.idle(Heat.self, isFinal: true)),
    Advice(
      ".final", .noWayOut, Machines.answer { $0 == .off ? .to(.on) : .stay },
      mended: StateGraph(Machines.heat.states { $0 == .on ? .final : .none })),
    Advice(
      ".final", .handlesNothing, Machines.answer { $0 == .off ? .to(.on) : .ignored },
      mended: StateGraph(Machines.heat.states { $0 == .on ? .final : .none })),
    Advice(
      "ignoring: [\"id\"]", .varyingProperty, Machines.ticket(ignoring: []),
      mended: Machines.ticket(ignoring: ["id"])),
    Advice(
      "ignoring", .mergedMachinesDiffer, Machines.tap(dripsAfter: 2, ignoring: ["presses"]),
      mended: Machines.tap(dripsAfter: 2)),
    Advice(
      "mergeSteps", .mergeBound, Machines.tap(dripsAfter: 20, ignoring: ["presses"]),
      mended: Machines.tap(
        dripsAfter: 20, ignoring: ["presses"], ExplorationBounds(mergeSteps: 30))),
    Advice(
      "merges", .mergeBound,
      Machines.tap(dripsAfter: 2, ignoring: ["presses"], ExplorationBounds(merges: 1)),
      mended: Machines.tap(dripsAfter: 2, ignoring: ["presses"])),
    Advice(
      "with:", .untriedStep, Machines.brew(cups: []), mended: Machines.brew(cups: [1])),
    Advice(
      ".returns(\"nap\")", .unansweredCall, Machines.nap(), mended: Machines.nap(.returns("nap"))),
    Advice(
      "StandInClock", .endlessWork, Machines.rest(on: ContinuousClock()),
      mended: Machines.rest(on: StandInClock())),
    Advice(
      "bounds: ExplorationBounds(values: 100)", .valueBound, Machines.count(to: 60),
      mended: Machines.count(to: 60, bounds: ExplorationBounds(values: 100))),
    Advice(
      "bounds: ExplorationBounds(evaluations: 80)", .evaluationBound,
      Machines.count(to: 30, bounds: ExplorationBounds(evaluations: 40)),
      mended: Machines.count(to: 30, bounds: ExplorationBounds(evaluations: 80))),
    Advice(
      "bounds: ExplorationBounds(names: 4)", .nameBound,
      Machines.step(Heat.off, .on, bounds: ExplorationBounds(names: 2)),
      mended: Machines.step(Heat.off, .on, bounds: ExplorationBounds(names: 4))),
    Advice(
      "bounds: ExplorationBounds(guards: 2)", .guardBound,
      Machines.asking(bounds: ExplorationBounds(guards: 1)),
      mended: Machines.asking(bounds: ExplorationBounds(guards: 2))),
    Advice(
      "bounds: ExplorationBounds(configurations: 4)", .configurationBound,
      Machines.desk(DeclaredDesk.used, bounds: ExplorationBounds(configurations: 2)),
      mended: Machines.desk(DeclaredDesk.used, bounds: ExplorationBounds(configurations: 4))),
    Advice(
      "graphCases", .undeclaredState, Machines.idle(SampledDesk.self),
      mended: Machines.idle(ListedDesk.self)),
    Advice(
      "when(in:)", .questionFromOutside,
      Machines.leaving { _, when in when(in: \Sides.left, .on) },
      mended: Machines.leaving { sides, _ in sides.left == .on }),
    Advice(
      "onCommit(_:)", .uncommittedTransition, StateGraph(Machines.room(Machines.house)),
      mended: StateGraph(Machines.room(Machines.house.onCommit { _, _ in }))),
    Advice(
      "onCommit(_:)", .uncommittedTransition, Machines.sides(committed: 1),
      mended: Machines.sides(committed: 2)),
    Advice(
      "Hierarchical", .behaviorNeverRuns, Machines.lamp(Plain()), mended: Machines.lamp(Nameable())),
  ]

  @Test(arguments: advice) func codeOfAnAdviceMakesTheFindingGo(advice: Advice) {
    #expect(advice.texts.contains { $0.contains("`\(advice.code)`") }, "\(advice.found.findings)")
    #expect(!advice.mended.findings.contains { $0.kind == advice.kind })
  }

  @Test(arguments: FindingText.all) func everyAdviceThatNamesCodeIsCompiledHere(text: FindingText)
    throws
  {
    let pattern = try Regex(text.pattern).dotMatchesNewlines()
    let named = Self.advice.filter { advice in
      advice.texts.contains { $0.wholeMatch(of: pattern) != nil }
    }
    // Macros have tests of their own, `SampleAdviceTests`.
    let known = named.map(\.code) + ["@GraphSamples"]
    let missing = try text.codes.filter { code in
      let pattern = try Regex(FindingText.pattern(of: code))
      return !known.contains { $0.wholeMatch(of: pattern) != nil }
    }
    #expect(missing.isEmpty, "no advice here compiles \(missing): \(text)")
  }

  @Test(arguments: FindingText.all) func adviceMarksCodeWithBackticks(text: FindingText) {
    let words = text.withoutCode.split { $0.isWhitespace || $0 == ";" || $0 == "," }
    let unmarked = words.filter { $0.contains(#/^[.@][a-zA-Z]|[a-z][A-Z]|[(:]\)|\w\(|\{/#) }
    #expect(unmarked.isEmpty, "\(text)")
  }

  @Test func textsOfFindingsAreFoundInTheSources() {
    #expect(FindingText.all.count >= 30)
    #expect(FindingText.all.contains { $0.codes == ["onCommit(_:)"] })
  }
}

// MARK: - The machines

private enum Machines {
  /// A machine that is made with another number each time.
  static func ticket(ignoring ignored: [IgnoredProperty]) -> StateGraph {
    struct Ticket {
      let id = UInt64.random(in: 0...UInt64.max)
      var state = Heat.off
    }
    return StateGraph(
      .value(Ticket(), state: \.state), steps: [.step("use") { $0.state = .on }],
      options: .init(ignoring: ignored))
  }

  /// A machine that counts, and does something else in the end.
  static func tap(
    dripsAfter most: Int, ignoring ignored: [IgnoredProperty] = [],
    _ bounds: ExplorationBounds = ExplorationBounds()
  ) -> StateGraph {
    struct Tap {
      var state = Heat.off
      let most: Int
      private var presses = 0
      init(most: Int) { self.most = most }
      mutating func press() -> String? {
        guard presses < most else { return "drip" }
        presses += 1
        return nil
      }
    }
    return StateGraph(
      .value(Tap(most: most), state: \.state), steps: [.step("press") { $0.press() }],
      options: .init(bounds: bounds, ignoring: ignored))
  }

  /// A machine that waits for a service.
  static func nap(_ end: MachineStep<[Heat]>...) -> StateGraph {
    StateGraph(
      .value([Heat.off], state: { $0[0] }),
      steps: [.step("rest") { _ in StandIn.reply("nap", [()], to: { _ in }) }] + end)
  }

  /// A machine that sleeps on a clock that it is given.
  static func rest<C: Clock>(on clock: C) -> StateGraph where C.Duration == Duration {
    StateGraph(
      .made(state: \.heat) { Sleeper() },
      steps: [.step("rest", awaiting: { await $0.rest(on: clock) }), .returns("sleep")])
  }

  /// A machine with a step that takes an argument.
  static func brew(cups: [Int]) -> StateGraph {
    StateGraph(
      .value([Heat.off], state: { $0[0] }),
      steps: [
        .step("heat") { $0 = [.on] }, .step("brew", with: cups) { $1 > 0 ? $0 = [.off] : () },
      ])
  }

  static func step<State: Graphable>(
    _ one: State, _ other: State, isFinal: Bool = false,
    bounds: ExplorationBounds = ExplorationBounds()
  ) -> StateGraph {
    StateGraph(initial: one, events: Press.allCases, bounds: bounds, isFinal: { _ in isFinal }) {
      _, _ in other
    }
  }

  /// A state with a number that grows up to an end.
  static func count(
    to end: Int, bounds: ExplorationBounds = ExplorationBounds()
  ) -> StateGraph {
    StateGraph(initial: Count(), events: Press.allCases, bounds: bounds) { count, _ in
      Count(number: min(count.number + 1, end))
    }
  }

  /// A schema that asks two guards.
  static func asking(bounds: ExplorationBounds) -> StateGraph {
    let schema = StateMachineSchema<Heat, Press, Void>(initialState: .off) { heat, _, when in
      let (one, other) = (when("one") { true }, when("other") { true })
      return one && other ? .to(heat == .off ? .on : .off) : .ignored
    }
    return StateGraph(schema, bounds: bounds)
  }

  private static let sides = StateMachineSchema<Sides, Press, Void>(
    initialState: Sides(), regions: .region(\.left, heat), .region(\.right, heat))

  /// A desk that is left if a function of its sides and of guards says so.
  static func leaving(
    if mayLeave: @escaping @Sendable (Sides, Guard<Void>) -> Bool
  ) -> StateGraph {
    let desk = StateMachineSchema<DeclaredDesk, Press, Void>(initialState: .used(Sides())) {
      desk, _, when in
      guard case .used(let sides) = desk else { return .ignored }
      return mayLeave(sides, when) ? .to(.unused) : .ignored
    }
    return StateGraph(desk.embedding(sides, in: DeclaredDesk.used))
  }

  /// A machine of two regions, of which the first ones commit.
  static func sides(committed count: Int) -> StateGraph {
    func side(_ number: Int) -> StateMachineSchema<Heat, Press, Void> {
      let schema = StateMachineSchema<Heat, Press, Void>(initialState: .off) { heat, _ in
        .to(heat == .off ? .on : .off)
      }
      return number < count ? schema.onCommit { _, _ in } : schema
    }
    return StateGraph(
      StateMachineSchema<Sides, Press, Void>(
        initialState: Sides(), regions: .region(\.left, side(0)), .region(\.right, side(1))))
  }

  /// A state that consists of regions.
  static func desk<State: Graphable & Sendable>(
    _ used: @escaping @Sendable (Sides) -> State, bounds: ExplorationBounds = ExplorationBounds()
  ) -> StateGraph {
    let desk = StateMachineSchema<State, Press, Void>(initialState: State.graphCases[0]) { _, _ in
      .to(used(Sides()))
    }
    return StateGraph(desk.embedding(sides, in: used), bounds: bounds)
  }

  static func idle<State: Graphable>(_ type: State.Type, isFinal: Bool = false) -> StateGraph {
    StateGraph(
      initial: State.graphCases[0], events: Press.allCases, isFinal: { _ in isFinal }
    ) { _, _ in nil }
  }

  static func repeated<Event: Graphable>(_ events: [Event]) -> StateGraph {
    StateGraph(initial: Heat.off, events: events) { heat, _ in heat }
  }

  static let heat = StateMachineSchema<Heat, Press, Void>(initialState: .off) { heat, _ in
    .to(heat == .off ? .on : .off)
  }

  static func answer(
    _ answer: @escaping @Sendable (Heat) -> Transition<Heat, Void>
  ) -> StateGraph {
    let schema = StateMachineSchema<Heat, Press, Void>(initialState: .off) { heat, _ in
      answer(heat)
    }
    return StateGraph(schema)
  }

  /// Tries an object that other steps have changed.
  static func sameKettle() -> StateGraph {
    let kettle = Kettle()
    return StateGraph(.value(kettle, state: \.heat), events: Press.allCases) { $0.handle($1) }
  }

  static func kettle(_ isFinal: @escaping @Sendable (Heat) -> Bool) -> StateGraph {
    StateGraph(
      .made(state: \.heat) { Kettle() }, events: Press.allCases, options: .init(isFinal: isFinal)
    ) { $0.handle($1) }
  }

  static func lamp<Mode: Hashable & Sendable>(_ mode: Mode) -> StateGraph {
    StateGraph(
      StateMachineSchema<Lamp<Mode>, Press, Void>(initialState: .off) { lamp, _ in
        .to(lamp == .off ? .on(mode) : .off)
      }
      .states(level: 2) { _ in .entry("light") { _ in } })
  }

  static let house = StateMachineSchema<House, Press, Void>(initialState: .empty) { house, _ in
    house == .empty ? .to(.kitchen(.off)) : .ignored
  }

  static func room(
    _ outer: StateMachineSchema<House, Press, Void>
  ) -> StateMachineSchema<House, Press, Void> {
    let stove = StateMachineSchema<Heat, Press, Void>(initialState: .off) { heat, _ in
      .to(heat == .off ? .on : .off)
    }
    return outer.embedding(stove.onCommit { _, _ in }, in: House.kitchen)
  }
}

private struct Count: Graphable {
  var number = 0
  static var graphCases: [Count] { [Count()] }
  var casePath: [String] { ["count"] }
}

private enum Press: CaseIterable, Graphable { case press }
private enum Heat: CaseIterable, Graphable { case off, on }

private enum House: Graphable, Hashable {
  case empty, kitchen(Heat)
  static var graphCases: [House] { [.empty] + graphSamples(of: kitchen) }
}

private final class Sleeper {
  var heat = Heat.off
  func rest<C: Clock>(on clock: C) async where C.Duration == Duration {
    heat = .on
    try? await clock.sleep(for: .seconds(100))
    heat = .off
  }
}

private final class Kettle {
  var heat = Heat.off
  func handle(_ press: Press) { heat = heat == .off ? .on : .off }
}

private struct Sides: GraphableRegions, Hashable {
  var left = Heat.off
  var right = Heat.off
}

private enum UndeclaredDesk: Graphable {
  case unused, used(Sides)
  static var graphCases: [UndeclaredDesk] { [.unused] }
}

private enum DeclaredDesk: Graphable {
  case unused, used(Sides)
  static var graphCases: [DeclaredDesk] { [.unused, .used(Sides())] }
}

/// Values that carry regions, listed by their samples or one by one.
private enum SampledDesk: Graphable {
  case unused, used(Sides)
  static var graphCases: [SampledDesk] { [.unused] + graphSamples(of: used) }
}
private enum ListedDesk: Graphable {
  case unused, used(Sides)
  static var graphCases: [ListedDesk] { [.unused, .used(Sides())] }
}

private enum Undeclared: Graphable {
  case one, two
  static var graphCases: [Undeclared] { [.one] }
}
private enum Declared: Graphable {
  case one, two
  static var graphCases: [Declared] { [.one, .two] }
}

private struct Unnamed: Graphable {
  let number: Int
  var casePath: [String] { ["number"] }
  var graphLabel: String { "\(number)" }
  static let graphCases = [Unnamed(number: 1), Unnamed(number: 2)]
}
/// Two names that differ in their characters and count as the same.
private struct Spelled: Graphable {
  let name: String
  var casePath: [String] { [name] }
  static let graphCases = [Spelled(name: "\u{E9}"), Spelled(name: "e\u{301}")]
}
private struct Named: Graphable {
  let number: Int
  var casePath: [String] { ["number \(number)"] }
  static let graphCases = [Named(number: 1), Named(number: 2)]
}

private enum Unlabelled: CaseIterable, Graphable {
  case one, two
  var graphLabel: String { "press" }
}
private enum Labelled: CaseIterable, Graphable {
  case one, two
  var graphLabel: String { self == .one ? "press" : "press long" }
}

private enum Sampled: Graphable {
  case at(Double, Double, Double, Double, Double, Double)
  static var graphCases: [Sampled] { graphSamples(of: at) }
}
private enum Listed: Graphable {
  case at(Double, Double, Double, Double, Double, Double)
  static var graphCases: [Listed] { [.at(0, 0, 0, 0, 0, 0), .at(1, 1, 1, 1, 1, 1)] }
}
/// Types by number that all carry each other.
private struct Nested<Number>: Graphable {
  var casePath: [String] { ["nested"] }
  static var graphCases: [Nested] {
    [Nested()] + graphSamples { (_: Nested<Int8>) in Nested() }
      + graphSamples { (_: Nested<Int16>) in Nested() }
      + graphSamples { (_: Nested<Int32>) in Nested() }
      + graphSamples { (_: Nested<UInt8>) in Nested() }
      + graphSamples { (_: Nested<UInt16>) in Nested() }
      + graphSamples { (_: Nested<UInt32>) in Nested() }
  }
}

private struct Plain: Hashable { var isLit = true }
private struct Nameable: Hierarchical, Hashable {
  var isLit = true
  var casePath: [String] { [isLit ? "lit" : "dark"] }
}
private enum Lamp<Mode: Hashable & Sendable>: Graphable, Hashable {
  case off, on(Mode)
  static var graphCases: [Lamp] { [.off] }
}
