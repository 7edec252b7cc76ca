@testable import Examples
import Foundation
import Schematic
import SchematicGraph
@testable import SchematicDiagrams
import SchematicGraphviz
import SchematicTestKit
import SchematicTraces
import Testing

/// Random walks of real machines: their traces are steps of their diagrams, and `Scripts/check-player.sh` clicks
/// through the same walks in a browser.
@MainActor @Suite struct PageWalkTests {
  /// The number of events of a walk; 1,000 where pages are written for a browser.
  private static let length = folder == nil ? 200 : 1_000
  static let folder = ProcessInfo.processInfo.environment["PAGE_FOLDER"]

  @Test(arguments: Example.allCases)
  func anExampleWalksWithinItsDiagram(example: Example) throws {
    let live = example.live()
    let graph = live.draw()
    var walk = PageWalk(name: "\(example)", graph: graph)
    walk.steps = live.walk(Self.length, 7)
    #expect(graph.violations(of: walk.entries).map(\.description) == [])
    #expect(walk.steps.count > Self.length / 2)
    try walk.write(into: Self.folder)
  }

  /// A browser follows the links to the files of this package: see `Scripts/player/check_links.py`.
  @Test func anExampleHasLinksToItsRules() throws {
    var root = URL(filePath: #filePath)
    while root.lastPathComponent != "Tests" { root.deleteLastPathComponent() }
    let links = CodeLinks(
      to: try LinkTemplate("http://links.test/{file}#L{line}"),
      in: SourceFiles(in: root.deletingLastPathComponent().path))
    let graphs = Example.allCases.map { (name: "\($0)", graph: $0.live().draw()) }
    let page = try PlayerPage(graphs, title: "Links", links: links).html
    let texts = try graphs.map { name, graph in
      let svg = try DiagramFormat.svg.drawing(
        of: graph, named: name, style: DiagramStyle(), links: links)
      return ("links-\(name).svg", String(decoding: try #require(svg?.data), as: UTF8.self))
    }
    for (name, text) in [("links.html", page)] + texts {
      #expect(text.contains(/http:\/\/links.test\/[^"]*\/[A-Za-z+]+\.swift#L[0-9]+"/), "\(name)")
      // Graphviz hands parts of a link down to what has none.
      #expect(!text.contains("<a xlink:title="), "\(name)")
      guard let folder = Self.folder else { continue }
      try Data(text.utf8).write(to: URL(filePath: folder).appending(path: name))
    }
  }

  @Test func aRandomMachineWalksWithinItsDiagram() throws {
    try Seeds.each(50, aRandomMachineWalksWithinItsDiagram(seed:))
  }

  private func aRandomMachineWalksWithinItsDiagram(seed: UInt64) throws {
    let player = RandomPlayer(seed: seed)
    let subject = RandomPlayer.Subject()
    let machine = StateMachine(schema: player.schema, subject: subject)
    machine.clock = ManualClock()
    var walk = PageWalk(name: "random\(seed)", graph: StateGraph(player.schema))
    let log = WalkLog(machine)
    var random = SplitMix64(seed: seed)
    for _ in 0..<(Self.length) {
      subject.bits = Int.random(in: 0..<8, using: &random)
      subject.performed = []
      let timeouts =
        player.schema.isFinal(machine.state) ? [] : player.schema.timeouts(in: machine.state)
      if let timeout = timeouts.first?.timeout, Int.random(in: 0..<4, using: &random) == 0 {
        _ = machine.handle(timeout.event, ofTimeout: timeout.sender)
      } else {
        machine.handle(RandomPlayer.Signal(number: Int.random(in: 0..<5, using: &random)))
      }
      log.performed.append(subject.performed)
    }
    walk.steps = zip(log.entries, log.performed).map { .init(entry: $0, performed: $1) }
    #expect(walk.graph.violations(of: walk.entries).map(\.description) == [], "SEED=\(seed)")
    try walk.write(into: Self.folder)
  }

  /// A machine with regions inside a nested state.
  @Test func aRentalWalksWithinItsDiagram() throws {
    #expect(StateGraph(Rental.schema).regions.map(\.name) == ["motor", "light", "battery"])
    try walk("rental", Rental.schema)
  }

  /// A machine whose states are completed beside others that move.
  @Test func anOvenWalksWithinItsDiagram() throws {
    let completions = try walk("oven", Oven.schema).filter { $0.step?.sender == .completion }
    #expect(completions.count > 5)
    #expect(completions.allSatisfy { $0.step?.action == "ring" })
  }

  /// Sends a machine random events, and returns what became of them.
  @discardableResult
  private func walk<State: Graphable, Event: Graphable>(
    _ name: String, _ schema: StateMachineSchema<State, Event, Void>
  ) throws -> [TraceEntry] {
    let machine = StateMachine(schema: schema)
    machine.clock = ManualClock()
    var walk = PageWalk(name: name, graph: StateGraph(schema))
    let log = WalkLog(machine)
    var random = SplitMix64(seed: 7)
    for _ in 0..<Self.length {
      machine.handle(Event.graphCases.randomElement(using: &random)!)
    }
    walk.steps = log.entries.map { .init(entry: $0, performed: nil) }
    #expect(walk.graph.violations(of: walk.entries).map(\.description) == [])
    try walk.write(into: Self.folder)
    return walk.entries
  }

  /// The stream is a value that changes itself, and has no trace but that of its graph.
  @Test func aStreamWalksWithinItsDiagram() throws {
    var stream = StreamMachine()
    var walk = PageWalk(name: "streamMachine", graph: StreamMachine.graph)
    var random = SplitMix64(seed: 7)
    var number = 0
    func add(_ state: String, _ step: TraceEntry.Step?) {
      walk.steps.append(
        .init(
          entry: TraceEntry(
            machine: walk.name, id: "1", number: number, state: state, step: step), performed: nil))
      number += 1
    }
    for _ in 0..<Self.length {
      let state = stream.state.graphIdentifier
      let event = StreamEvent.graphCases.randomElement(using: &random)!
      let isRejected = (try? stream.handle(event)) == nil
      let target = stream.state.graphIdentifier
      let rule = walk.graph.rules.first { $0.source == state && $0.event == event.diagramLabel }
      #expect(isRejected || rule?.target == target)
      let outcome: TraceEntry.Outcome =
        rule?.effect.isRejection == true
        ? .rejected : rule.map { $0.isInternal ? .stayed : .moved } ?? .ignored
      add(
        state,
        TraceEntry.Step(
          event: event.diagramLabel, outcome: outcome, target: target, action: rule?.action,
          reason: rule?.effect.reason))
      guard state == "closed" else { continue }
      // Nothing more happens to it; another one begins.
      (stream, number) = (StreamMachine(), 0)
      add(stream.state.graphIdentifier, nil)
    }
    #expect(walk.graph.violations(of: walk.entries).map(\.description) == [])
    try walk.write(into: Self.folder)
  }

  /// Names that every object of JavaScript has a member of.
  @Test(arguments: [false, true])
  func namesOfMembersStayNames(hasRegions: Bool) throws {
    let names = ["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "$", "text"]
    let graph = Self.graph(of: names)
    var walk = PageWalk(
      name: hasRegions ? "__proto__" : "constructor",
      graph: hasRegions ? .sideBySide([("__proto__", graph), ("right", graph)]) : graph)
    var random = SplitMix64(seed: 7)
    let steps = GraphSteps(of: walk.graph)
    var place = steps.tree.initial
    for number in 1...Self.length {
      let all = steps.combinedRules(in: place)
      // All guards hold, so every region with such a rule takes it.
      let taken = all.filter { one in
        all.allSatisfy { $0.rule.event != one.rule.event || $0.parts.count <= one.parts.count }
      }
      guard let step = taken.randomElement(using: &random) else { break }
      let rule = step.rule
      walk.steps.append(
        .init(
          entry: TraceEntry(
            machine: "walk", id: "1", number: number, state: rule.source,
            step: .init(
              event: rule.event, outcome: rule.effect.isRejection ? .rejected : .moved,
              target: rule.target, action: rule.action, reason: rule.effect.reason,
              guards: names.map { .init(name: $0, holds: true) })),
          performed: nil))
      place = step.target
    }
    #expect(walk.graph.violations(of: walk.entries).map(\.description) == [])
    #expect(walk.steps.count == Self.length)
    try walk.write(into: Self.folder)
  }

  /// A ring of states in which each text of each rule is one of some names.
  private static func graph(of names: [String]) -> StateGraph {
    func name(_ index: Int) -> String { names[index % names.count] }
    return StateGraph(
      states: names.map { .init(identifier: $0, behaviors: [.init(.entry, $0)]) },
      rules: names.indices.map {
        .init(
          source: name($0), target: name($0 + 1), trigger: .event(name($0 + 2)),
          conditions: [.guard(name($0 + 3))], effect: .external(action: name($0 + 4)))
      }
        + names.indices.map {
          .init(
            source: name($0), target: name($0), trigger: .event(name($0 + 3)),
            effect: .rejected(reason: name($0 + 5)))
        }, initialState: name(0))
  }

  /// A text that is longer than pages are.
  @Test func aLongTextIsInNoPictureOfAPage() throws {
    let text = String(repeating: "0123456789", count: 20_000)
    let graph = StateGraph(
      states: [.init(identifier: text), .init(identifier: "end")],
      transitions: [
        .init(source: text, target: "end", event: "end"),
        .init(source: text, target: text, event: "again"),
        .init(source: "end", target: text, event: "begin"),
      ], initialState: text)
    let page = try PlayerPage([("Long", graph)], title: "Long").html
    let count = { (whole: String) in whole.components(separatedBy: text).count - 1 }
    #expect(count(page) == count(graph.json()))
    guard let folder = Self.folder else { return }
    try page.write(toFile: "\(folder)/long.html", atomically: true, encoding: .utf8)
  }

  /// Every text of a page, made of what breaks careless pages.
  @Test func hostileTextsStayTexts() throws {
    let texts = [
      "\"quoted\" 'twice' \\", "</script><script>window.hacked = 1</script>", "قفل مفتوح",
      "\u{202E}evird\u{202C}", "NUL \0 here", "<img src=x onerror=\"window.hacked = 1\">",
      "&lt;b&gt; & &amp;", "<!-- --> ]]> {{x}}", "a\nb", "🙂 👩‍👩‍👧",
    ]
    let graph = StateGraph(
      states: texts.enumerated().map { .init(identifier: $1, label: "\($0) \($1)") },
      transitions: texts.enumerated().map { index, text in
        .init(
          source: text, target: texts[(index + 1) % texts.count], event: "e \(text)", guard: text,
          action: "a \(text)")
      }, rejections: texts.map { .init(state: texts[0], event: "r \($0)", reason: $0) },
      initialState: texts[0])
    let page = try PlayerPage([(texts[1], graph)], title: texts[1]).html
    #expect(page.components(separatedBy: "</script>").count == 3)
    #expect(!page.contains("<img"))
    guard let folder = Self.folder else { return }
    try page.write(toFile: "\(folder)/hostile.html", atomically: true, encoding: .utf8)
    try JSONEncoder().encode(texts).write(to: URL(filePath: "\(folder)/hostile.json"))
  }
}

/// A walk of a machine, as its trace tells of it.
struct PageWalk {
  struct Step {
    let entry: TraceEntry
    /// What the subject was made to do; `nil` where it does not say.
    var performed: [String]?
    /// The seconds since the step before, and each timeout that runs after this one, with what is left
    /// of it; `nil` where nobody looked at a clock.
    var time: Time?
  }

  struct Time: Encodable {
    let waited: Double
    let timeouts: [[Double]]
  }

  let name: String
  let graph: StateGraph
  var steps: [Step] = []

  var entries: [TraceEntry] { steps.map(\.entry) }

  /// Writes the page of the machine, and the walk as a trace with what else is known of each step.
  func write(into folder: String?) throws {
    guard let folder else { return }
    let page = try PlayerPage([(name, graph)], title: name).html
    try page.write(toFile: "\(folder)/\(name).html", atomically: true, encoding: .utf8)
    let lines = steps.map { step in
      let performed = step.performed.map { ",\"performed\":\(Self.json($0))" } ?? ""
      let time = step.time.map { ",\"time\":\(Self.json($0))" } ?? ""
      return step.entry.line.dropLast() + performed + time + "}"
    }
    try lines.joined(separator: "\n").write(
      toFile: "\(folder)/\(name).jsonl", atomically: true, encoding: .utf8)
  }

  private static func json(_ value: some Encodable) -> String {
    String(decoding: (try? JSONEncoder().encode(value)) ?? Data(), as: UTF8.self)
  }
}

/// The entries of a machine's trace.
@MainActor final class WalkLog {
  private(set) var entries: [TraceEntry] = []
  var performed: [[String]] = []

  init<State: Graphable, Event: Graphable, Subject>(
    _ machine: StateMachine<State, Event, Subject>
  ) {
    machine.observe { [unowned self, schema = machine.schema] handled in
      entries.append(
        TraceEntry(
          handled, of: schema, machine: "walk", id: "1", number: entries.count + 1,
          includingValues: false))
    }
  }
}
