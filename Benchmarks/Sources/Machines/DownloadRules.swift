import Schematic
import Workloads

/// The rules of the download: payloads, and actions that capture them.
enum DownloadRules {
  static let schema = StateMachineSchema<DownloadState, DownloadEvent, Downloads>(
    initialState: .idle
  ) { state, event in
    switch state {
    case .idle:
      switch event {
      case .start: return .to(.fetching(0), "clear") { $0.shown = 0 }
      case .progress, .finished, .failed, .reset: return .ignored
      }
    case .fetching:
      switch event {
      case .progress(let part): return .stay(as: .fetching(part), "show") { $0.shown += part }
      case .finished(let file):
        return .to(.fetched(file), "read") { $0.characters += file.utf8.count }
      case .failed(let code): return .to(.failed(code), "count") { $0.errors += code }
      case .start, .reset: return .ignored
      }
    case .fetched:
      switch event {
      case .reset: return .to(.idle)
      case .start, .progress, .finished, .failed: return .ignored
      }
    case .failed:
      switch event {
      case .start: return .to(.fetching(0), "clear") { $0.shown = 0 }
      case .reset: return .to(.idle)
      case .progress, .finished, .failed: return .ignored
      }
    }
  }
}
