import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
import SchematicTraces
import Testing

/// A trace of several machines as lanes.
@MainActor @Suite struct TraceSequenceTests {
  private enum Order: String, CaseIterable, Graphable { case open, paying, paid }
  private enum OrderEvent: CaseIterable, Graphable { case pay, confirm, giveUp }
  private enum Payment: String, CaseIterable, Graphable { case idle, done }
  private enum PaymentEvent: CaseIterable, Graphable { case ask }

  /// An order and a payment that call each other.
  @MainActor private final class Shop {
    var funds = 0
    private(set) var order: StateMachine<Order, OrderEvent, Shop>!
    private(set) var payment: StateMachine<Payment, PaymentEvent, Shop>!

    init() {
      order = StateMachine(schema: Shop.orders, subject: self)
      payment = StateMachine(schema: Shop.payments, subject: self)
    }

    private static let orders = StateMachineSchema<Order, OrderEvent, Shop>(
      initialState: .open, on: MainActor.self
    ) { state, event in
      switch (state, event) {
      case (.open, .pay): return .to(.paying, "ask") { $0.payment.handle(.ask) }
      case (.paying, .confirm): return .to(.paid)
      case (.paying, .giveUp): return .to(.open)
      case (.paid, .pay): return .rejected("it is paid")
      default: return .ignored
      }
    } states: { state in
      state == .paying ? .after(.seconds(30), send: .giveUp) : .none
    }

    private static let payments = StateMachineSchema<Payment, PaymentEvent, Shop>(
      initialState: .idle, on: MainActor.self
    ) { state, event, when in
      guard state == .idle else { return .ignored }
      return when("funds") { $0.funds > 0 }
        ? .to(.done, "confirm") { $0.order.handle(.confirm) } : .stay("complain") { _ in }
    }
  }

  /// The entries of a shop whose order is paid at the second attempt.
  private func entries() throws -> [TraceEntry] {
    let shop = Shop()
    let log = Log()
    let recorder = TraceRecorder { [log] in log.lines.append($0) }
    recorder.watch(shop.order, named: "Order", id: "a1b2c3")
    recorder.watch(shop.payment, named: "Payment", id: "1")
    shop.order.handle(.pay)
    let timeout = try #require(shop.order.schema.timeouts(in: .paying).first?.timeout)
    _ = shop.order.handle(timeout.event, ofTimeout: timeout.sender)
    shop.funds = 1
    shop.order.handle(.pay)
    shop.order.handle(.pay)
    return try log.lines.map { try TraceEntry(line: $0) }
  }

  private final class Log: @unchecked Sendable { var lines: [String] = [] }

  private func mermaid(_ entries: [TraceEntry]) -> String {
    var sequence = TraceSequence()
    for entry in entries { sequence.add(entry) }
    return sequence.mermaid
  }

  /// Each machine has a lane, in which its lines stand in the order of the trace.
  @Test func sequenceShowsWhatSeveralMachinesDid() throws {
    let text = mermaid(try entries())
    #expect(try Golden("shop.mmd").difference(from: text) == nil)
  }

  /// What the trace doesn't tell isn't drawn: the state after a gap is the one that the next line names.
  @Test func sequenceSaysThatLinesAreMissing() throws {
    var found = try entries()
    let index = try #require(found.firstIndex { $0.machine == "Order" && $0.number == 2 })
    let lost = found.remove(at: index)
    let lines = mermaid(found).components(separatedBy: "\n")
    let missing = try #require(lines.firstIndex(of: "  Note over m1: lines are missing"))
    #expect(lines.filter { $0.contains("lines are missing") }.count == 1)
    #expect(lost.step?.target == "open")
    #expect(!lines.contains { $0.contains("after 30 s") })
    #expect(lines[missing + 1] == "  program-)m1: confirm, queued")
    #expect(lines.contains("  Note over m1: open"))
  }

  @Test func sequenceSaysWhatIsNotInTheDiagram() throws {
    var sequence = TraceSequence()
    for entry in try entries() { sequence.add(entry, isStep: entry.number != 1) }
    let marks = sequence.mermaid.components(separatedBy: "not in the diagram").count - 1
    #expect(marks == 2)
  }

  /// Whatever machines, states and events are called, each of their texts stays in its line, and the text is
  /// short enough for Mermaid.
  @Test func sequenceIsOneStatementALineAndShortEnough() throws {
    var sequence = TraceSequence()
    let texts = AdversarialText.short + [String(repeating: "long ", count: 10_000)]
    for number in 0..<2_000 {
      func text(_ offset: Int) -> String { texts[(number + offset) % texts.count] }
      sequence.add(
        TraceEntry(
          machine: text(0), id: text(number / texts.count), number: number, state: text(1),
          step: .init(event: text(2), outcome: .moved, target: text(3), action: text(4))))
    }
    let text = sequence.mermaid
    #expect(text.count < 50_000)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
    let form = /\ \ (participant (program|m\d+ as .+)|Note over m\d+: .+|(program|m\d+)->>m\d+: .+)/
      .matchingSemantics(.unicodeScalar)
    for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
    #expect(lines.last?.contains(/Note over m1: and \d+ more lines/) == true)
  }
}
