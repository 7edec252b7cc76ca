import Schematic
import SchematicGraph
import Testing

/// What somebody does who is reminded of breaks.
enum Reminder: Equatable, Graphable {
  case working, onBreak, postponed, idle
  case suspended(isLocked: Bool, isInCall: Bool)

  static var graphCases: [Reminder] {
    [.working, .onBreak, .postponed, .idle]
      + [(true, false), (false, true), (true, true)].map { .suspended(isLocked: $0, isInCall: $1) }
  }

  /// Returns the state after a cause of suspension has begun or ended.
  func suspended(by cause: Cause, _ holds: Bool) -> Reminder {
    var (isLocked, isInCall) = (false, false)
    if case .suspended(let wasLocked, let wasInCall) = self {
      (isLocked, isInCall) = (wasLocked, wasInCall)
    }
    switch cause {
    case .lock: isLocked = holds
    case .call: isInCall = holds
    }
    return isLocked || isInCall ? .suspended(isLocked: isLocked, isInCall: isInCall) : .working
  }
}

enum Cause: CaseIterable, Graphable { case lock, call }

enum ReminderEvent: Graphable {
  case timeIsUp, postpone, leave, comeBack
  case begin(Cause), end(Cause)

  static var graphCases: [ReminderEvent] {
    [.timeIsUp, .postpone, .leave, .comeBack] + Cause.allCases.map { .begin($0) }
      + Cause.allCases.map { .end($0) }
  }
}

enum ReminderEffect: Hashable {
  case startTimer(minutes: Int), stopTimer, showBreak, hideBreak
}

extension Reminder {
  static let schema = StateMachineSchema<Reminder, ReminderEvent, Effects<ReminderEffect>>(
    initialState: .working
  ) { state, event in
    switch (state, event) {
    case (.working, .timeIsUp), (.postponed, .timeIsUp): return .to(.onBreak)
    case (.onBreak, .timeIsUp): return .to(.working)
    case (.onBreak, .postpone): return .to(.postponed)
    case (.working, .leave), (.postponed, .leave): return .to(.idle)
    case (.idle, .comeBack): return .to(.working)
    case (.suspended, .begin(let cause)): return .stay(as: state.suspended(by: cause, true))
    case (_, .begin(let cause)): return .to(state.suspended(by: cause, true))
    case (.suspended, .end(let cause)):
      let next = state.suspended(by: cause, false)
      return next == .working ? .to(next) : .stay(as: next)
    default: return .ignored
    }
  } states: { state in
    switch state {
    case .working: return .entry(.startTimer(minutes: 25)).exit(.stopTimer)
    case .onBreak:
      return .entry(.showBreak, .startTimer(minutes: 5)).exit(.stopTimer, .hideBreak)
    case .postponed: return .entry(.startTimer(minutes: 3)).exit(.stopTimer)
    case .idle, .suspended: return .none
    }
  }

  /// The same rules by hand.
  static func reduce(
    _ state: Reminder, _ event: ReminderEvent
  ) -> (state: Reminder, effects: [ReminderEffect]) {
    switch (state, event) {
    case (.working, .timeIsUp), (.postponed, .timeIsUp):
      return (.onBreak, [.stopTimer, .showBreak, .startTimer(minutes: 5)])
    case (.onBreak, .timeIsUp):
      return (.working, [.stopTimer, .hideBreak, .startTimer(minutes: 25)])
    case (.onBreak, .postpone):
      return (.postponed, [.stopTimer, .hideBreak, .startTimer(minutes: 3)])
    case (.working, .leave), (.postponed, .leave): return (.idle, [.stopTimer])
    case (.idle, .comeBack): return (.working, [.startTimer(minutes: 25)])
    case (.suspended, .begin(let cause)), (.idle, .begin(let cause)):
      return (state.suspended(by: cause, true), [])
    case (.onBreak, .begin(let cause)):
      return (state.suspended(by: cause, true), [.stopTimer, .hideBreak])
    case (_, .begin(let cause)): return (state.suspended(by: cause, true), [.stopTimer])
    case (.suspended, .end(let cause)):
      let next = state.suspended(by: cause, false)
      return (next, next == .working ? [.startTimer(minutes: 25)] : [])
    default: return (state, [])
    }
  }
}

@Suite struct EffectsTests {
  private typealias Row = (Reminder, ReminderEvent, Reminder, [ReminderEffect])

  /// The table of transitions.
  private static let table: [Row] = [
    (.working, .timeIsUp, .onBreak, [.stopTimer, .showBreak, .startTimer(minutes: 5)]),
    (.working, .leave, .idle, [.stopTimer]),
    (.working, .begin(.lock), .suspended(isLocked: true, isInCall: false), [.stopTimer]),
    (.onBreak, .timeIsUp, .working, [.stopTimer, .hideBreak, .startTimer(minutes: 25)]),
    (.onBreak, .postpone, .postponed, [.stopTimer, .hideBreak, .startTimer(minutes: 3)]),
    (
      .onBreak, .begin(.call), .suspended(isLocked: false, isInCall: true),
      [.stopTimer, .hideBreak]
    ),
    (.postponed, .timeIsUp, .onBreak, [.stopTimer, .showBreak, .startTimer(minutes: 5)]),
    (.postponed, .leave, .idle, [.stopTimer]),
    (.idle, .comeBack, .working, [.startTimer(minutes: 25)]),
    (.idle, .begin(.lock), .suspended(isLocked: true, isInCall: false), []),
    (
      .suspended(isLocked: true, isInCall: false), .begin(.call),
      .suspended(isLocked: true, isInCall: true), []
    ),
    (
      .suspended(isLocked: true, isInCall: true), .end(.lock),
      .suspended(isLocked: false, isInCall: true), []
    ),
    (
      .suspended(isLocked: false, isInCall: true), .end(.call), .working,
      [.startTimer(minutes: 25)]
    ),
  ]

  @Test(arguments: table.indices) func reminderFollowsItsTable(_ index: Int) {
    let (state, event, next, effects) = Self.table[index]
    let machine = StateMachine(schema: Reminder.schema, state: state)
    #expect(machine.handle(event).effects == effects)
    #expect(machine.state == next)
  }

  @Test(arguments: Reminder.graphCases) func reminderAgreesWithTheReducerByHand(_ state: Reminder) {
    for event in ReminderEvent.graphCases {
      let machine = StateMachine(schema: Reminder.schema, state: state)
      let reaction = machine.handle(event)
      let expected = Reminder.reduce(state, event)
      #expect(reaction.effects == expected.effects)
      #expect(machine.state == expected.state)
    }
  }

  @Test func suspensionEndsWithItsLastCause() {
    let machine = StateMachine(schema: Reminder.schema)
    machine.start()
    #expect(machine.takeEffects() == [.startTimer(minutes: 25)])
    #expect(machine.handle(.begin(.lock)).effects == [.stopTimer])
    #expect(machine.handle(.begin(.call)) == Reaction(.stayed))
    #expect(machine.handle(.end(.lock)) == Reaction(.stayed))
    #expect(machine.handle(.end(.call)) == Reaction(.moved, [.startTimer(minutes: 25)]))
    #expect(machine.state == .working)
  }

  @Test func pictureOfTheReminderShowsItsEffects() {
    let graph = StateGraph(Reminder.schema)
    #expect(graph.findings.isEmpty)
    let behaviors = graph.dot().split(separator: "\n").filter { $0.hasPrefix("//   ") }
    #expect(
      behaviors == [
        "//   entry / startTimer(minutes: 25)", "//   exit / stopTimer",
        "//   entry / showBreak, startTimer(minutes: 5)", "//   exit / stopTimer, hideBreak",
        "//   entry / startTimer(minutes: 3)", "//   exit / stopTimer",
      ])
  }

  @Test func schemaAnswersWithValues() {
    let schema = StateMachineSchema<Mail, MailEvent, Effects<MailEffect>>(
      initialState: .draft, logic: Mail.transition)
    #expect(
      schema.transition(from: .draft, on: .send("hi")) == .to(.sending, .upload("hi"), .count))
    #expect(schema.transition(from: .sending, on: .send("hi")) == .stay(.count))
  }

  @Test func serviceWaitsForEachEffect() async {
    let outbox = Outbox()
    #expect(await outbox.send("hi") == Reaction(.moved))
    #expect(await outbox.uploads == ["hi"])
    let again = await outbox.send("")
    #expect(again.outcome == .failed(EmptyMail()))
    #expect(again.effects == [.upload(""), .count])
    #expect(await outbox.count == 1)
    #expect(await outbox.state == .sending)
  }

  @Test @MainActor func screenPerformsTheSameEffects() {
    let screen = MailScreen()
    let machine = StateMachine(schema: MailScreen.schema, subject: screen)
    #expect(machine.handle(.send("hi")) == .moved)
    #expect(machine.handle(.cancel) == .moved)
    #expect(screen.performed == [.upload("hi"), .count, .count])
    #expect(machine.state == .draft)
  }

  @Test func postmanPerformsEffects() throws {
    let postman = Postman()
    let machine = StateMachine(schema: Postman.schema, subject: postman)
    #expect(machine.handle(.send("")) == .failed(EmptyMail()))
    #expect(machine.state == .draft)
    #expect(machine.handle(.send("hi")) == .moved)
    #expect(postman.count == 1)
    #expect(machine.state == .sending)
  }
}

enum Mail: Equatable { case draft, sending }
enum MailEvent { case send(String), cancel }
enum MailEffect: Equatable { case upload(String), count }
struct EmptyMail: Error, Equatable {}

extension Mail {
  static func transition<Answer: TransitionAnswer>(from state: Mail, on event: MailEvent) -> Answer
  where Answer.State == Mail, Answer.Subject: EffectSubject, Answer.Subject.Effect == MailEffect {
    switch (state, event) {
    case (.draft, .send(let text)): return .to(.sending, .upload(text), .count)
    case (.sending, .send): return .stay(.count)
    case (.sending, .cancel): return .to(.draft)
    case (.draft, .cancel): return .ignored
    }
  }
}

@MainActor final class MailScreen: MainActorEffectPerformer {
  private(set) var performed: [MailEffect] = []

  func perform(_ effect: MailEffect) { performed.append(effect) }

  static let schema = StateMachineSchema<Mail, MailEvent, MailScreen>(
    initialState: .draft, on: MainActor.self, logic: Mail.transition,
    states: Mail.behavior)
}

extension Mail {
  static func behavior<Answer: StateAnswer>(of state: Mail) -> Answer
  where
    Answer.Subject: EffectSubject, Answer.Subject.Effect == MailEffect,
    Answer.Subject.EffectFailure == Never
  {
    state == .sending ? .exit(.count) : .none
  }
}

final class Postman: EffectPerformer {
  private(set) var count = 0

  func perform(_ effect: MailEffect) throws {
    switch effect {
    case .upload(let text): if text.isEmpty { throw EmptyMail() }
    case .count: count += 1
    }
  }

  static let schema = StateMachineSchema<Mail, MailEvent, Postman>(
    initialState: .draft, logic: Mail.transition)
}

actor Outbox {
  private(set) var uploads: [String] = []
  private(set) var count = 0
  private let machine = StateMachine(
    schema: StateMachineSchema<Mail, MailEvent, Effects<MailEffect>>(
      initialState: .draft, logic: Mail.transition))

  var state: Mail { machine.state }

  func send(_ text: String) async -> Reaction<MailEffect> {
    _ = machine.handle(.cancel)
    return await machine.handle(.send(text)) { effect in
      switch effect {
      case .upload(let text): try await self.upload(text)
      case .count: self.count += 1
      }
    }
  }

  private func upload(_ text: String) async throws {
    await Task.yield()
    if text.isEmpty { throw EmptyMail() }
    uploads.append(text)
  }
}
