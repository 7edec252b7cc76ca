import Schematic
import SchematicGraph
import Testing

private enum Before {
  enum DoorState: Hashable { case open, closed, locked }
  enum DoorEvent: Hashable { case push, turnKey }

  final class Door {
    var squeaks = 0
    var hasKey = true

    func makeMachine() -> Machine<DoorState, DoorEvent> {
      Machine<DoorState, DoorEvent>(state: .closed) { machine in
        machine.addRoutes(event: .push, transitions: [.closed => .open, .open => .closed])
        machine.addRoutes(
          event: .turnKey, transitions: [.closed => .locked, .locked => .closed],
          condition: { _ in self.hasKey })
        machine.addHandler(event: .push) { _ in self.squeaks += 1 }
      }
    }
  }
}

enum RoomDoorState: CaseIterable, Graphable { case open, closed, locked }
enum RoomDoorEvent: CaseIterable, Graphable { case push, turnKey }

final class RoomDoor {
  var squeaks = 0
  var hasKey = true

  static let schema = StateMachineSchema<RoomDoorState, RoomDoorEvent, RoomDoor>(
    initialState: .closed
  ) { state, event, when in
    switch state {
    case .open:
      switch event {
      case .push: return .to(.closed, "squeak") { $0.squeaks += 1 }
      case .turnKey: return .rejected("close it first")
      }
    case .closed:
      switch event {
      case .push: return .to(.open, "squeak") { $0.squeaks += 1 }
      case .turnKey: return when("has key") { $0.hasKey } ? .to(.locked) : .ignored
      }
    case .locked:
      switch event {
      case .push: return .rejected("locked")
      case .turnKey: return when("has key") { $0.hasKey } ? .to(.closed) : .ignored
      }
    }
  }
}

@Suite struct ComingFromSwiftStateTests {
  @Test(
    arguments: [true, false],
    [[RoomDoorEvent.push], [.turnKey, .push, .turnKey], [.push, .turnKey]])
  func newDoorDoesWhatTheRoutesDid(hasKey: Bool, events: [RoomDoorEvent]) {
    let old = Before.Door()
    old.hasKey = hasKey
    let oldMachine = old.makeMachine()
    let new = RoomDoor()
    new.hasKey = hasKey
    let machine = StateMachine(schema: RoomDoor.schema, subject: new)
    for event in events {
      let moved = oldMachine <-! (event == .push ? .push : .turnKey)
      #expect((machine.handle(event) == .moved) == moved)
      #expect("\(machine.state)" == "\(oldMachine.state)")
    }
    #expect(new.squeaks == old.squeaks)
  }
}
