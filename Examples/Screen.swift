import Schematic
import SchematicGraph

/// What a screen shows.
enum ScreenState: CaseIterable, Graphable {
  case list
  case refreshing
  case error
}

/// What the user and the data source ask of a screen.
enum ScreenEvent: CaseIterable, Graphable {
  case refresh
  case showList
  case showError
  case dismissError
}

/// A screen with a list that can be refreshed, and refreshing can fail.
final class Screen {
  /// Whether the spinner turns.
  private(set) var isSpinning = false
  /// Whether the list can be seen.
  private(set) var isListShown = true
  /// What went wrong, while the screen says so.
  private(set) var errorMessage: String?

  /// Creates a screen that shows its list.
  init() {}

  /// The rules.
  static let schema = StateMachineSchema<ScreenState, ScreenEvent, Screen>(initialState: .list) {
    state, event in
    switch state {
    case .list:
      switch event {
      case .refresh: return .to(.refreshing, "start spinner") { $0.startSpinner() }
      case .showList, .showError, .dismissError: return .ignored
      }
    case .refreshing:
      switch event {
      case .refresh, .dismissError: return .ignored
      case .showList: return .to(.list, "stop spinner") { $0.showList() }
      case .showError: return .to(.error, "show message") { $0.showError() }
      }
    case .error:
      switch event {
      case .refresh: return .to(.refreshing, "try again") { $0.startSpinner() }
      case .showList, .showError: return .rejected("an error is on screen")
      case .dismissError: return .to(.list, "hide message") { $0.showList() }
      }
    }
  }

  private func startSpinner() {
    isSpinning = true
    errorMessage = nil
  }

  private func showList() {
    isSpinning = false
    isListShown = true
    errorMessage = nil
  }

  private func showError() {
    isSpinning = false
    isListShown = false
    errorMessage = "The list could not be refreshed."
  }
}
