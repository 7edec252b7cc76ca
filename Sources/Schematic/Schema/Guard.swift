/// A condition on the subject, with the name that diagrams show for it.
///
/// A guard is the third parameter of a schema's logic, usually called `when`. A machine evaluates
/// the condition. A diagram has no subject: it runs the logic once for each combination of answers,
/// so both branches appear and no condition runs.
///
/// ```swift
/// return when("paid") { $0.coins >= 2 } ? .to(.unlocked) : .rejected("pay first")
/// ```
///
/// Guards with the same name are the same condition. It is evaluated once for each event and then
/// keeps its answer, in a machine as in a diagram.
///
/// Diagrams combine names with `and`, `or` and `not`. A name that contains one of these words is
/// put in parentheses: `[(salt and pepper) and not hot]`.
///
/// A condition must not change the subject and must not send events.
@frozen
public struct Guard<Subject> {
  /// The subject that conditions are evaluated with; `nil` in a diagram.
  @usableFromInline let subject: Subject?

  /// The record of the subject's answers; `nil` in a diagram.
  @usableFromInline let recorder: GuardRecorder<Subject>?

  /// Returns the answer for a name, in a diagram or from other guards.
  @usableFromInline let answers: ((String, Condition<Subject>) -> Bool)?

  /// The states around the region whose rules ask; `nil` if there are none.
  @usableFromInline var surroundings: Surroundings?

  /// Creates guards that evaluate conditions with a subject and record the answers.
  @inlinable
  init(subject: Subject, recorder: GuardRecorder<Subject>) {
    self.subject = subject
    self.recorder = recorder
    answers = nil
  }

  /// Creates guards that are answered by name, without a subject.
  package init(answers: @escaping (String) -> Bool) {
    self.init(evaluating: { name, _ in answers(name) })
  }

  private init(evaluating answers: @escaping (String, Condition<Subject>) -> Bool) {
    subject = nil
    recorder = nil
    self.answers = answers
  }

  /// Returns guards that evaluate conditions with a subject that this one holds.
  func mappingSubject<Inner>(_ map: @escaping (Subject) -> Inner) -> Guard<Inner> {
    var inner = Guard<Inner>(evaluating: { name, condition in
      evaluate(name, Condition { condition(map($0)) })
    })
    inner.surroundings = surroundings
    return inner
  }

  /// Returns whether the condition holds.
  ///
  /// - Parameters:
  ///   - name: The name of the condition. Guards with the same name are the same condition.
  ///   - fileID: The file of the call, for the lines of diagrams.
  ///   - line: The line of the call.
  ///   - condition: The meaning of the name. A machine evaluates it with the subject; a diagram
  ///     never does.
  /// - Returns: The condition's answer or, in a diagram, the answer that is being explored.
  @_disfavoredOverload
  @inlinable
  public func callAsFunction(
    _ name: String,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ condition: @escaping (Subject) -> Bool
  ) -> Bool {
    SourceRecord.note(.condition, name, fileID, line)
    return evaluate(name, Condition(condition))
  }

  @inlinable
  func evaluate(_ name: String, _ condition: Condition<Subject>) -> Bool {
    guard let recorder, let subject else { return answers!(name, condition) }
    return recorder.answer(name, condition, subject)
  }
}

/// A record of the guards' answers while the rules are evaluated for one event.
///
/// It makes sure that no guard is evaluated twice, and it names the guards that didn't hold.
@usableFromInline
final class GuardRecorder<Subject> {
  /// The answer of one guard, and the condition that gave it.
  @frozen @usableFromInline
  struct Answer {
    @usableFromInline let name: String
    /// The condition, or `nil` if it is in the rule table already.
    @usableFromInline let condition: Condition<Subject>?
    @usableFromInline let holds: Bool

    @inlinable
    init(name: String, condition: Condition<Subject>?, holds: Bool) {
      self.name = name
      self.condition = condition
      self.holds = holds
    }
  }

  /// The answers, in the order in which they were given.
  // Only the machine that evaluates its rules accesses them, one access at a time.
  @exclusivity(unchecked) @usableFromInline var answers: [Answer] = []

  @usableFromInline init() {}

  /// The names of the guards that didn't hold, in the order in which they were evaluated.
  var failed: [String] { answers.filter { !$0.holds }.map(\.name) }

  /// Removes all answers, and reserves their memory for the next event.
  @inlinable
  func begin() {
    if !answers.isEmpty { answers.removeAll(keepingCapacity: true) }
  }

  /// Replaces all answers with those of guards that have already been evaluated.
  @usableFromInline
  func begin(with answered: [Answer]) {
    answers.replaceSubrange(0..., with: answered)
  }

  /// Records the answer of something that isn't a guard of the subject.
  func note(_ name: String, _ holds: Bool) {
    guard !answers.contains(where: { $0.name == name }) else { return }
    answers.append(Answer(name: name, condition: nil, holds: holds))
  }

  /// Returns a guard's answer: the earlier one if it has been evaluated before.
  // Inlinable so that the client specializes it, and not inlined because rules ask many guards.
  @inlinable
  @inline(never)
  func answer(_ name: String, _ condition: Condition<Subject>, _ subject: Subject) -> Bool {
    for known in answers where known.name == name { return known.holds }
    let holds = condition(subject)
    // Appended only now, because a condition may evaluate another guard.
    answers.append(Answer(name: name, condition: condition, holds: holds))
    return holds
  }
}
