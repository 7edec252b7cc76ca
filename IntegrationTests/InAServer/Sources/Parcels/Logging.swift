import Logging
import Schematic
import SchematicCases

extension StateMachine where State: Graphable, Event: Graphable {
  /// Logs every event, with the names of the diagram and without what states and events carry.
  @discardableResult
  func log(to logger: Logger) -> ObserverToken {
    observe { handled in
      logger.log(
        level: handled.outcome.level, "\(handled.event.graphLabel): \(handled.outcome.word)",
        metadata: [
          "before": "\(handled.source.graphIdentifier)",
          "after": "\(handled.target.graphIdentifier)",
          "action": "\(handled.label ?? "none")",
        ])
    }
  }
}

extension Outcome {
  /// The level of a line about an event: mistakes stand out.
  var level: Logger.Level {
    switch self {
    case .moved, .stayed: .info
    case .ignored, .queued: .trace
    case .rejected: .notice
    case .failed, .subjectDeallocated: .error
    }
  }

  /// The outcome as a word, of which there are seven.
  var word: String {
    switch self {
    case .moved: "moved"
    case .stayed: "stayed"
    case .ignored: "ignored"
    case .rejected: "rejected"
    case .queued: "queued"
    case .failed: "failed"
    case .subjectDeallocated: "gone"
    }
  }
}
