import Schematic

extension Outcome {
  /// The outcome in words, so that a test can compare it: `moved`, `failed(broken)`.
  var text: String { "\(self)" }

  /// The outcome without what it carries: `moved`, `failed`.
  var name: String {
    switch self {
    case .moved: "moved"
    case .stayed: "stayed"
    case .ignored: "ignored"
    case .rejected: "rejected"
    case .queued: "queued"
    case .failed: "failed"
    case .subjectDeallocated: "subjectDeallocated"
    }
  }
}
