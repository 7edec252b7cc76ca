/// What a screen shows.
package enum ScreenState: Sendable { case list, refreshing, error }

/// What is asked of a screen.
package enum ScreenEvent: CaseIterable, EventSource {
  case refresh, showList, showError, dismissError

  package static let cycle: [ScreenEvent] = [
    .refresh, .showError, .dismissError, .refresh, .showList,
  ]
}

/// A screen, as far as its rules act on it.
package final class Screen {
  package var spins = 0
  package var messages = 0

  package init() {}
}
