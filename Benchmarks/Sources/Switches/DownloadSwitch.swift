import Workloads

/// The download, by hand.
final class DownloadSwitch: HandWritten {
  private var state = DownloadState.idle
  private let downloads: Downloads

  init(_ downloads: Downloads) {
    self.downloads = downloads
  }

  private func start() -> Answer {
    state = .fetching(0)
    downloads.shown = 0
    return .moved
  }

  func handle(_ event: DownloadEvent) -> Answer {
    switch state {
    case .idle:
      switch event {
      case .start: return start()
      case .progress, .finished, .failed, .reset: return .ignored
      }
    case .fetching:
      switch event {
      case .progress(let part):
        state = .fetching(part)
        downloads.shown += part
        return .stayed
      case .finished(let file):
        state = .fetched(file)
        downloads.characters += file.utf8.count
        return .moved
      case .failed(let code):
        state = .failed(code)
        downloads.errors += code
        return .moved
      case .start, .reset: return .ignored
      }
    case .fetched:
      switch event {
      case .reset:
        state = .idle
        return .moved
      case .start, .progress, .finished, .failed: return .ignored
      }
    case .failed:
      switch event {
      case .start: return start()
      case .reset:
        state = .idle
        return .moved
      case .progress, .finished, .failed: return .ignored
      }
    }
  }
}
