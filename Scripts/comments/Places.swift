import SchematicTraces

// The places in which Scripts/check-docs.py tries the examples of documentation comments. The script puts
// the code of an example in place of the comments `statements` and `types`.

// place: AFunction
private func example(
  turnstile: Turnstile, gate: StateMachine<Gate, Visitor, Turnstile>, walk: Walk,
  coverage: TransitionCoverage, score: MutationScore, entries: [TraceEntry], text: String, file: URL,
  committed: StateGraph
) async throws {
  let schema = Turnstile.schema
  let machine = StateMachine(schema: schema, subject: turnstile)
  let graph = StateGraph(schema)
  let (oldGraph, newGraph, old, new) = (graph, graph, graph, graph)
  let recorder = CoverageRecorder("Turnstile", of: schema)
  let step = walk.steps[0]
  do {
    // statements
  }
}

// place: RegionsOfAScooter
private let schema = StateMachineSchema<Trip, RentalEvent, Scooter>(
  initialState: Trip(), regions:
  // statements
)

// place: AClass
private func example() {
  enum GateState { case locked, unlocked }
  final class Gate {
    static var schema: StateMachineSchema<GateState, Visitor, Gate> {
      StateMachineSchema(initialState: .locked) { _, _ in .to(.unlocked) }
    }
    // statements
  }
}

// place: AGate
private func example(schema: Turnstile.Schema, gate: Turnstile, turnstile: Turnstile.Schema) {
  // statements
}

// place: AHandWrittenMachine
private enum Action { case refuse }
private struct Buffer {
  enum Phase: CaseIterable, Graphable { case idle }
  var phase = Phase.idle
  mutating func next() {}
  mutating func write(_ byte: Int) {}
  static var steps: [MachineStep<Buffer>] { [.step("next") { $0.next() }] }
}
private struct Queue {
  var phase = Buffer.Phase.idle
  var items: [Int] = []
  mutating func handle(_ event: Press) -> Action? { nil }
}
private struct StreamMachine {
  var state = Buffer.Phase.idle
  mutating func receive(_ event: Press) throws -> Action? { nil }
}
private struct Upload {
  enum State: CaseIterable, Graphable { case sending, done }
  enum Event: CaseIterable { case start, sent, broke, retry }
  var state = State.sending
  mutating func handle(_ event: Event) {}
}
private final class Kettle {
  var state = Buffer.Phase.idle
  func handle(_ event: Press) {}
}
private func example(
  walk: Walk, graph: StateGraph, recorder: TraceRecorder, peer: MachineEnvironment
) throws {
  do {
    // statements
  }
}

// place: ALinkProperty
private func example() {
  let _: [MachineProperty<LinkState, LinkEvent>] = [
    // statements
  ]
}

// place: ALoader
private func example(schema: Loader.Schema, loader: Loader, clock: ManualClock) async throws {
  let machine = StateMachine(schema: schema, subject: loader)
  // statements
}

// place: APlayer
private func example(
  player: StateMachineSchema<PlayerState, Button, Player>, deck: Deck.Schema
) {
  // statements
}

// place: APlayerThatWasSaved
private func example(
  schema: Player.Schema, player: Player, saved: Player.State, clock: ManualClock
) {
  // statements
}

// place: AProduct
private struct Example {
  enum Screen: CaseIterable, Graphable { case dark }
  // types
  func example() {
    // statements
  }
}

// place: AProperty
private func example() {
  let _: [GraphProperty] = [
    // statements
  ]
}

// place: ARecorder
private struct Log: Sendable {
  func debug(_ text: String) {}
}
private func example(machine: StateMachine<Gate, Visitor, Turnstile>) {
  let log = Log()
  // statements
}

// place: ATest
private struct TurnstileTests {
  // types
  func example(
    walk: Walk, graph: StateGraph, inspector: Inspector, old: StateMachineSchema<LinkState, LinkEvent, Void>
  ) async throws {
    // statements
  }
}

// place: AType
private struct Example {
  // types
  func example() async throws {
    // statements
  }
}

// place: AnActor
private actor Example {
  func show(_ handled: HandledEvent<Gate, Visitor>) {}
  func example(machine: StateMachine<Gate, Visitor, Turnstile>) {
    // statements
  }
}

// place: AnAnswer
private func example(schema: Loader.Schema) {
  _ = schema.states { state in
    // statements
  }
}

// place: AnOrder
private func example(
  order: Order, machine: StateMachine<OrderState, Order.Event, Order>,
  schema: StateMachineSchema<OrderState, Order.Event, Order>, data: Data, passed: Int64,
  id: Int, rows: Database, graph: StateGraph, saved: MachineSnapshot<OrderState>, now: Duration
) async throws {
  var state = OrderState.open
  var row = (due: Duration?.none, id: 0)
  do {
    // statements
  }
}

// place: AnotherLight
private func example(walk: Walk, graph: StateGraph) {
  final class Light {
    let color = "red"
    func handle(_ event: String) {}
  }
  // statements
}

// place: AnotherLightThatIsAwaited
private func example(graph: StateGraph) async {
  final class Light {
    let color = "red"
    func handle(_ event: String) {}
  }
  // statements
}

// place: Rules
private let schema = StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) {
  state, event, when in
  // statements
}

// place: RulesOfADownload
private enum Download { case idle, fetching(Int) }
private let schema = StateMachineSchema<Download, Loader.Event, Loader>(initialState: .idle) {
  state, event in
  switch (state, event) {
  // statements
  default: return .ignored
  }
}

// place: RulesOfEvents
private let schema = StateMachineSchema<Gate, Visitor, Turnstile>(initialState: .locked) {
  state, event, when in
  switch event {
  // statements
  default: return .ignored
  }
}

// place: AScooter
private func example(
  drive: StateMachineSchema<Drive, RentalEvent, Scooter>,
  light: StateMachineSchema<Light, RentalEvent, Scooter>
) {
  let machine = StateMachine(schema: Scooter.schema, owning: Scooter())
  do {
    // statements
  }
}

// place: RulesOfADrive
private let schema = StateMachineSchema<Drive, RentalEvent, Scooter>(initialState: .pushing) {
  drive, event, when in
  switch (drive, event) {
  // statements
  default: return .ignored
  }
}

// place: AMail
private func example(
  schema: StateMachineSchema<Mail, MailEvent, Effects<MailEffect>>,
  machine: StateMachine<Mail, MailEvent, Effects<MailEffect>>,
  radio: StateMachineSchema<Radio, Press, Effects<RadioEffect>>,
  tuner: StateMachineSchema<Tuner, Press, Effects<TunerEffect>>,
  file: File, rows: MailRows, client: Client, perform: (MailEffect) -> Void
) async {
  do {
    // statements
  }
}

// place: RulesOfAMail
private let schema = StateMachineSchema<Mail, MailEvent, Outlet>(initialState: .draft) {
  state, event in
  switch (state, event) {
  // statements
  default: return .ignored
  }
}

// place: StatesOfAPage
private func example(state: Mail) -> StateBehavior<MailEvent, Page> {
  // statements
}
