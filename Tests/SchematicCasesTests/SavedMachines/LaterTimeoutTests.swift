import Schematic
import SchematicCases
import SchematicTestKit
import Testing

/// Timeouts of later rules that differ in more than one thing, and what becomes due while a machine resumes.
@MainActor
@Suite struct LaterTimeoutTests {
  enum Oven: Graphable, Codable, Hashable, Sendable {
    case baking(count: Int)
    static let graphCases: [Oven] = [.baking(count: 0)]
  }
  enum Event: CaseIterable, Graphable, Sendable { case more, ring, chime }

  final class Cook {
    var act: () throws -> Void = {}
  }

  typealias Schema = StateMachineSchema<Oven, Event, Cook>
  typealias Timeouts = @Sendable (_ count: Int) -> [(length: Int, event: Event)]

  private let clock = ManualClock()
  private let cook = Cook()

  private static func rules(_ timeouts: @escaping Timeouts) -> Schema {
    let schema = Schema(initialState: .baking(count: 0), on: MainActor.self) { oven, event in
      guard case .baking(let count) = oven, event == .more else {
        return .stay("act") { try $0.act() }
      }
      return .stay(as: .baking(count: count + 1))
    }
    return (0..<2).reduce(schema) { schema, index in
      schema.states(on: MainActor.self) { oven in
        guard case .baking(let count) = oven, index < timeouts(count).count else { return .none }
        let (length, event) = timeouts(count)[index]
        return .after(.seconds(length), send: event)
      }
    }
  }

  private func machine(_ schema: Schema, _ state: Oven? = nil) -> StateMachine<Oven, Event, Cook> {
    let machine = StateMachine(schema: schema, subject: cook, state: state)
    machine.clock = clock
    return machine
  }

  /// The times until the timeouts of later rules are due if a machine began its timeouts 10 s ago by earlier ones.
  private func due(
    _ earlier: @escaping Timeouts, _ later: @escaping Timeouts, counting: Bool = false
  )
    -> [Duration]
  {
    let old = machine(Self.rules(earlier))
    old.start()
    if counting { #expect(old.handle(.more) == .stayed) }
    clock.advance(by: .seconds(10))
    let risen = machine(Self.rules(later), old.state)
    risen.resume(old.snapshot())
    return risen.pendingTimeouts.map(\.remaining)
  }

  @Test func timeoutOfANewEventBeginsAnewBesideOneWithANewLength() {
    let times = due({ _ in [(20, .ring)] }, { _ in [(5, .chime), (30, .ring)] })
    #expect(times == [.seconds(5), .seconds(20)])
  }

  // What the state carries has changed since these timeouts began.

  @Test func timeoutOfAnEarlierPayloadIsNotTakenForOneOfANewEvent() {
    let times = due(
      { [(20 + $0, .ring)] }, { [(15 + $0, .chime), (30 + $0, .ring)] }, counting: true)
    #expect(times == [.seconds(20)])
  }

  @Test func timeoutOfAnEarlierPayloadEndsIfItsEventIsGone() {
    let times = due({ [(20 + $0, .ring)] }, { [(15 + $0, .chime)] }, counting: true)
    #expect(times == [])
  }

  @Test func timeoutsOfAnEarlierPayloadEndIfNobodyKnowsWhichOneHasTheNewLength() {
    let times = due(
      { [(20 + $0, .ring), (25 + $0, .ring)] }, { [(30 + $0, .ring)] }, counting: true)
    #expect(times == [])
  }

  @Test func timeoutOfAMonthWaitsForAMonth() async throws {
    let month = 30 * 24 * 60 * 60
    let machine = machine(Self.rules { _ in [(month, .ring)] })
    machine.start()
    try await expectEventually { self.clock.sleeperCount == 1 }
    #expect(clock.earliest == .seconds(month))
  }

  // MARK: Outcomes

  private func resumed(_ act: @escaping (StateMachine<Oven, Event, Cook>) throws -> Void) -> Outcome
  {
    let schema = Self.rules { _ in [(5, .ring)] }
    let old = machine(schema)
    old.start()
    let risen = machine(schema)
    risen.maximumQueuedEvents = 8
    cook.act = { [unowned risen] in try act(risen) }
    return risen.resume(old.snapshot(), after: .seconds(9))
  }

  @Test func machineHasResumedThoughTheActionOfAnOverdueTimeoutThrows() {
    struct Burned: Error {}
    #expect(resumed { _ in throw Burned() } == .moved)
  }

  @Test func resumingFailsIfAnOverdueTimeoutSendsTooManyEvents() {
    let outcome = resumed { machine in for _ in 0..<9 { machine.handle(.chime) } }
    guard case .failed(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(error is QueueOverflowError)
  }
}
