import Logging
import Metrics
import Schematic
import SchematicCases
import Tracing

enum ParcelState: CaseIterable, Graphable { case packed, sent, delivered }
enum ParcelEvent: CaseIterable, Graphable { case send, arrive }

/// A parcel whose steps are logged, counted and traced.
actor Parcel {
  private let tracer: any Tracer
  private var machine: StateMachine<ParcelState, ParcelEvent, Parcel>!

  init(
    log logger: Logger, metrics: any MetricsFactory = MetricsSystem.factory,
    tracer: any Tracer = InstrumentationSystem.tracer
  ) async {
    self.tracer = tracer
    machine = StateMachine(schema: Self.schema, subject: self)
    machine.log(to: logger)
    machine.count(in: metrics)
    machine.start()
  }

  var state: ParcelState { machine.state }

  /// Handles an event in a span, which has the error if the event is a mistake or an action fails.
  func handle(_ event: ParcelEvent) throws {
    try tracer.withSpan("parcel \(event.graphLabel)") { span in
      span.attributes["parcel.before"] = machine.state.graphIdentifier
      let outcome = machine.handle(event)
      span.attributes["parcel.after"] = machine.state.graphIdentifier
      try outcome.get()
    }
  }

  /// Waits until no task of a state runs.
  func settle() async throws {
    try await machine.waitUntilSettled()
  }

  /// Tells the customer: work of a state, in a span inside that of the event that led there.
  private func tell() async {
    tracer.withSpan("tell customer") { _ in }
  }

  static let schema = StateMachineSchema<ParcelState, ParcelEvent, Parcel>(initialState: .packed) {
    state, event in
    switch (state, event) {
    case (.packed, .send): return .to(.sent, "hand over") { _ in }
    case (.sent, .arrive): return .to(.delivered)
    default: return .rejected("it is \(state)")
    }
  }
  .states { state in
    switch state {
    case .sent: return .task("tell customer") { parcel, _ in await parcel.tell() }
    case .packed, .delivered: return .none
    }
  }
}
