import Schematic
import SchematicGraph

/// The states of a screen.
enum ScreenState: CaseIterable, Graphable {
  case list
  case refreshing
  case error
}

/// The events of a screen, from its user and its data source.
enum ScreenEvent: CaseIterable, Graphable {
  case refresh
  case showList
  case showError
  case dismissError
}

/// A screen with a list; refreshing the list may fail.
final class Screen {
  /// True while the spinner turns.
  private(set) var isSpinning = false
  /// True while the list is visible.
  private(set) var isListShown = true
  /// The message on screen after a failure.
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
