/// An event that a machine received, and its outcome.
///
/// ```swift
/// machine.observe { print($0) }
/// machine.handle(.coin)  // prints: locked: coin [paid] / unlock → unlocked
/// ```
@frozen
public struct HandledEvent<State, Event> {
  /// The event or, for a completion, the event of the step that caused it.
  public let event: Event
  /// The sender of the event.
  public let sender: EventSender
  /// The state before.
  public let source: State
  /// The state after.
  ///
  /// It differs from the state before only if a transition was taken.
  public let target: State
  /// The outcome.
  ///
  /// If an event is queued, observers are usually called twice: at once with ``Outcome/queued``,
  /// and again with the outcome of handling the event.
  public let outcome: Outcome
  /// The label of the transition that was taken or failed, or `nil` if there is none.
  public let label: String?
  /// The event's number in the order in which the machine called its observers, starting at 1.
  ///
  /// If there is a gap in the numbers of ``StateMachine/handledEvents(buffering:)``, the consumer was
  /// too slow and missed that many events.
  public var number: Int { position }

  /// The effects of the event in the regions that didn't ignore it, in the order of the regions.
  ///
  /// The array is empty unless a region took the event, or failed to.
  ///
  /// ```swift
  /// machine.observe { print($0.regions) }
  /// machine.handle(.press)  // prints: [drive: external, light: external / shine]
  /// ```
  public var regions: [RegionStep] { details?.regions ?? [] }

  @usableFromInline var position = 0

  // One object, because each additional property makes calling observers slower.
  @usableFromInline let details: EventDetails?

  /// The names of the guards that were evaluated and their answers, in order.
  public var guards: [(name: String, holds: Bool)] { details?.answers ?? [] }

  @inlinable
  init(
    _ event: Event, from sender: EventSender, in source: State, to target: State,
    _ outcome: Outcome,
    _ label: String? = nil, _ details: EventDetails? = nil, _ regions: [RegionStep] = []
  ) {
    self.event = event
    self.sender = sender
    self.source = source
    self.target = target
    self.outcome = outcome
    self.label = label
    self.details = regions.isEmpty ? details : EventDetails(details, regions)
  }
}

extension HandledEvent: Sendable where State: Sendable, Event: Sendable {}

extension HandledEvent: CustomStringConvertible {
  /// The event and its outcome on one line.
  public var description: String {
    let conditions = guards.map { $0.holds ? $0.name : "not \($0.name)" }
    let condition = conditions.isEmpty ? "" : " [\(conditions.joined(separator: " and "))]"
    let action = label.map { " / \($0)" } ?? ""
    let result =
      switch outcome {
      case .moved: " → \(target)"
      case .stayed: " (stays)"
      case .ignored: " (ignored)"
      case .rejected(let error): " (rejected\(error.reason.map { ": \($0)" } ?? ""))"
      case .queued: " (queued)"
      case .failed(let error): " (failed: \(error))"
      case .subjectDeallocated: " (the subject no longer exists)"
      }
    let trigger = sender == .completion ? "completion" : "\(event)"
    return "\(source): \(trigger)\(condition)\(action)\(result)"
  }
}

/// The effect of an event in one region of a state.
public struct RegionStep: Hashable, Sendable {
  /// The name of the region: its property's name, or `trip/drive` for `drive` in the state `trip`.
  public internal(set) var region: String
  /// The effect of the event in the region.
  public let kind: TransitionKind
  /// The label of the region's transition, or `nil` if it has none.
  public let label: String?
  /// The reason of a rejection, or `nil` if there is none.
  public let reason: String?
}

extension RegionStep: CustomStringConvertible {
  /// The region, the effect, and the action or the reason.
  public var description: String {
    "\(region): \(kind)" + ((label ?? reason).map { " / \($0)" } ?? "")
  }
}

/// The guards that were evaluated for an event, with their answers, and the steps of regions.
@usableFromInline
final class EventDetails: Sendable {
  let answers: [(name: String, holds: Bool)]
  let regions: [RegionStep]

  /// Creates a record of answers, or returns `nil` if there are none.
  @usableFromInline
  init?<Subject>(_ answers: [GuardRecorder<Subject>.Answer]) {
    guard !answers.isEmpty else { return nil }
    self.answers = answers.map { ($0.name, $0.holds) }
    regions = []
  }

  /// Creates a record of the same answers and of the steps of regions.
  @usableFromInline
  init(_ details: EventDetails?, _ regions: [RegionStep]) {
    answers = details?.answers ?? []
    self.regions = regions
  }
}

/// The sender of an event.
@frozen
public enum EventSender: Hashable, Sendable {
  /// The code that called `handle`, including the machine's actions and observers.
  case caller
  /// The state's timeout with this duration.
  case timeout(Duration)
  /// The state's timeout with this name, whose duration the subject determines.
  case namedTimeout(String)
  /// The state's task with this label, or `nil` if it has none.
  case task(label: String?)
  /// Nobody: an embedded machine's final state has completed the state around the machine.
  case completion
}
