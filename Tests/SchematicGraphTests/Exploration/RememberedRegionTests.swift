import Schematic
import SchematicGraph
import Testing

/// A state that remembers where regions were left, and carries something else as well.
@Suite struct RememberedRegionTests {
  struct Work: GraphableRegions, Equatable {
    var arm = Arm.down
    var lamp = Lamp.dark
    enum Arm: CaseIterable, Graphable { case down, up }
    enum Lamp: CaseIterable, Graphable { case dark, bright }
  }

  enum Robot: Graphable, Equatable {
    case working(Work), stuck(tries: Int, last: Work), scrapped
    static let graphCases: [Robot] =
      [.working(Work())] + (1...4).map { .stuck(tries: $0, last: Work()) } + [.scrapped]
  }

  enum Event: CaseIterable, Graphable { case lift, press, jam, push, free }

  private static let work = StateMachineSchema<Work, Event, Void>(
    initialState: Work(),
    regions: .region(\.arm) { arm, event in
      event == .lift ? .to(arm == .down ? .up : .down) : .ignored
    },
    .region(\.lamp) { lamp, event in
      event == .press ? .to(lamp == .dark ? .bright : .dark) : .ignored
    })

  /// Returns the graph of a robot that counts its tries by two functions.
  private static func robot(
    first: @escaping @Sendable (Work) -> Int = { _ in 1 },
    next: @escaping @Sendable (Int) -> Int = { $0 + 1 }
  ) -> StateGraph {
    let schema = StateMachineSchema<Robot, Event, Void>(initialState: .working(Work())) {
      robot, event in
      switch (robot, event) {
      case (.working(let work), .jam): .to(.stuck(tries: first(work), last: work))
      case (.stuck(_, let last), .free): .to(.working(last))
      case (.stuck(let tries, let last), .push):
        tries < 4 ? .to(.stuck(tries: next(tries), last: last)) : .to(.scrapped)
      default: .ignored
      }
    }
    .embedding(work, in: Robot.working)
    return StateGraph(schema)
  }

  private static func changes(in graph: StateGraph, of event: String) -> Set<String> {
    Set(graph.transitions.filter { $0.event == event }.map { $0.change ?? "none" })
  }

  @Test func changeBesideAHistoryIsDrawn() {
    let (growing, endless) = (Self.robot(), Self.robot(next: { $0 }))
    #expect(growing.transitions.contains { $0.entry == .history })
    #expect(Self.changes(in: growing, of: "push") == ["tries + 1", "none"])
    #expect(growing.dot().contains("{tries + 1}"))
    #expect(growing != endless)
    #expect(growing.dot() != endless.dot())
  }

  @Test func changeThatFollowsFromWhatIsRememberedIsDrawn() {
    let (few, many) = (
      Self.robot(first: { $0.arm == .up ? 2 : 1 }, next: { $0 }),
      Self.robot(first: { $0.arm == .up ? 3 : 1 }, next: { $0 })
    )
    #expect(few.transitions.contains { $0.entry == .history })
    #expect(few.dot() != many.dot())
  }

  @Test func historyIsNoChange() {
    let graph = Self.robot()
    #expect(Self.changes(in: graph, of: "jam") == ["tries = 1"])
    #expect(!graph.rules.contains { $0.change?.contains("last") == true })
  }

  // MARK: In pieces

  enum Crane: Graphable, Equatable {
    case working(Work), stuck(tries: Int, arm: Work.Arm, lamp: Work.Lamp?)
    static let graphCases: [Crane] =
      [.working(Work())] + (1...3).map { .stuck(tries: $0, arm: .down, lamp: .dark) }
  }

  @Test func historyThatIsKeptInPiecesIsNoChange() {
    let schema = StateMachineSchema<Crane, Event, Void>(initialState: .working(Work())) {
      crane, event in
      switch (crane, event) {
      case (.working(let work), .jam): .to(.stuck(tries: 1, arm: work.arm, lamp: work.lamp))
      case (.stuck(_, let arm, let lamp?), .free): .to(.working(Work(arm: arm, lamp: lamp)))
      case (.stuck(let tries, let arm, let lamp), .push) where tries < 3:
        .stay(as: .stuck(tries: tries + 1, arm: arm, lamp: lamp))
      default: .ignored
      }
    }
    .embedding(Self.work, in: Crane.working)
    let graph = StateGraph(schema)
    #expect(graph.transitions.contains { $0.entry == .history })
    #expect(Self.changes(in: graph, of: "jam") == ["tries = 1"])
    #expect(Self.changes(in: graph, of: "push") == ["tries + 1"])
  }

  // MARK: Through several states

  /// A robot that is towed before it works again, and repaired in two steps.
  enum Fleet: Graphable, Equatable {
    case working(Work), towed(last: Work), repair(Repair, last: Work)
    static let graphCases: [Fleet] = [
      .working(Work()), .towed(last: Work()), .repair(.waiting(hours: 1), last: Work()),
      .repair(.waiting(hours: 2), last: Work()), .repair(.welding, last: Work()),
    ]
  }
  enum Repair: Graphable, Equatable {
    case waiting(hours: Int), welding
    static let graphCases: [Repair] = [.waiting(hours: 1), .waiting(hours: 2), .welding]
  }

  /// Returns the graph of a fleet that may change what it carries from one state to the next.
  private static func fleet(
    _ carried: @escaping @Sendable (Work) -> Work = { $0 }
  ) -> StateGraph {
    let schema = StateMachineSchema<Fleet, Event, Void>(initialState: .working(Work())) {
      fleet, event in
      switch (fleet, event) {
      case (.working(let work), .jam): .to(.towed(last: work))
      case (.towed(let last), .push): .to(.repair(.waiting(hours: 2), last: carried(last)))
      case (.repair(.waiting(let hours), let last), .push):
        .to(.repair(hours > 1 ? .waiting(hours: hours - 1) : .welding, last: last))
      case (.repair(.welding, let last), .free): .to(.working(last))
      default: .ignored
      }
    }
    .embedding(work, in: Fleet.working)
    return StateGraph(schema)
  }

  @Test func historyIsOneArrowHoweverManyStatesCarryIt() {
    let graph = Self.fleet()
    #expect(
      graph.transitions.filter { $0.event == "free" }.map { "\($0.target)\($0.entry)" }
        == ["working [H*]"])
    #expect(
      graph.rules.filter { !$0.source.hasPrefix("working") || $0.event == "jam" }
        .map(\.description) == [
          "working -> towed: jam", "towed -> repair.waiting: push {hours = 2}",
          "repair.waiting -> repair.welding: push [hours = 1]",
          "repair.waiting -> repair.waiting: push [hours = 2] {hours = 1}",
          "repair.welding -> working [H*]: free",
        ])
    #expect(graph.findings.filter { $0.severity != .note } == [])
  }

  @Test func whatAStateOnTheWayChangesIsNoHistory() {
    let graph = Self.fleet { Work(arm: .down, lamp: $0.lamp) }
    #expect(!graph.transitions.contains { $0.entry == .history })
    #expect(graph.dot() != Self.fleet().dot())
    let ends = graph.transitions.filter { $0.event == "free" }.map { "\($0.target)\($0.entry)" }
    #expect(ends == ["working", "working [working/lamp/bright]"])
  }

  @Test func nestedStateBesideAHistoryHasABox() {
    let graph = Self.fleet()
    #expect(graph.composites.map(\.identifier) == ["repair"])
    #expect(!graph.dot().contains("repair.0"))
  }
}
