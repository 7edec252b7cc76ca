import Foundation
import Schematic
import SchematicGraph
@testable import SchematicTesting
import Testing

final class TollGate {
  enum State: CaseIterable, Graphable { case locked, unlocked }
  enum Event: Graphable {
    case insert(coin: Int), push
    static let graphCases: [Event] = [.insert(coin: 1), .insert(coin: 2), .push]
  }

  static let price = 5
  var balance = 0

  static let schema = StateMachineSchema<State, Event, TollGate>(initialState: .locked) {
    state, event, when in
    switch (state, event) {
    case (.locked, .insert(let coin)):
      return when("paid") { $0.balance + coin >= price }
        ? .to(.unlocked, "unlock") { $0.balance += coin - price }
        : .stay("count") { $0.balance += coin }
    case (.locked, .push): return .rejected("pay first")
    case (.unlocked, .insert): return .rejected("pass first")
    case (.unlocked, .push): return .to(.locked, "lock") { $0.balance = 0 }
    }
  }
}

@Suite struct TollGateTests {
  @Test func tollGateKeepsLessThanThePrice() {
    withKnownIssue("Nobody gives change.") {
      expectRandomRuns(
        machine: { StateMachine(schema: TollGate.schema, owning: TollGate()) },
        event: { random in
          Bool.random(using: &random) ? .push : .insert(coin: .random(in: 1...50, using: &random))
        },
        simpler: { event in
          guard case .insert(let coin) = event else { return [] }
          return [.insert(coin: coin / 2), .insert(coin: coin - 1)]
        },
        invariant: { machine in (machine.subject?.balance ?? 0) < TollGate.price })
    }
  }

  @Test func tollGateDoesWhatTheCommittedPictureShows() throws {
    let text = StateGraph(TollGate.schema).dot()
    expectRandomRuns(
      in: try StateGraph(dot: text),
      machine: { StateMachine(schema: TollGate.schema, owning: TollGate()) })
  }

  @Test func articleQuotesWhatAFailureSays() throws {
    let report = RunReport<TollGate.Event>(
      seed: 10, machine: { StateMachine(schema: TollGate.schema, owning: TollGate()) },
      event: { random in
        Bool.random(using: &random) ? .push : .insert(coin: .random(in: 1...50, using: &random))
      },
      simpler: { event in
        guard case .insert(let coin) = event else { return [] }
        return [.insert(coin: coin / 2), .insert(coin: coin - 1)]
      },
      invariant: { machine in (machine.subject?.balance ?? 0) < TollGate.price },
      sourceLocation: SourceLocation(
        fileID: "TollGates/TollGateTests.swift", filePath: "TollGateTests.swift", line: 34,
        column: 7))
    let words = try #require(report?.description)
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(
        path: "../../Sources/SchematicTesting/SchematicTesting.docc/Articles/RandomRuns.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.contains("```text\n\(words)\n```\n"), "\(words)")
  }
}
