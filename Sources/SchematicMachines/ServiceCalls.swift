import SchematicCases
import SchematicGraph

/// The calls of services by the machine that is explored, and their answers.
///
/// A sleep on a ``StandInClock`` is a call with the name `sleep`.
final class ServiceCalls: @unchecked Sendable {
  /// A call that waits for a step to end it.
  struct Open {
    let name: String
    let canThrow: Bool
    /// The step that began this call, or `nil` for a call of the machine's start.
    let caller: StepCaller?
    /// The time at which a sleep ends, since the machine was made.
    fileprivate var deadline = Duration.zero
    /// For how long a sleep lasts.
    fileprivate(set) var length = Duration.zero
    fileprivate let number: Int
    fileprivate let life: ObjectIdentifier?
    fileprivate let end: (StepReply.End) -> Void
  }

  /// The calls that wait and that steps can end, the first one to end first.
  var open: [Open] { waiting.filter { replies.contains($0.name) } }

  private var waiting: [Open] = []

  /// The names of the calls that steps can end.
  let replies: [String]

  /// The names of calls that have waited and that no step can end.
  private(set) var unanswered: [String] = []

  /// The time of the machine's clocks.
  var now = Duration.zero

  private var count = 0

  /// The name of a sleep.
  static let sleep = "sleep"

  /// The number of calls with one name, and of all, that steps can end; others wait forever, so that the
  /// exploration ends.
  private static let most = (alike: 2, all: 3)

  init(replies: [String]) { self.replies = replies }

  /// Forgets the calls and the time of a machine that is gone.
  func forget() {
    waiting = []
    now = .zero
  }

  /// Returns whether a call that waits belongs to the work of a step.
  func isWaited(for life: StepLife) -> Bool {
    waiting.contains { $0.life == ObjectIdentifier(life) }
  }

  /// Keeps a call until a step ends it.
  @discardableResult
  func keep(
    _ name: String, canThrow: Bool, until deadline: Duration = .zero,
    _ end: @escaping (StepReply.End) -> Void
  ) -> Int {
    count += 1
    keep(
      Open(
        name: name, canThrow: canThrow, caller: StepTasks.caller, deadline: deadline,
        length: max(.zero, deadline - now), number: count,
        life: StepLife.current.map(ObjectIdentifier.init), end: end))
    return count
  }

  private func keep(_ call: Open) {
    if !replies.contains(call.name), !unanswered.contains(call.name) {
      unanswered.append(call.name)
    }
    if waiting.count < Self.most.all,
      waiting.count(where: { $0.name == call.name }) < Self.most.alike
    {
      // Of two sleeps, the one that began last may end first.
      let next = waiting.firstIndex { $0.name == call.name && $0.deadline > call.deadline }
      waiting.insert(call, at: next ?? waiting.endIndex)
    }
  }

  /// Ends the first call that a step can end.
  func end(_ reply: StepReply) { endFirst(reply.end, where: reply.ends) }

  /// Ends the first call that meets a condition.
  private func endFirst(_ end: StepReply.End, where isMeant: (Open) -> Bool) {
    guard let place = waiting.firstIndex(where: isMeant) else { return }
    let call = waiting.remove(at: place)
    StepTasks.$caller.withValue(call.caller) { call.end(end) }
  }

  /// Waits for the end of a call.
  func end(
    of name: String, canThrow: Bool, until deadline: Duration = .zero,
    isolation: isolated (any Actor)? = #isolation
  ) async -> StepReply.End {
    guard canThrow else {
      return await withUnsafeContinuation { call in
        keep(name, canThrow: false) { call.resume(returning: $0) }
      }
    }
    if Task.isCancelled { return .canceled }
    nonisolated(unsafe) var number = 0
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { call in
        number = keep(name, canThrow: true, until: deadline) { call.resume(returning: $0) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) { endFirst(.canceled) { $0.number == number } }
}

extension Duration {
  /// The duration rounded to milliseconds, because a clock may lose a nanosecond: `5 s`.
  var text: String {
    let (seconds, attoseconds) = components
    let rest = (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
    return Duration.milliseconds(seconds * 1000 + rest).label
  }
}

extension StepReply {
  /// Returns a Boolean value that indicates whether the step can end a call.
  func ends(_ call: ServiceCalls.Open) -> Bool {
    call.name == name && (call.canThrow || end == .returned)
  }
}
