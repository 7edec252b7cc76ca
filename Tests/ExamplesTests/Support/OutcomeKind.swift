import Schematic

/// What became of an event, without the details, so that outcomes can be compared.
enum OutcomeKind {
  case moved, stayed, ignored, rejected, queued, failed, subjectGone
}

extension Outcome {
  /// The outcome without its details.
  var kind: OutcomeKind {
    switch self {
    case .moved: .moved
    case .stayed: .stayed
    case .ignored: .ignored
    case .rejected: .rejected
    case .queued: .queued
    case .failed: .failed
    case .subjectGone: .subjectGone
    }
  }
}
