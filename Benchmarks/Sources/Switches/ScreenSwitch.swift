import Workloads

/// The screen, by hand.
final class ScreenSwitch: HandWritten {
  private var state = ScreenState.list
  private let screen: Screen

  init(_ screen: Screen) {
    self.screen = screen
  }

  func handle(_ event: ScreenEvent) -> Answer {
    switch state {
    case .list:
      switch event {
      case .refresh:
        state = .refreshing
        screen.spins += 1
        return .moved
      case .showList, .showError, .dismissError:
        return .ignored
      }
    case .refreshing:
      switch event {
      case .refresh, .dismissError:
        return .ignored
      case .showList:
        state = .list
        return .moved
      case .showError:
        state = .error
        screen.messages += 1
        return .moved
      }
    case .error:
      switch event {
      case .refresh:
        state = .refreshing
        screen.spins += 1
        return .moved
      case .showList, .showError:
        return .ignored
      case .dismissError:
        state = .list
        return .moved
      }
    }
  }
}
