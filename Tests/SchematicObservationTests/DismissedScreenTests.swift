import Schematic
import SchematicTestKit
import Testing

/// A screen that owns its machine and goes while a task of a state runs, as *In SwiftUI* has it.
@MainActor @Suite struct DismissedScreenTests {
  @MainActor private final class Screen {
    enum State { case idle, loading }
    enum Event { case load, loaded, disappear }

    private let log: Log
    lazy var machine: StateMachine<State, Event, Screen> =
      StateMachine(schema: Self.schema, subject: self)

    init(log: Log) { self.log = log }

    private func load() async -> Event? {
      log.isLoading = true
      do { try await Task.sleep(for: .seconds(3_600)) } catch { log.isCanceled = true }
      return .loaded
    }

    nonisolated static let schema = StateMachineSchema<State, Event, Screen>(
      initialState: .idle, on: MainActor.self
    ) { _, event in
      switch event {
      case .load: return .to(.loading)
      case .loaded, .disappear: return .to(.idle)
      }
    } states: { state in
      switch state {
      case .idle: return .none
      case .loading: return .task("load") { screen, _ in await screen.load() }
      }
    }
  }

  @MainActor private final class Log {
    var isLoading = false
    var isCanceled = false
  }

  /// Returns a screen whose task runs.
  private func loadingScreen(_ log: Log) async throws -> Screen {
    let screen = Screen(log: log)
    screen.machine.handle(.load)
    try await expectEventually { log.isLoading }
    return screen
  }

  @Test func screenThatSaysThatItDisappearsIsFreedAndItsTaskIsCanceled() async throws {
    let log = Log()
    var screen: Screen? = try await loadingScreen(log)
    weak let dismissed = screen
    #expect(screen?.machine.handle(.disappear) == .moved)
    #expect(screen?.machine.state == .idle)
    screen = nil
    try await expectEventually { dismissed == nil }
    #expect(log.isCanceled)
  }

  @Test func screenThatSaysNothingIsHeldByItsTask() async throws {
    let log = Log()
    var screen: Screen? = try await loadingScreen(log)
    weak let dismissed = screen
    screen = nil
    // Whoever would free the screen has many turns.
    for _ in 0..<10_000 where dismissed != nil { await Task.yield() }
    #expect(dismissed?.machine.state == .loading)
    #expect(!log.isCanceled)
    dismissed?.machine.handle(.disappear)
    try await expectEventually { dismissed == nil }
    #expect(log.isCanceled)
  }
}
