import Observation
import Schematic
import SchematicGraph
import Testing

enum LoginState: CaseIterable, Graphable { case signedOut, signingIn, signedIn }
enum LoginEvent: CaseIterable, Graphable { case signIn, accepted, refused, signOut }

@MainActor @Observable
final class Login {
  private(set) var state = LoginState.signedOut
  private(set) var message = ""

  @ObservationIgnored
  private lazy var machine = StateMachine(schema: Self.schema, subject: self)

  init() {
    machine.observe(on: MainActor.self) { transition, login in
      if !transition.isInternal { login.state = transition.target }
    }
  }

  func send(_ event: LoginEvent) { machine.handle(event) }

  static let schema = StateMachineSchema<LoginState, LoginEvent, Login>(
    initialState: .signedOut, on: MainActor.self
  ) { state, event in
    switch state {
    case .signedOut:
      return event == .signIn ? .to(.signingIn, "clear message") { $0.message = "" } : .ignored
    case .signingIn:
      switch event {
      case .accepted: return .to(.signedIn)
      case .refused: return .to(.signedOut, "say why") { $0.message = "Wrong password." }
      case .signIn, .signOut: return .ignored
      }
    case .signedIn:
      return event == .signOut ? .to(.signedOut) : .ignored
    }
  }
}

enum OrderState: String, CaseIterable, Graphable, Codable { case open, paid, shipped }
enum OrderEvent: CaseIterable, Graphable { case pay, ship }

actor Order {
  private var machine: StateMachine<OrderState, OrderEvent, Order>!
  private(set) var parcels = 0

  init(state: OrderState) async {
    machine = StateMachine(schema: Self.schema, subject: self, state: state)
  }

  var state: OrderState { machine.state }

  func handle(_ event: OrderEvent) throws { try machine.handle(event).get() }

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

@Suite struct InAnAppTests {
  @MainActor @Test func refreshesViews() {
    let login = Login()
    var refreshes = 0
    withObservationTracking {
      _ = login.state
    } onChange: {
      MainActor.assumeIsolated { refreshes += 1 }
    }
    login.send(.signIn)
    #expect(refreshes == 1)
    #expect(login.state == .signingIn)
    login.send(.refused)
    #expect(login.message == "Wrong password.")
    #expect(login.state == .signedOut)
  }

  @Test func goesOnWhereItWasSaved() async throws {
    let order = await Order(state: .paid)
    try await order.handle(.ship)
    #expect(await order.state == .shipped)
    #expect(await order.parcels == 1)
    await #expect(throws: RejectedEvent.self) { try await order.handle(.pay) }
  }
}
