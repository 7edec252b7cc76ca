import Foundation
import Schematic
import Testing

@testable import SchematicGraph

/// Machines that agree in all that their picture knows of them: each is compared with the one that is drawn.
@Suite struct MergedMachineTests {
  private static func differences(in graph: StateGraph) -> [String] {
    graph.findings.filter { $0.kind == .mergedMachinesDiffer }.map(\.description)
  }

  // MARK: What is ignored

  private struct Alarm {
    enum State: CaseIterable, Graphable { case closed, opening, open }
    private(set) var state = State.closed
    private var isArmed = false
    private var color = 0
    private(set) var codes: [Int: String] = [:]
    mutating func arm() { isArmed = true }
    mutating func paint() { color = (color + 1) % 3 }
    mutating func learn(_ code: Int) { codes[code] = "known" }
    mutating func forget(_ code: Int) { codes[code] = nil }
    mutating func push() { if state == .closed { state = .opening } }
    mutating func arrive() -> String? {
      guard state == .opening else { return nil }
      state = .open
      return isArmed || codes.count > 1 ? "ring" : nil
    }
  }

  private func alarm(_ ignored: [IgnoredProperty], learns: Bool = false) -> StateGraph {
    StateGraph(
      .value(Alarm(), state: \.state),
      steps: [
        .step("paint") { $0.paint() }, .step("push") { $0.push() }, .step("arrive") { $0.arrive() },
      ]
        + (learns
          ? [
            .step("learn", with: [1, 2]) { $0.learn($1) },
            .step("forget", with: [1, 2]) { $0.forget($1) },
          ] : [.step("arm") { $0.arm() }]),
      options: .init(ignoring: ignored))
  }

  @Test func ignoredPropertyThatDecidesStepsLaterIsAnErrorWithBothWays() throws {
    let graph = alarm(["isArmed"])
    #expect(graph.lines.contains("opening → open: arrive"))
    let finding = try #require(graph.findings.first { $0.kind == .mergedMachinesDiffer })
    #expect(
      finding.description == """
        event arrive in state opening depends on `isArmed`, which the picture leaves out: after push, arm it does \
        something else than after push, as drawn; take it out of `ignoring`, or let the state carry what decides
        """)
    #expect(finding.severity == .error)
    #expect(
      graph.omission?.description == "not whole: machines drawn as one differ in opening on arrive")
    #expect(Self.differences(in: alarm([])).isEmpty)
  }

  @Test func ignoredPropertyThatDecidesNothingIsNoFinding() {
    let graph = alarm(["color"])
    #expect(!graph.findings.contains { [.mergedMachinesDiffer, .mergeBound].contains($0.kind) })
    #expect(graph.omission == nil)
    #expect(graph.lines.filter { !$0.contains("paint") } == graph.lines)
  }

  @Test(
    arguments: ["codes", .contents(of: "codes"), .values(of: [Int: String].self)]
      as [IgnoredProperty])
  func ignoredDictionaryThatDecidesIsNamedHoweverItIsIgnored(_ ignored: IgnoredProperty) {
    let differences = Self.differences(in: alarm([ignored], learns: true))
    #expect(differences.first?.contains("depends on `codes`") == true, "\(differences)")
    #expect(differences.count == 1)
  }

  /// Both are left out, and the way to one of the pairs differs in both.
  @Test func errorNamesNoMoreThanWhatDecides() {
    let differences = Self.differences(in: alarm(["color", "isArmed"]))
    #expect(differences.count == 1)
    #expect(differences.first?.contains("depends on `isArmed`,") == true, "\(differences)")
  }

  private struct Badge {
    private var id = UUID()
    private var used: [UUID] = []
    private(set) var isIn = false
    mutating func enter() {
      isIn = true
      (id, used) = (UUID(), (used + [id]).suffix(2))
    }
    mutating func leave() { isIn = false }
  }

  @Test func ignoredPropertyThatDiffersEachTimeIsNoFinding() {
    let graph = StateGraph(
      .value(Badge()) { ReflectedState($0.isIn) },
      steps: [.step("enter") { $0.enter() }, .step("leave") { $0.leave() }],
      options: .init(ignoring: ["id", "used"]))
    #expect(graph.findings.isEmpty, "\(graph.findings)")
    #expect(graph.omission == nil)
  }

  private struct Fuse {
    private(set) var isBlown = false
    private var heat = 0
    let limit: Int
    init(limit: Int) { self.limit = limit }
    mutating func warm() { heat = min(heat + 1, 40) }
    func look() -> String { heat < limit ? "fine" : "hot" }
  }

  private func fuse(limit: Int, _ bounds: ExplorationBounds = ExplorationBounds()) -> StateGraph {
    StateGraph(
      .value(Fuse(limit: limit)) { ReflectedState($0.isBlown) },
      steps: [.step("warm") { $0.warm() }, .step("look") { $0.look() }],
      options: .init(bounds: bounds, ignoring: ["heat"]))
  }

  @Test func boundOfTheComparisonIsSaidInThePictureAndIsNoError() {
    let graph = fuse(limit: 30)
    let finding = graph.findings.first { $0.kind == .mergeBound }
    #expect(finding?.severity == .note)
    #expect(Self.differences(in: graph).isEmpty)
    #expect(graph.omission?.description == "at most 200 merged machines compared for 8 steps")
    #expect(graph.dot().contains("at most 200 merged machines compared for 8 steps"))
    let deep = fuse(limit: 30, ExplorationBounds(mergeSteps: 50))
    #expect(Self.differences(in: deep).first?.contains("depends on `heat`") == true)
    #expect(!deep.findings.contains { $0.kind == .mergeBound })
    let few = fuse(limit: 3, ExplorationBounds(merges: 2))
    #expect(Self.differences(in: few).isEmpty)
    #expect(few.omission?.description == "at most 2 merged machines compared for 8 steps")
    #expect(!Self.differences(in: fuse(limit: 3)).isEmpty)
  }

  // MARK: What is named

  private struct Queue {
    private(set) var items: [Int] = []
    private var noise = 0
    mutating func add() -> String? {
      noise = (noise + 1) % 3
      guard items.count < 3 else { return "refuse" }
      items.append(0)
      return nil
    }
    mutating func clear() { items = [] }
  }

  private func queue(_ conditions: [MachineCondition<Queue>]) -> StateGraph {
    StateGraph(
      .value(Queue()) { _ in ReflectedState("open") },
      steps: [.step("add") { $0.add() }, .step("clear") { $0.clear() }],
      options: .init(conditions: conditions))
  }

  @Test func namedValuesAreAllThatThePictureKnowsBesideTheState() {
    let graph = queue([
      .init("full") { $0.items.count == 3 }, .init("count") { $0.items.count },
    ])
    #expect(Self.differences(in: graph).isEmpty && graph.omission == nil, "\(graph.findings)")
    #expect(graph.values?.states.count == 4)
    #expect(
      graph.lines.filter { $0.contains("add") } == [
        "open ⇢ open: add [full = false]", "open ⇢ open: add [full = true] / refuse",
      ])
  }

  @Test func namedValuesThatLeaveOutWhatDecidesAreAnError() {
    let differences = Self.differences(in: queue([.init("full") { $0.items.count == 3 }]))
    #expect(
      differences.first == """
        event add in state open depends on `items`, which the picture leaves out: after add, clear, add, \
        add it does something else than after the start, as drawn; add a condition that reads what decides
        """)
  }

  @Test func stateKeepsWhatItCarriesBesideNamedValues() {
    let graph = StateGraph(
      .value(Queue()) { ReflectedState("open", carrying: ["items": $0.items.count]) },
      steps: [.step("add") { $0.add() }],
      options: .init(conditions: [.init("noisy") { _ in true }]))
    #expect(graph.values?.states.count == 4)
    #expect(
      graph.lines.contains { $0.hasSuffix("/ refuse") && $0.contains("items = 3") },
      "\(graph.lines)"
    )
  }

  // MARK: What nobody sees

  private struct Fence: ~Copyable {
    private var count = 0
    private(set) var isOpen = false
    mutating func touch() { count = min(count + 1, 3) }
    mutating func open() throws -> String? {
      isOpen = true
      return count == 3 ? "alarm" : nil
    }
    var touches: Int { count }
  }

  private func fence(_ conditions: [MachineCondition<Fence>]) -> StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.isOpen) }) { Fence() },
      steps: [.step("touch") { $0.touch() }, .step("open") { try $0.open() }],
      options: .init(conditions: conditions))
  }

  @Test func machineThatCannotBeCopiedIsComparedOnEachWay() {
    let differences = Self.differences(in: fence([]))
    #expect(
      differences.first == """
        event open in state false depends on something, which the picture leaves out: after touch, touch, touch it \
        does something else than after the start, as drawn; add a condition that reads what decides
        """)
    let mended = fence([.init("touches") { $0.touches }])
    #expect(Self.differences(in: mended).isEmpty)
    #expect(mended.lines.contains("false → true: open [touches = 3] / alarm"), "\(mended.lines)")
  }

  @Test func machineOfWhichEverythingIsKnownIsNotCompared() {
    let graph = fuse(limit: 3, ExplorationBounds(merges: 0))
    #expect(graph.findings.contains { $0.kind == .mergeBound })
    let whole = StateGraph(
      .value(Fuse(limit: 3)) { ReflectedState($0.isBlown) },
      steps: [.step("warm") { $0.warm() }, .step("look") { $0.look() }],
      options: .init(bounds: ExplorationBounds(merges: 0)))
    #expect(!whole.findings.contains { $0.kind == .mergeBound })
  }

  // MARK: One property at a time

  /// Returns a row without the words about values, which depend on the values that there are.
  private static func row(_ rule: StateGraph.Rule) -> String {
    "\(rule.source) \(rule.target) \(rule.event) \(rule.effect)"
  }

  /// Returns what is wrong with a picture that leaves out a property, or `nil` if nothing is.
  private static func silentChange(
    in graph: StateGraph, from whole: StateGraph, without property: String
  ) -> String? {
    let errors = differences(in: graph)
    guard errors.isEmpty else {
      return errors.contains { $0.contains("`\(property)") } ? nil : "names another: \(errors)"
    }
    let name = property.split(separator: ".").last.map(String.init) ?? property
    let unmentioned = whole.rules.filter { !$0.description.contains(name) }
    let lost = Set(unmentioned.map(row)).subtracting(graph.rules.map(row))
    let added = Set(graph.rules.map(row)).subtracting(whole.rules.map(row))
    return lost.isEmpty && added.isEmpty ? nil : "lost \(lost), added \(added)"
  }

  @Test(arguments: HandWritten.all)
  func leavingOutAPropertyIsSaidIfItDecides(_ machine: HandWritten.Example) {
    let whole = machine.graph([], [], ExplorationBounds())
    #expect(!whole.findings.contains { $0.severity == .error }, "\(whole.findings)")
    for property in machine.properties {
      // A token is another one each time, so nobody can name it.
      let others = machine.properties.filter { $0 != property && $0 != "token" }
      let ways: [(String, [IgnoredProperty], [String])] = [
        ("ignored", [.init(stringLiteral: property)], []), ("not named", [], others),
      ]
      for (way, ignored, named) in ways where way == "ignored" || !named.isEmpty {
        let graph = machine.graph(ignored, named, ExplorationBounds())
        let silent = Self.silentChange(in: graph, from: whole, without: property)
        #expect(silent == nil, "\(machine) without \(property), \(way)")
        guard Self.differences(in: graph).isEmpty else { continue }
        let deep = machine.graph(ignored, named, ExplorationBounds(merges: 2_000, mergeSteps: 30))
        #expect(Self.differences(in: deep).isEmpty)
        #expect(!deep.findings.contains { $0.kind == .mergeBound })
      }
    }
  }
}
