/// A client whose machine no other file can name.
public final class Downloader {
  private struct Transfer {
    enum State { case idle, running(tries: Int), done, failed }
    var state = State.idle

    mutating func start() {
      if case .idle = state { state = .running(tries: 1) }
    }

    mutating func ended(isComplete: Bool) {
      guard case .running(let tries) = state else { return }
      state = isComplete ? .done : tries < 3 ? .running(tries: tries + 1) : .failed
    }
  }

  private var transfer = Transfer()
}

extension Downloader {
  /// The machine, as its diagram reaches it.
  struct Drawn {
    private var transfer = Transfer()

    mutating func start() { transfer.start() }
    mutating func ended(isComplete: Bool) { transfer.ended(isComplete: isComplete) }
  }
}
