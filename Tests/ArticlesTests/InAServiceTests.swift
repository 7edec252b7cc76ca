import Schematic
import SchematicGraph
import Testing

enum OrderState: String, CaseIterable, Graphable, Codable { case open, paid, shipped }
enum OrderEvent: CaseIterable, Graphable { case pay, ship }

actor Order {
  private(set) var parcels = 0
  private var machine: StateMachine<OrderState, OrderEvent, Order>!

  init(state: OrderState) async {
    machine = StateMachine(schema: Self.schema, subject: self, state: state)
  }

  var state: OrderState { machine.state }

  func handle(_ event: OrderEvent) throws { try machine.handle(event).get() }

  func handle(_ event: OrderEvent, in row: Row) async throws {
    try await machine.handle(event) { state, next in
      await row.update(to: next, where: state)
    }.get()
  }

  static let schema = StateMachineSchema<OrderState, OrderEvent, Order>(initialState: .open) {
    state, event in
    switch (state, event) {
    case (.open, .pay): return .to(.paid)
    case (.paid, .ship): return .to(.shipped, "hand over") { $0.parcels += 1 }
    case (_, .pay): return .rejected("it is paid already")
    case (_, .ship): return .rejected("there is nothing to ship")
    }
  }
}

/// A row of a database, as far as the article needs one.
actor Row {
  private(set) var state: OrderState

  init(state: OrderState) { self.state = state }

  func update(to new: OrderState, where old: OrderState) -> Bool {
    guard state == old else { return false }
    state = new
    return true
  }
}

@Suite struct InAServiceTests {
  @Test func orderGoesOnWhereItWasSaved() async throws {
    let order = await Order(state: .paid)
    try await order.handle(.ship)
    #expect(await order.state == .shipped)
    #expect(await order.parcels == 1)
  }

  @Test func orderAnswersAMistakeWithAnError() async throws {
    let order = await Order(state: .shipped)
    let error = await #expect(throws: RejectedEventError.self) { try await order.handle(.pay) }
    #expect(error?.reason == "it is paid already")
    #expect(await order.parcels == 0)
  }

  @Test func schemaDecidesWithoutAMachine() {
    let transition = Order.schema.transition(from: .paid, on: .ship)
    #expect(transition.target == .shipped)
  }

  @Test func orderChangesARowOnlyFromTheStateItWasReadIn() async throws {
    let row = Row(state: .open)
    let (order, other) = (await Order(state: .open), await Order(state: .open))
    try await order.handle(.pay, in: row)
    #expect(await row.state == .paid)
    await #expect(throws: RejectedEventError.self) { try await other.handle(.pay, in: row) }
    #expect(await other.state == .open)
  }
}
