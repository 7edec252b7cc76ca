// A stand-in for the part of GameplayKit that the articles use.

class GKState {
  func isValidNextState(_ stateClass: AnyClass) -> Bool { true }
  func didEnter(from previousState: GKState?) {}
  func willExit(to nextState: GKState) {}
}

final class GKStateMachine {
  private let states: [GKState]
  private(set) var currentState: GKState?

  init(states: [GKState]) { self.states = states }

  func canEnterState(_ stateClass: AnyClass) -> Bool {
    currentState?.isValidNextState(stateClass) ?? true
  }

  @discardableResult func enter(_ stateClass: AnyClass) -> Bool {
    guard let next = states.first(where: { type(of: $0) == stateClass }), canEnterState(stateClass)
    else { return false }
    let previous = currentState
    previous?.willExit(to: next)
    currentState = next
    next.didEnter(from: previous)
    return true
  }
}
