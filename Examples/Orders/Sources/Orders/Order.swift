import Foundation
import Schematic
import SchematicGraph
import SchematicTraces

/// The states of an order.
public enum OrderState: Hashable, Codable, Sendable {
  case open
  case paid(cents: Int)
  case shipped
  case canceled
}

extension OrderState: Graphable {
  /// A value for each state, with two amounts, so that diagrams don't show one as the only one.
  public static var graphCases: [OrderState] {
    [.open, .paid(cents: 100), .paid(cents: 250), .shipped, .canceled]
  }
}

/// The events of an order.
///
/// The last two are sent by timeouts.
public enum OrderEvent: Hashable, Codable, Sendable {
  case pay(cents: Int)
  case pack, ship, giveBack, cancel, reopen
  case expire, remind
}

extension OrderEvent: Graphable {
  /// A value for each event, with two amounts.
  public static var graphCases: [OrderEvent] {
    [
      .pay(cents: 100), .pay(cents: 250), .pack, .ship, .giveBack, .cancel, .reopen, .expire,
      .remind,
    ]
  }

  /// The event as diagrams show it.
  public var graphLabel: String { self == .giveBack ? "give back" : graphIdentifier }
}

/// The effects of an order outside of the database.
public enum OrderEffect: Hashable, Codable, Sendable {
  case sendReceipt(cents: Int)
  case refund(cents: Int)
  case handOver
  case remindWarehouse
}

/// An order while one event is handled: the subject of its machine.
///
/// Closures change the values for the row, and effects are noted for the outbox. No effect happens before
/// the row has been written: see ``OrderStore``.
public actor Order: ActorEffectPerformer {
  private var parcels: Int
  private var effects: [OrderEffect] = []
  private var entries: [TraceEntry] = []

  init(parcels: Int = 0) {
    self.parcels = parcels
  }

  /// Notes an effect, which is written to the outbox with the row.
  public func perform(_ effect: OrderEffect) { effects.append(effect) }

  /// The rules.
  public static let schema = StateMachineSchema<OrderState, OrderEvent, Order>(
    initialState: .open
  ) { state, event, when in
    switch (state, event) {
    case (.open, .pay(let cents)):
      return .to(.paid(cents: cents), .sendReceipt(cents: cents))
    case (.open, .cancel), (.open, .expire):
      return .to(.canceled)
    case (.paid, .pack):
      return .stay("pack") { $0.parcels += 1 }
    case (.paid, .ship):
      return when("packed") { $0.parcels > 0 }
        ? .to(.shipped, .handOver) : .rejected("nothing is packed")
    case (.paid(let cents), .cancel):
      return .to(.canceled, .refund(cents: cents))
    case (.paid, .remind):
      return .stay(.remindWarehouse)
    case (.shipped, .giveBack), (.canceled, .reopen):
      return .to(.open)
    case (_, .expire), (_, .remind):
      return .ignored
    case (_, _):
      return .rejected
    }
  }
  .states { state in
    switch state {
    case .open:
      return .entry("empty parcels") { $0.parcels = 0 }.after(.seconds(30 * 60), send: .expire)
    case .paid: return .after(.seconds(48 * 60 * 60), send: .remind)
    case .shipped, .canceled: return .none
    }
  }
}

// MARK: - One step of a row

/// The consequences of an event for an order: its row, its log and its effects.
struct OrderChange: Sendable {
  var row: OrderRow
  var entries: [TraceEntry]
  var effects: [OrderEffect]
}

extension Order {
  /// Returns the change that begins a new order.
  static func begin(_ id: Int64, at now: Date) async -> OrderChange {
    await Order().begin(id, at: now)
  }

  /// Returns the change of a row by overdue timeouts, and then by an event.
  ///
  /// - Throws: `SnapshotMismatchError` if the row is in a state that no longer exists, or another error if
  ///   the row is damaged.
  static func change(
    of row: OrderRow, by event: OrderEvent?, at now: Date
  ) async throws -> OrderChange {
    try await Order(parcels: row.parcels).change(of: row, by: event, at: now)
  }

  private func begin(_ id: Int64, at now: Date) -> OrderChange {
    let machine = StateMachine(schema: Self.schema, subject: self)
    machine.start()
    entries = [entry(0, of: id, machine.state, at: now)]
    return change(to: machine, of: id, version: 0, at: now)
  }

  private func change(of row: OrderRow, by event: OrderEvent?, at now: Date) throws -> OrderChange {
    let (state, resume) = try row.restored(at: now)
    let machine = StateMachine(schema: Self.schema, subject: self, state: state)
    if row.rules != OrderRow.currentRules {
      entries = [entry(row.version + 1, of: row.id, state, at: now)]
    }
    machine.observe { handled in
      let number = row.version + self.entries.count + 1
      self.entries.append(
        self.entry(number, of: row.id, handled.source, .init(handled, of: Self.schema), at: now))
    }
    resume(machine)
    if let event { machine.handle(event) }
    return change(to: machine, of: row.id, version: row.version + entries.count, at: now)
  }

  private func change(
    to machine: StateMachine<OrderState, OrderEvent, Order>, of id: Int64, version: Int,
    at now: Date
  ) -> OrderChange {
    let row = OrderRow(
      id: id, version: version, machine.snapshot(), parcels: parcels, savedAt: now,
      due: machine.timeUntilNextTimeout.map { now + $0.seconds })
    return OrderChange(row: row, entries: entries, effects: effects)
  }

  private func entry(
    _ number: Int, of id: Int64, _ state: OrderState, _ step: TraceEntry.Step? = nil, at now: Date
  ) -> TraceEntry {
    TraceEntry(
      machine: "Order", id: "\(id)", number: number, state: state.graphIdentifier, step: step,
      time: now.formatted(.iso8601))
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval { self / .seconds(1) }
}
