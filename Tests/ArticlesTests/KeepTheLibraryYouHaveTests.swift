import SchematicGraph
import Testing

// MARK: - SwiftState

enum LanternState: CaseIterable, Graphable { case off, on, broken }
enum LanternEvent: CaseIterable, Graphable { case press, hit }

final class Lantern {
  var flashes = 0

  func makeMachine() -> Machine<LanternState, LanternEvent> {
    Machine<LanternState, LanternEvent>(state: .off) { machine in
      machine.addRoutes(event: .press, transitions: [.off => .on, .on => .off])
      machine.addRoutes(event: .hit, transitions: [.on => .broken])
      machine.addHandler(event: .hit) { _ in self.flashes += 1 }
    }
  }
}

extension Lantern {
  struct NoRoute: Error {}

  static var graph: StateGraph {
    StateGraph(
      .made(state: \.state) { Lantern().makeMachine() }, events: LanternEvent.allCases
    ) { machine, event in
      guard machine.canTryEvent(event) != nil else { throw NoRoute() }
      machine <-! event
    }
  }
}

// MARK: - GameplayKit

final class Watchman {
  final class Patrolling: GKState {
    override func isValidNextState(_ stateClass: AnyClass) -> Bool { stateClass == Chasing.self }
  }
  final class Chasing: GKState {
    override func isValidNextState(_ stateClass: AnyClass) -> Bool { stateClass == Resting.self }
  }
  final class Resting: GKState {}

  let machine = GKStateMachine(states: [Patrolling(), Chasing(), Resting()])

  init() { machine.enter(Patrolling.self) }
}

extension Watchman {
  struct NotAllowed: Error {}

  static var graph: StateGraph {
    StateGraph(
      .made(state: { ReflectedState($0.machine.currentState!) }) { Watchman() },
      steps: [Patrolling.self, Chasing.self, Resting.self].map { next in
        .step("enter \(next)") { watchman in
          guard watchman.machine.canEnterState(next) else { throw NotAllowed() }
          watchman.machine.enter(next)
        }
      })
  }
}

// MARK: - ReSwift

struct SignInState {
  enum Screen: CaseIterable, Graphable { case form, waiting, home, locked }
  var screen = Screen.form
  var failures = 0
}

enum SignInAction: Action, CaseIterable, Graphable { case submit, accept, refuse }

func signInReducer(action: any Action, state: SignInState?) -> SignInState {
  var state = state ?? SignInState()
  switch (state.screen, action as? SignInAction) {
  case (.form, .submit): state.screen = .waiting
  case (.waiting, .accept): state.screen = .home
  case (.waiting, .refuse):
    state.failures += 1
    state.screen = state.failures == 3 ? .locked : .form
  default: break
  }
  return state
}

extension SignInState {
  static var graph: StateGraph {
    StateGraph(.value(SignInState(), state: \.screen), events: SignInAction.allCases) {
      state, action in
      state = signInReducer(action: action, state: state)
    }
  }
}

// MARK: - The Composable Architecture

struct Sending: Reducer {
  enum State: CaseIterable, Graphable { case idle, sending, sent }
  enum Action {
    case sendTapped
    case response(Result<Int, Lost>)
  }
  struct Lost: Error {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch (state, action) {
    case (.idle, .sendTapped):
      state = .sending
      return .run { /* the request, which sends `response` */  }
    case (.sending, .response(.success)): state = .sent
    case (.sending, .response(.failure)): state = .idle
    default: break
    }
    return .none
  }
}

extension Sending {
  static var graph: StateGraph {
    StateGraph(
      .value(State.idle),
      steps: [
        .step("sendTapped") { _ = Sending().reduce(into: &$0, action: .sendTapped) },
        .step("response", with: [Result<Int, Lost>.success(200), .failure(Lost())]) {
          _ = Sending().reduce(into: &$0, action: .response($1))
        },
      ])
  }
}

// MARK: - ReactorKit

final class PlayerReactor: Reactor {
  enum Action { case tap }
  enum Mutation: CaseIterable, Graphable { case begin, pause, end }
  struct State {
    enum Phase: CaseIterable, Graphable { case stopped, playing, paused }
    var phase = Phase.stopped
  }
  let initialState = State()

  func reduce(state: State, mutation: Mutation) -> State {
    var state = state
    switch mutation {
    case .begin: state.phase = .playing
    case .pause: if state.phase == .playing { state.phase = .paused }
    case .end: state.phase = .stopped
    }
    return state
  }
}

extension PlayerReactor {
  var graph: StateGraph {
    StateGraph(.value(self.initialState, state: \.phase), events: Mutation.allCases) {
      $0 = self.reduce(state: $0, mutation: $1)
    }
  }
}

@Suite struct KeepTheLibraryYouHaveTests {
  @Test func graphShowsTheRoutesOfSwiftState() {
    #expect(
      Lantern.graph.rules.map(\.description) == [
        "off -> on: press",
        "off: hit / rejected",
        "on -> off: press",
        "on -> broken: hit",
        "broken: press / rejected",
        "broken: hit / rejected",
      ])
  }

  @Test func graphShowsTheStateClassesOfGameplayKit() {
    #expect(
      Watchman.graph.rules.map(\.description) == [
        "Patrolling -> Chasing: enter Chasing",
        "Patrolling: enter Patrolling / rejected: NotAllowed",
        "Patrolling: enter Resting / rejected: NotAllowed",
        "Chasing -> Resting: enter Resting",
        "Chasing: enter Patrolling / rejected: NotAllowed",
        "Chasing: enter Chasing / rejected: NotAllowed",
        "Resting -> Patrolling: enter Patrolling",
        "Resting -> Chasing: enter Chasing",
      ])
  }

  @Test func graphShowsAReducerOfReSwift() {
    #expect(
      SignInState.graph.rules.map(\.description) == [
        "form -> waiting: submit",
        "waiting -> home: accept",
        "waiting -> form: refuse [failures in 0…1] {failures + 1}",
        "waiting -> locked: refuse [failures = 2]",
      ])
  }

  @Test func graphShowsAReducerOfTheComposableArchitecture() {
    #expect(
      Sending.graph.rules.map(\.description) == [
        "idle -> sending: sendTapped",
        "sending -> sent: response [response = success]",
        "sending -> idle: response [response = failure]",
      ])
  }

  @Test func graphShowsTheMutationsOfReactorKit() {
    #expect(
      PlayerReactor().graph.rules.map(\.description) == [
        "stopped -> playing: begin",
        "playing -> paused: pause",
        "playing -> stopped: end",
        "paused -> playing: begin",
        "paused -> stopped: end",
      ])
  }
}
