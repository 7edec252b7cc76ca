import Schematic
import Workloads

/// The rules of the screen.
enum ScreenRules {
  static let schema = StateMachineSchema<ScreenState, ScreenEvent, Screen>(initialState: .list) {
    state, event in
    switch state {
    case .list:
      switch event {
      case .refresh: return .to(.refreshing, "start spinner") { $0.spins += 1 }
      case .showList, .showError, .dismissError: return .ignored
      }
    case .refreshing:
      switch event {
      case .refresh, .dismissError: return .ignored
      case .showList: return .to(.list)
      case .showError: return .to(.error, "show message") { $0.messages += 1 }
      }
    case .error:
      switch event {
      case .refresh: return .to(.refreshing, "start spinner") { $0.spins += 1 }
      case .showList, .showError: return .ignored
      case .dismissError: return .to(.list)
      }
    }
  }
}
