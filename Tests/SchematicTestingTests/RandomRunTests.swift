import Schematic
import SchematicGraph
import SchematicTestKit
@testable import SchematicTesting
import Testing

/// Random runs of a kiosk and of other machines.
@Suite struct RandomRunTests {
  static let picture = StateGraph(Kiosk.schema())

  /// Returns a random order.
  static func order(_ random: inout any RandomNumberGenerator) -> Order {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: .unlock(code: [nil, 7, 12].randomElement(using: &random) ?? nil)
    case 1: .choose(["tea", "\"cake\"\n"].randomElement(using: &random) ?? "", size: .large)
    case 2: .choose("", size: .small)
    case 3: .insert(coin: .random(in: 1...5, using: &random))
    case 4: .tip((0..<2).map { _ in .random(in: 0...1, using: &random) })
    case 5: .cancel
    default: .`init`(Note(text: "\(Int.random(in: 0...99, using: &random))"))
    }
  }

  /// Returns the report of a kiosk with a fault.
  static func report(
    of fault: Kiosk.Fault, seed: UInt64, in graph: StateGraph? = picture, count: Int = 100,
    simpler: (Order) -> [Order] = { _ in [] }, sourceLocation: SourceLocation = #_sourceLocation
  ) -> RunReport<Order>? {
    let schema = Kiosk.schema(fault)
    return RunReport(
      count, seed: seed, in: graph, machine: { StateMachine(schema: schema, owning: Kiosk()) },
      event: order, simpler: simpler, invariant: { $0.subject?.isPaid ?? false },
      sourceLocation: sourceLocation)
  }

  @Test(arguments: Seeds.first(5))
  func rightRulesPassWhateverEventsCarry(seed: UInt64) {
    #expect(Self.report(of: .none, seed: seed, count: 20)?.description == nil)
    #expect(Self.report(of: .none, seed: seed, in: nil, count: 20)?.description == nil)
  }

  @Test func eachFaultIsFoundAndShrunk() throws {
    let lengths: [Kiosk.Fault: Int] = [
      .servesTooEarly: 4, .keepsTheChange: 3, .thanksForNothing: 2, .rejectsCancel: 3,
      .losesCoinsOfTwo: 4, .locksAfterANote: 2,
    ]
    for (fault, length) in lengths {
      for seed in Seeds.first(3) {
        let report = try #require(Self.report(of: fault, seed: seed), "\(fault)")
        #expect(report.events.count == length, "\(fault), seed \(seed): \(report)")
      }
    }
  }

  @Test func reportTellsTheRunTheLineTheSeedAndTheCode() throws {
    let location = SourceLocation(
      fileID: "Kiosks/KioskTests.swift", filePath: "KioskTests.swift", line: 12, column: 5)
    let report = try #require(
      Self.report(of: .rejectsCancel, seed: 4, sourceLocation: location))
    #expect(
      report.description == """
        a random run fails at step 3, cancel in serving: the diagram has no step serving: cancel, \
        rejected: too late (SchematicTestingTests/Kiosk.swift:72); the nearest rule is \
        serving -> open: cancel / give change (SchematicTestingTests/Kiosk.swift:73)
        `seed: \(report.seed)` repeats it: expectRandomRuns(1, seed: \(report.seed), …) at \
        Kiosks/KioskTests.swift:12
        shortest failing run found, of \(report.originalLength) events:
          1  closed -> open: unlock / open
          2  open -> serving: choose.small / show price
        > 3  serving: cancel, rejected: too late
        the same as Swift, with `machine` and `graph` as in the call:
          expectSteps(of: machine, in: graph)
          machine.handle(.unlock(code: 7))
          machine.handle(.choose("tea", size: .small))
          machine.handle(.cancel)
        """)
    #expect(report.originalLength > 3)
  }

  @Test func seedOfAReportRepeatsItsRun() throws {
    let report = try #require(Self.report(of: .losesCoinsOfTwo, seed: 9))
    let again = try #require(Self.report(of: .losesCoinsOfTwo, seed: report.seed, count: 1))
    #expect(again.events == report.events)
    #expect(again.originalLength == report.originalLength)
  }

  @Test func invariantFailsByItsAnswerAnErrorOrAnIssue() throws {
    struct Broken: Error {}
    func found(_ invariant: (StateMachine<Shop, Order, Kiosk>) throws -> Bool) -> String? {
      RunReport(
        seed: 1, machine: { StateMachine(schema: Kiosk.schema(), owning: Kiosk()) },
        event: Self.order, invariant: invariant)?.failure.found
    }
    #expect(found { $0.state == .closed } == "the invariant returned false")
    let error = found { machine in
      guard machine.state == .closed else { throw Broken() }
      return true
    }
    #expect(error == "the invariant threw Broken()")
    let issue = found { _ in
      Issue.record("it opens")
      return true
    }
    #expect(issue?.hasPrefix("an issue was recorded: ") == true)
    #expect(issue?.contains("it opens") == true)
    #expect(found { _ in true } == nil)
  }

  @Test func invariantIsCheckedBeforeTheFirstEvent() throws {
    let report = try #require(
      RunReport(
        seed: 1, machine: { StateMachine(schema: Kiosk.schema(), owning: Kiosk()) },
        event: Self.order, invariant: { _ in false }))
    #expect(report.events.isEmpty)
    #expect(report.description.hasPrefix("a random run fails at the start: the invariant returned"))
    #expect(report.code == ["#expect(try invariant(machine))"])
  }

  @Test func payloadsBecomeSamplesOrWhatTheTestCallsSimpler() throws {
    let schema = StateMachineSchema<Arm, Order, Kiosk>(initialState: .down) { arm, order in
      if case .insert(let coin) = order, coin >= 10 { .to(.up) } else { .ignored }
    }
    func events(_ simpler: (Order) -> [Order]) -> [Order]? {
      let report = RunReport<Order>(
        seed: 1, machine: { StateMachine(schema: schema, owning: Kiosk()) },
        event: { .insert(coin: .random(in: 0...1_000, using: &$0)) }, simpler: simpler,
        invariant: { $0.state == .down })
      return report?.events
    }
    let halves = events { order in
      guard case .insert(let coin) = order else { return [] }
      return [.insert(coin: coin / 2), .insert(coin: coin - 1)]
    }
    #expect(halves == [.insert(coin: 10)])
    #expect(events { _ in [] }?.count == 1)
  }

  /// An event whose name in the picture shows its payload.
  struct Shown: Graphable, Equatable {
    let coin: Int
    var casePath: [String] { ["coin(\(coin))"] }
    static let graphCases = [Shown(coin: 10), Shown(coin: 1)]
  }

  @Test func payloadsThatThePictureShowsAreSimplified() throws {
    func schema(_ target: Arm) -> StateMachineSchema<Arm, Shown, Void> {
      StateMachineSchema(initialState: .down) { _, shown in
        shown.coin >= 10 ? .to(target) : .ignored
      }
    }
    let report = RunReport<Shown>(
      seed: 1, in: StateGraph(schema(.up)), machine: { StateMachine(schema: schema(.broken)) },
      event: { random in Shown(coin: [1, 10, 11].randomElement(using: &random) ?? 0) })
    #expect(report?.events == [Shown(coin: 10)])
    #expect(report?.code.last == "machine.handle(RandomRunTests.Shown.graphCases[0])  // coin(10)")
  }

  @Test func generatorMayBeTheUsers() {
    struct Constant: RandomNumberGenerator {
      let seed: UInt64
      func next() -> UInt64 { seed }
    }
    var seeds: [UInt64] = []
    let report = RunReport<Order>(
      3, length: 1, seed: 40, machine: { StateMachine(schema: Kiosk.schema(), owning: Kiosk()) },
      event: { random in
        seeds.append(random.next())
        return .cancel
      }, random: { Constant(seed: $0) })
    #expect(report == nil)
    #expect(seeds == [40, 41, 42])
  }

  @Test func rulesThatAreNoFunctionAreFoundByTheirOwnPicture() {
    final class Switch: @unchecked Sendable { var isOn = false }
    let power = Switch()
    let schema = StateMachineSchema<Shop, Order, Kiosk>(initialState: .closed) { shop, order in
      guard shop == .closed, order == .cancel else { return .ignored }
      return power.isOn ? .to(.open) : .stay("turn on") { _ in power.isOn = true }
    }
    let report = RunReport<Order>(
      seed: 1,
      machine: {
        power.isOn = false
        return StateMachine(schema: schema, owning: Kiosk())
      }, event: Self.order)
    #expect(report?.code.dropFirst() == ["machine.handle(.cancel)", "machine.handle(.cancel)"])
  }

  @Test func runNeedsAMachineThatKeepsItsSubject() {
    struct Missing: Error {}
    let lost = RunReport<Order>(
      machine: { StateMachine(schema: Kiosk.schema(), subject: Kiosk()) }, event: Self.order)
    #expect(
      lost?.description
        == "no random run begins: the machine's subject no longer exists; make the machine with "
        + "`owning:`")
    let missing = RunReport<Order>(
      machine: { () throws -> StateMachine<Shop, Order, Kiosk> in throw Missing() },
      event: Self.order)
    #expect(missing?.description == "no random run begins: making the machine threw Missing()")
    let silent = RunReport<Silence>(
      machine: {
        StateMachine(
          schema: StateMachineSchema<Arm, Silence, Void>(initialState: .down) { _, _ in .ignored })
      })
    #expect(silent?.description.contains("`Event.graphCases` is empty") == true)
  }

  struct Silence: Graphable {
    static let graphCases: [Silence] = []
  }

  @Test func expectationPassesIfTheRulesAreRight() {
    expectRandomRuns(
      in: Self.picture, machine: { StateMachine(schema: Kiosk.schema(), owning: Kiosk()) })
  }

  @Test func stepsOfAnyMachineAreComparedWithAPicture() {
    let machine = StateMachine(schema: Kiosk.schema(.keepsTheChange), owning: Kiosk())
    expectSteps(of: machine, in: Self.picture)
    machine.handle(.unlock(code: 7))
    machine.handle(.choose("cake", size: .small))
    withKnownIssue {
      machine.handle(.cancel)
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("the diagram has no step serving -> open: cancel (")
        == true
    }
  }

  /// Machines of several regions.
  @Test func regionsAreComparedTogether() throws {
    func schema(_ action: String) -> StateMachineSchema<Lamps, Press, Kiosk> {
      StateMachineSchema(
        initialState: Lamps(),
        regions: .region(\.left) { lamp, _ in
          .to(lamp == .dark ? .lit : .dark)
        } states: { _ in
          .none
        },
        .region(\.right) { lamp, press in
          press == .two ? .to(lamp == .dark ? .lit : .dark, lamp == .lit ? action : nil) : .ignored
        } states: { _ in
          .none
        })
    }
    let picture = StateGraph(schema("cool"))
    func report(_ action: String) -> RunReport<Press>? {
      RunReport(
        seed: 1, in: picture, machine: { StateMachine(schema: schema(action), owning: Kiosk()) })
    }
    #expect(report("cool") == nil)
    let wrong = try #require(report("pop"))
    #expect(wrong.code.dropFirst() == ["machine.handle(.two)", "machine.handle(.two)"])
  }

  enum Lamp: CaseIterable, Graphable { case dark, lit }
  enum Press: CaseIterable, Graphable { case one, two }
  struct Lamps: GraphableRegions {
    var left = Lamp.dark
    var right = Lamp.dark
  }
}
