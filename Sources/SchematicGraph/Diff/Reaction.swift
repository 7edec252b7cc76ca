/// What one event does in one state under one guard: a transition or a rejection.
struct Reaction: Hashable {
  let state: String
  let event: String
  let `guard`: String?
  let outcome: Outcome

  /// What becomes of the event.
  enum Outcome: Hashable {
    case moves(to: String, action: String?)
    case stays(in: String, action: String?)
    case rejected(reason: String?)
  }

  init(_ transition: StateGraph.Transition) {
    state = transition.source
    event = transition.event
    `guard` = transition.guard
    outcome =
      transition.isInternal
      ? .stays(in: transition.target, action: transition.action)
      : .moves(to: transition.target, action: transition.action)
  }

  init(_ rejection: StateGraph.Rejection) {
    state = rejection.state
    event = rejection.event
    `guard` = rejection.guard
    outcome = .rejected(reason: rejection.reason)
  }

  /// The event, and the guard in brackets.
  var trigger: String { event + (`guard`.map { " [\($0)]" } ?? "") }

  /// The whole, without the state: `coin [paid] / unlock -> unlocked`.
  var notation: String {
    switch outcome {
    case .moves(let target, let action):
      return "\(trigger)\(Self.effect(action)) -> \(target)"
    case .stays(let target, let action):
      let payload = target == state ? "" : " as \(target)"
      return "\(trigger)\(Self.effect(action)) (internal\(payload))"
    case .rejected(let reason):
      return "\(trigger) / rejected" + (reason.map { ": \($0)" } ?? "")
    }
  }

  /// The whole, as a graph names it.
  var description: String {
    switch outcome {
    case .moves(let target, let action):
      return "\(state) -> \(target): \(trigger)\(Self.effect(action))"
    case .stays(let target, let action):
      return "\(state) -> \(target): \(trigger)\(Self.effect(action)) (internal)"
    case .rejected:
      return "\(state): \(notation)"
    }
  }

  /// What becomes of the event, as a verb with its object.
  var phrase: String {
    switch outcome {
    case .moves(let target, let action): "leads to \(target)\(Self.effect(action))"
    case .stays(in: state, let action): "stays\(Self.effect(action))"
    case .stays(let target, let action): "stays as \(target)\(Self.effect(action))"
    case .rejected(let reason): "is rejected" + (reason.map { ": \($0)" } ?? "")
    }
  }

  private static func effect(_ action: String?) -> String {
    action.map { " / \($0)" } ?? ""
  }
}
