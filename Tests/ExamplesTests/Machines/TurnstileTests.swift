@testable import Examples
import Schematic
import SchematicGraph
import SchematicTestKit
import Testing

@Suite struct TurnstileTests {
  private static let corpus = "turnstile"

  private let turnstile = Turnstile()
  private let machine: StateMachine<Gate, Visitor, Turnstile>

  init() {
    machine = StateMachine(schema: Turnstile.schema, subject: turnstile)
  }

  @Test func turnstileCountsTheFirstCoin() {
    #expect(machine.handle(.coin) == .stayed)
    #expect(machine.state == .locked)
    #expect(turnstile.coins == 1)
  }

  @Test func turnstileOpensWhenTheSecondCoinIsPaid() {
    machine.handle(.coin)
    #expect(machine.handle(.coin) == .moved)
    #expect(machine.state == .unlocked)
    #expect(turnstile.isOpen)
    #expect(turnstile.coins == 0)
  }

  @Test func turnstileSoundsItsAlarmIfItIsPushedUnpaid() {
    #expect(machine.handle(.push) == .stayed)
    #expect(machine.state == .locked)
    #expect(turnstile.alarms == 1)
  }

  @Test func turnstileReturnsACoinThatIsNotNeeded() {
    for event in [Visitor.coin, .coin, .coin] { machine.handle(event) }
    #expect(machine.state == .unlocked)
    #expect(turnstile.returnedCoins == 1)
    #expect(turnstile.coins == 0)
  }

  @Test func turnstileLocksBehindAVisitor() {
    for event in [Visitor.coin, .coin, .push] { machine.handle(event) }
    #expect(machine.state == .locked)
    #expect(!turnstile.isOpen)
    #expect(turnstile.coins == 0)
  }

  @Test func everyActionRunsExactlyOncePerMove() {
    for event in [Visitor.push, .coin, .push, .coin, .coin, .push, .coin] { machine.handle(event) }
    #expect(turnstile.alarms == 2)
    #expect(turnstile.returnedCoins == 1)
    #expect(turnstile.coins == 1)
  }

  @Test func graphShowsBothAnswersOfTheGuard() {
    let coins = StateGraph(Turnstile.schema).transitions.filter {
      $0.source == "locked" && $0.event == "coin"
    }
    #expect(coins.map(\.guard) == ["paid", "not paid"])
    #expect(coins.map(\.action) == ["unlock", "count"])
    #expect(coins.map(\.target) == ["unlocked", "locked"])
  }

  /// The turnstile of the textbooks opens for one coin: ours, with its guard always met.
  @Test(.enabled(if: Corpora.has(corpus)), arguments: Corpora.rows(of: corpus))
  func turnstileLeadsWhereThatOfTheTextbooksDoes(row: TableRow) throws {
    let state = try #require(Gate.allCases.first { "\($0)" == row.state.lowercased() })
    let event = try #require(Visitor.allCases.first { "\($0)" == row.event })
    let transition = Turnstile.schema.transition(from: state, on: event, guards: { _ in true })
    #expect("\(transition.target ?? state)" == row.next.lowercased())
  }
}
