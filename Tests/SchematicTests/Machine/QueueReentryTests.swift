import Schematic
import Testing

/// Events that reach the machine while it queues them, names them or lets go of them.
@Suite struct QueueReentryTests {
  /// An event that carries an object.
  struct Parcel: CustomStringConvertible {
    let number: Int
    var content: Content?
    var name: () -> Void = {}

    var description: String {
      name()
      return "\(number)"
    }
  }

  /// Says when it is let go of.
  final class Content {
    let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }

  final class Office {
    var seen: [Int] = []
    var onFirst: () -> Void = {}

    static let schema = StateMachineSchema<Int, Parcel, Office>(initialState: 0) { state, parcel in
      let number = parcel.number
      return .to(number) { office in
        office.seen.append(number)
        if number == 0 { office.onFirst() }
      }
    }
  }

  @Test(arguments: [1, 3, 64, 65, 200], [false, true])
  func eventThatIsSentWhenAnotherGoesIsHandled(count: Int, isOwned: Bool) {
    let office = Office()
    let machine =
      isOwned
      ? StateMachine(schema: Office.schema, owning: office)
      : StateMachine(schema: Office.schema, subject: office)
    office.onFirst = { [unowned machine] in
      for number in 1...count {
        let content = Content { machine.handle(Parcel(number: -number)) }
        #expect(machine.handle(Parcel(number: number, content: content)) == .queued)
      }
    }
    for _ in 0..<3 {
      office.seen = []
      #expect(machine.handle(Parcel(number: 0)) == .moved)
      #expect(office.seen.sorted() == (-count...count).map { $0 })
      // In order of arrival: each goes once it is handled, and what it sends waits for its turn.
      #expect(office.seen.filter { $0 >= 0 } == Array(0...count))
      #expect(office.seen.filter { $0 < 0 } == (1...count).map { -$0 })
    }
  }

  @Test func eventThatIsSentWhenAnotherIsNamedIsQueued() {
    let office = Office()
    let machine = StateMachine(schema: Office.schema, owning: office)
    machine.maximumQueuedEvents = 5
    var outcomes: [Outcome] = []
    office.onFirst = { [unowned machine] in
      let chatty = Parcel(number: 1, name: { outcomes.append(machine.handle(Parcel(number: 2))) })
      outcomes.append(machine.handle(chatty))
    }
    #expect(machine.handle(Parcel(number: 0)) == .moved)
    #expect(outcomes == [.queued, .queued])
    #expect(office.seen == [0, 2, 1])
  }
}
