import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTesting
import Testing

/// Walks with machines of regions whose states carry values.
@MainActor @Suite struct RegionWalkTests {
  enum Delivery: Graphable, Equatable {
    case none, sending(attempt: Int), waiting(attempt: Int)

    static let graphCases: [Delivery] =
      [.none] + (0...3).map { .sending(attempt: $0) } + (0...2).map { .waiting(attempt: $0) }
  }
  enum Screen: CaseIterable, Graphable { case shown, hidden }
  enum Event: CaseIterable, Graphable { case send, fail, retry, flip, succeed }

  struct App: GraphableRegions, Equatable {
    var delivery = Delivery.none
    var screen = Screen.shown
  }

  final class Model {
    var lines: [String] = []
  }

  /// What a state of the delivery answers.
  enum Answer: CaseIterable { case nothing, entry, task, timeout }

  private static func schema(
    _ answer: Answer, attempts: Int
  ) -> StateMachineSchema<App, Event, Model> {
    StateMachineSchema(
      initialState: App(), on: MainActor.self,
      regions: .region(\.delivery, on: MainActor.self) { delivery, event in
        switch (delivery, event) {
        case (.none, .send): .to(.sending(attempt: 0), "send") { $0.lines.append("send") }
        case (.sending(let attempt), .fail):
          attempt < attempts ? .to(.waiting(attempt: attempt)) : .to(.none, "give up")
        case (.sending, .succeed): .to(.none)
        case (.waiting(let attempt), .retry): .to(.sending(attempt: attempt + 1))
        default: .ignored
        }
      } states: { delivery in
        switch (delivery, answer) {
        case (.sending, .entry): .entry("spin") { $0.lines.append("spin") }
        case (.sending, .task): .task("send") { _, _ in }
        case (.waiting(let attempt), .timeout): .after(.seconds(2 << attempt), send: .retry)
        default: .none
        }
      },
      .region(\.screen, on: MainActor.self) { screen, event in
        switch (screen, event) {
        case (.shown, .flip): .to(.hidden, "hide")
        case (.hidden, .flip): .to(.shown)
        case (.hidden, .fail): .stay("log") { $0.lines.append("log") }
        default: .ignored
        }
      })
  }

  private nonisolated static let kinds = Answer.allCases.flatMap { answer in
    // A timeout is drawn for each declared value, and only three attempts reach all of them.
    (answer == .timeout ? [3] : [1, 2, 3]).map { (answer, $0) }
  }

  @Test(arguments: kinds)
  func walksPassWhateverValuesTheStatesOfARegionCarry(answer: Answer, attempts: Int) throws {
    let schema = Self.schema(answer, attempts: attempts)
    let graph = StateGraph(schema)
    #expect(graph.states.count == 5)
    let walks = graph.walks(taking: .everyTransition)
    for walk in walks { expectWalk(walk, of: schema, subject: Model.init) }
    for walk in graph.randomWalks(5, length: 30, seed: 1) {
      expectWalk(walk, of: schema, subject: Model.init)
    }
    // Together they take everything that the regions do.
    let taken = Set(walks.flatMap { $0.steps.flatMap(\.parts) })
    #expect(graph.transitions.allSatisfy(taken.contains))
  }

  @Test func walksPassOnAClockIfATimeoutDependsOnWhatAStateCarries() async {
    let schema = Self.schema(.timeout, attempts: 3)
    for walk in StateGraph(schema).walks(taking: .everyTransition) {
      await expectWalk(walk, of: schema, on: ManualClock(), subject: Model.init)
    }
  }

  @Test func walkFailsIfARegionDoesSomethingElse() throws {
    let schema = Self.schema(.entry, attempts: 3)
    let walks = StateGraph(schema).walks(taking: .everyTransition)
    func isFailing(_ other: StateMachineSchema<App, Event, Model>) -> Bool {
      walks.contains {
        WalkReport($0, of: schema, machine: { StateMachine(schema: other, owning: Model()) }) != nil
      }
    }
    #expect(!isFailing(schema))
    #expect(isFailing(Self.schema(.nothing, attempts: 3)))
    #expect(isFailing(Self.schema(.entry, attempts: 1)))
  }
}
