import Schematic
import SchematicTestKit
import SchematicTesting
import Testing

/// The recipes of the cookbook about time, and about events that come at the wrong moment.
@MainActor @Suite struct CookbookTimeTests {
  @Test func downloadTriesAgainMoreAndMoreRarely() async throws {
    let clock = ManualClock()
    let download = Download()
    download.machine.clock = clock
    download.machine.handle(.start)
    for seconds in [1, 2, 4] {
      download.machine.handle(.broke)
      #expect(download.machine.timeUntilNextTimeout == .seconds(seconds))
      try await expectEventually { clock.sleeperCount == 1 }
      clock.advance(by: .seconds(seconds))
      try await download.machine.waitUntil { if case .loading = $0 { true } else { false } }
    }
    download.machine.handle(.broke)
    #expect(download.machine.state == .failed)
  }

  @Test func searchWaitsUntilNobodyTypes() async throws {
    let clock = ManualClock()
    let box = SearchBox()
    box.machine.clock = clock
    box.machine.handle(.type("c"))
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(200))
    box.machine.handle(.type("ca"))
    #expect(box.machine.timeUntilNextTimeout == .milliseconds(300))
    try await expectEventually { clock.sleeperCount == 1 }
    clock.advance(by: .milliseconds(300))
    try await box.machine.waitUntil { $0 == .searching("ca") }
  }

  @Test func chatKeepsEventsForLater() {
    let chat = Chat()
    chat.machine.handle(.send("Hello"))
    chat.machine.handle(.send("World"))
    #expect(chat.sent.isEmpty)
    #expect(chat.machine.state == .connecting)

    chat.machine.handle(.connected)
    #expect(chat.sent == ["Hello", "World"])
    #expect(chat.machine.state == .online)
  }

  @Test func leavingAStateCancelsItsTask() async throws {
    let export = Export()
    export.machine.handle(.start)
    try await expectEventually { export.isWriting }
    export.machine.handle(.cancel)
    #expect(export.machine.state == .idle)
    try await expectEventually { !export.isWriting }
  }
}

// Try again, more and more rarely.

private enum DownloadState: Equatable {
  case idle, loading(attempt: Int), waiting(attempt: Int), failed
}
private enum DownloadEvent { case start, broke, retry }

@MainActor private final class Download {
  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

  static let schema = StateMachineSchema<DownloadState, DownloadEvent, Download>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.loading(attempt: 0))
    case (.loading(let attempt), .broke):
      return attempt < 3 ? .to(.waiting(attempt: attempt)) : .to(.failed)
    case (.waiting(let attempt), .retry): return .to(.loading(attempt: attempt + 1))
    case (.idle, _), (.loading, _), (.waiting, _), (.failed, _): return .ignored
    }
  } states: { state in
    guard case .waiting(let attempt) = state else { return .none }
    return .after(.seconds(1 << attempt), send: .retry)
  }
}

// Wait until nobody types.

private enum SearchBoxState: Equatable { case empty, typing(String), searching(String) }
private enum SearchBoxEvent { case type(String), pause }

@MainActor private final class SearchBox {
  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

  static let schema = StateMachineSchema<SearchBoxState, SearchBoxEvent, SearchBox>(
    initialState: .empty, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (_, .type(let text)): return .to(.typing(text))
    case (.typing(let text), .pause): return .to(.searching(text))
    case (.empty, .pause), (.searching, .pause): return .ignored
    }
  } states: { state in
    guard case .typing = state else { return .none }
    return .after(.milliseconds(300), send: .pause)
  }
}

// Keep events for later.

private enum ChatState { case connecting, online }
private enum ChatEvent { case send(String), connected }

@MainActor private final class Chat {
  private(set) var sent: [String] = []
  private var kept: [ChatEvent] = []
  private(set) lazy var machine: StateMachine<ChatState, ChatEvent, Chat> =
    StateMachine(schema: Self.schema, subject: self)

  private func sendKept() {
    for event in kept { machine.handle(event) }
    kept = []
  }

  static let schema = StateMachineSchema<ChatState, ChatEvent, Chat>(
    initialState: .connecting, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.connecting, .send): return .stay("keep") { $0.kept.append(event) }
    case (.connecting, .connected): return .to(.online, "send kept") { $0.sendKept() }
    case (.online, .send(let text)): return .stay("send") { $0.sent.append(text) }
    case (.online, .connected): return .ignored
    }
  }
}

// Cancel a task.

private enum ExportState { case idle, writing }
private enum ExportEvent { case start, cancel, written }

@MainActor private final class Export {
  private(set) var isWriting = false
  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

  private func write() async throws {
    isWriting = true
    defer { isWriting = false }
    try await Task.sleep(for: .seconds(86_400))
  }

  static let schema = StateMachineSchema<ExportState, ExportEvent, Export>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.writing)
    case (.writing, .cancel), (.writing, .written): return .to(.idle)
    case (.idle, _), (.writing, .start): return .ignored
    }
  } states: { state in
    guard case .writing = state else { return .none }
    return .task("write") { export, _ in
      try? await export.write()
      return .written
    }
  }
}
