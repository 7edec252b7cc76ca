import Schematic

/// An event for every answer that logic can give, in a machine that waits in `loading(1)`.
enum Answer: CaseIterable {
  case to, toPerforming, toItself, toItselfPerforming
  case stay, stayPerforming, stayAs, stayAsPerforming
  case ignored, `nil`, rejected, rejectedWithReason

  enum State: Equatable { case loading(Int), done }

  final class Subject { var actions = 0 }

  static let schema = StateMachineSchema<State, Answer, Subject>(initialState: .loading(1)) {
    state, answer in
    switch answer {
    case .to: return .to(.done)
    case .toPerforming: return .to(.done, "count") { $0.actions += 1 }
    case .toItself: return .to(state)
    case .toItselfPerforming: return .to(state, "count") { $0.actions += 1 }
    case .stay: return .stay
    case .stayPerforming: return .stay("count") { $0.actions += 1 }
    case .stayAs: return .stay(as: .loading(2))
    case .stayAsPerforming: return .stay(as: .loading(2), "count") { $0.actions += 1 }
    case .ignored: return .ignored
    case .nil: return nil
    case .rejected: return .rejected
    case .rejectedWithReason: return .rejected("too late")
    }
  }

  /// What the table of answers in the design promises.
  var expected: (outcome: String, kind: TransitionKind, state: State, actions: Int) {
    let rejected = "event \(self) is rejected in state loading(1)"
    return switch self {
    case .to: ("moved", .external, .done, 0)
    case .toPerforming: ("moved", .external, .done, 1)
    case .toItself: ("moved", .external, .loading(1), 0)
    case .toItselfPerforming: ("moved", .external, .loading(1), 1)
    case .stay: ("stayed", .internal, .loading(1), 0)
    case .stayPerforming: ("stayed", .internal, .loading(1), 1)
    case .stayAs: ("stayed", .internal, .loading(2), 0)
    case .stayAsPerforming: ("stayed", .internal, .loading(2), 1)
    case .ignored, .nil: ("ignored", .ignored, .loading(1), 0)
    case .rejected: ("rejected(\(rejected))", .rejected, .loading(1), 0)
    case .rejectedWithReason: ("rejected(\(rejected): too late)", .rejected, .loading(1), 0)
    }
  }
}
