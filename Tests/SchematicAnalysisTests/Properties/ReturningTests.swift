import Schematic
import SchematicAnalysis
import SchematicGraph
import Testing

/// "`resume` returns to where it was", as a property.
@Suite struct ReturningTests {
  private enum Trip: Hashable, CaseIterable, Graphable { case walking, riding }

  private enum Travel: Hashable, Graphable {
    case trip(Trip), off(last: Trip)

    static let graphCases: [Travel] = Trip.allCases.flatMap { [.trip($0), .off(last: $0)] }
  }

  private enum Event: CaseIterable, Graphable { case mount, suspend, resume }

  private static func travel(
    resuming resume: @escaping @Sendable (Trip) -> Trip
  ) -> StateMachineSchema<Travel, Event, Void> {
    StateMachineSchema(initialState: .trip(.walking)) { state, event in
      switch (state, event) {
      case (.trip(.walking), .mount): .to(.trip(.riding))
      case (.trip(let trip), .suspend): .to(.off(last: trip))
      case (.off(let last), .resume): .to(.trip(resume(last)))
      default: .ignored
      }
    }
  }

  @Test func eventReturnsIfEachStateIsEnteredAgain() throws {
    let returns = GraphProperty.always(.implies(.taking("resume"), .returning(to: "trip")))
    #expect(try StateGraph(Self.travel { $0 }).check(returns) == nil)
    #expect("\(returns)" == #"always(implies(taking("resume"), returning(to: "trip")))"#)
    let lost = try StateGraph(Self.travel { _ in .walking }).check(returns)
    #expect(lost?.description.hasPrefix("\(returns) does not hold: ") == true)
    #expect(lost?.walk.events.last == "resume")
  }

  @Test func regionsReturnThroughStatesThatOnlyCarryThem() throws {
    let returns = GraphProperty.always(.implies(.taking("joined"), .returning(to: "inCall")))
    #expect(try StateGraph(Phone.schema { $0 }).check(returns) == nil)
    let forgetful = Phone.schema { Call(mic: .on, net: $0.net) }
    #expect(try StateGraph(forgetful).check(returns) != nil)
  }

  @Test func nameOfNoCompositeStateIsAnError() {
    #expect(throws: UnknownNameError.self) {
      try StateGraph(Self.travel { $0 }).check(.never(.returning(to: "away")))
    }
  }
}

private struct Call: GraphableRegions, Hashable {
  enum Mic: CaseIterable, Graphable { case on, muted }
  enum Net: CaseIterable, Graphable { case good, poor }

  var mic = Mic.on
  var net = Net.good

  static let schema = StateMachineSchema<Call, Phone.Event, Void>(
    initialState: Call(),
    regions: .region(\.mic) { mic, event in
      event == .mute ? .to(mic == .on ? .muted : .on) : .ignored
    },
    .region(\.net) { net, event in
      event == .weaken ? .to(net == .good ? .poor : .good) : .ignored
    })
}

private enum Phone: Graphable, Hashable {
  case inCall(Call), waiting(last: Call), trying(last: Call)

  enum Event: CaseIterable, Graphable { case mute, weaken, lost, retry, joined }

  static let graphCases: [Phone] = [
    .inCall(Call()), .waiting(last: Call()), .trying(last: Call()),
  ]

  /// Rules that carry a call through two states.
  static func schema(
    joining join: @escaping @Sendable (Call) -> Call
  ) -> StateMachineSchema<Phone, Event, Void> {
    StateMachineSchema<Phone, Event, Void>(initialState: .inCall(Call())) { state, event in
      switch (state, event) {
      case (.inCall(let call), .lost): .to(.waiting(last: call))
      case (.waiting(let last), .retry): .to(.trying(last: last))
      case (.trying(let last), .joined): .to(.inCall(join(last)))
      default: .ignored
      }
    }
    .embedding(Call.schema, in: Phone.inCall)
  }
}
