// A stand-in for the part of SwiftState 6 that the articles use.

struct Route<State> {
  let from: State
  let to: State
}

infix operator => : AdditionPrecedence
func => <State>(from: State, to: State) -> Route<State> { Route(from: from, to: to) }

infix operator <-! : AssignmentPrecedence
@discardableResult
func <-! <State, Event>(machine: Machine<State, Event>, event: Event) -> Bool {
  machine.tryEvent(event)
}

final class Machine<State: Hashable, Event: Hashable> {
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

  func canTryEvent(_ event: Event) -> State? {
    let route = routes.first {
      $0.event == event && $0.route.from == state && $0.holds((event, state, $0.route.to))
    }
    return route?.route.to
  }

  func tryEvent(_ event: Event) -> Bool {
    guard let next = canTryEvent(event) else { return false }
    let context = (event: event, fromState: state, toState: next)
    state = next
    for handler in handlers where handler.event == event { handler.handle(context) }
    return true
  }
}
