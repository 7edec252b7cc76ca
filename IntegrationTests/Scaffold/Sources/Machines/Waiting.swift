/// An actor that keeps its visitor waiting.
actor Clerk {
  enum State { case free, busy(CheckedContinuation<Int, any Error>), away }
  struct Absence: Error {}

  private var state = State.free
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  func serve() async throws -> Int {
    guard case .free = state else { throw Absence() }
    return try await withCheckedThrowingContinuation { state = .busy($0) }
  }

  func finish(_ count: Int) {
    guard case .busy(let visitor) = state else { return }
    state = .free
    visitor.resume(returning: min(count, limit))
  }

  func leave() {
    if case .busy(let visitor) = state { visitor.resume(throwing: Absence()) }
    state = .away
  }

  private func rest() async {}
}

/// A machine of the main actor that starts a task, and computes its state.
@MainActor final class Search {
  enum State { case idle, searching, found }

  private var number: Int?
  private var isBusy = false

  var state: State { isBusy ? .searching : number == nil ? .idle : .found }

  func start() {
    guard !isBusy else { return }
    isBusy = true
    Task {
      number = await Self.result(of: 3)
      isBusy = false
    }
  }

  func wait() async -> Int {
    while isBusy { await Task.yield() }
    return number ?? 0
  }

  private nonisolated static func result(of number: Int) async -> Int { number }
}
