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

// A stand-in for the part of SwiftState 6 that the code before uses.

private struct Route<State> {
  let from: State
  let to: State
}

infix operator => : AdditionPrecedence
private func => <State>(from: State, to: State) -> Route<State> { Route(from: from, to: to) }

infix operator <-! : AssignmentPrecedence
@discardableResult
private func <-! <State, Event>(machine: Machine<State, Event>, event: Event) -> Bool {
  machine.tryEvent(event)
}

private final class Machine<State: Hashable, Event: Hashable> {
  typealias Context = (event: Event, fromState: State, toState: State)

  private(set) var state: State
  private var routes: [(event: Event, route: Route<State>, holds: (Context) -> Bool)] = []
  private var handlers: [(event: Event, handle: (Context) -> Void)] = []

  init(state: State, _ setUp: (Machine) -> Void) {
    self.state = state
    setUp(self)
  }

  func addRoutes(
    event: Event, transitions: [Route<State>],
    condition: @escaping (Context) -> Bool = { _ in true }
  ) {
    routes += transitions.map { (event, $0, condition) }
  }

  func addHandler(event: Event, _ handler: @escaping (Context) -> Void) {
    handlers.append((event, handler))
  }

  func tryEvent(_ event: Event) -> Bool {
    let route = routes.first {
      $0.event == event && $0.route.from == state && $0.holds((event, state, $0.route.to))
    }
    guard let route else { return false }
    let context = (event: event, fromState: state, toState: route.route.to)
    state = route.route.to
    for handler in handlers where handler.event == event { handler.handle(context) }
    return true
  }
}

@Suite struct ComingFromSwiftStateTests {
  @Test(
    arguments: [true, false],
    [[RoomDoorEvent.push], [.turnKey, .push, .turnKey], [.push, .turnKey]])
  func doesAsBefore(hasKey: Bool, events: [RoomDoorEvent]) {
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
