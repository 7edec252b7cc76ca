@testable import Examples
import Schematic
import Testing

@Suite struct ScreenTests {
  private let screen = Screen()
  private let machine: StateMachine<ScreenState, ScreenEvent, Screen>

  init() {
    machine = StateMachine(schema: Screen.schema, subject: screen)
  }

  /// Leads the screen to a state as a user would.
  private func reach(_ state: ScreenState) {
    switch state {
    case .list: break
    case .refreshing: machine.handle(.refresh)
    case .error: for event in [ScreenEvent.refresh, .showError] { machine.handle(event) }
    }
    #expect(machine.state == state)
  }

  /// Compares what can be seen with the state that the machine is in.
  private func expectScreen(shows state: ScreenState) {
    #expect(machine.state == state)
    #expect(screen.isSpinning == (state == .refreshing))
    #expect((screen.errorMessage != nil) == (state == .error))
    if state != .refreshing { #expect(screen.isListShown == (state == .list)) }
  }

  @Test(arguments: [
    (ScreenState.list, ScreenEvent.refresh, ScreenState.refreshing),
    (.refreshing, .showList, .list),
    (.refreshing, .showError, .error),
    (.error, .refresh, .refreshing),
    (.error, .dismissError, .list),
  ])
  func screenShowsWhatTheEventLeadsTo(state: ScreenState, event: ScreenEvent, next: ScreenState) {
    reach(state)
    #expect(machine.handle(event) == .moved)
    expectScreen(shows: next)
  }

  @Test(arguments: [
    (ScreenState.list, ScreenEvent.showList),
    (.list, .showError),
    (.list, .dismissError),
    (.refreshing, .refresh),
    (.refreshing, .dismissError),
  ])
  func screenIgnoresWhatMeansNothingToIt(state: ScreenState, event: ScreenEvent) {
    reach(state)
    #expect(machine.handle(event) == .ignored)
    expectScreen(shows: state)
  }

  @Test(arguments: [ScreenEvent.showList, .showError])
  func screenRejectsResultsWhileItShowsAnError(event: ScreenEvent) {
    reach(.error)
    let error = #expect(throws: RejectedEventError.self) { try machine.handle(event).get() }
    #expect(error?.reason == "an error is on screen")
    expectScreen(shows: .error)
  }

  @Test func screenKeepsTheListInSightWhileItRefreshes() {
    reach(.refreshing)
    #expect(screen.isListShown)
  }
}
