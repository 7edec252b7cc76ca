/// A condition on the subject, with the name that diagrams show for it.
///
/// The third parameter of a schema's logic, by custom called `when`. A machine evaluates the condition.
/// When a diagram is drawn there is no subject: the name is answered both ways and the logic is run
/// once for each combination, so that both branches appear and no condition runs.
///
/// ```swift
/// return when("paid") { $0.coins >= 2 } ? .to(.unlocked) : .rejected("pay first")
/// ```
///
/// Two guards of the same name are the same condition: it is evaluated once for each event, and
/// gives the same answer again, to a machine as in a diagram.
///
/// Diagrams combine names by `and`, `or` and `not`; a name with one of these words stands in
/// parentheses: `[(salt and pepper) and not hot]`.
///
/// A condition must not change the subject and must not send events.
@frozen
public struct Guard<Subject> {
  /// The subject that conditions are evaluated of; `nil` in a diagram.
  @usableFromInline let subject: Subject?

  /// The record of what the subject answered; `nil` in a diagram.
  @usableFromInline let recorder: GuardRecorder<Subject>?

  /// The answers by name, in a diagram or of other guards.
  @usableFromInline let answers: ((String, Condition<Subject>) -> Bool)?

  /// Creates guards that evaluate conditions of a subject and record what the conditions answer.
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

  /// Returns guards that ask these about a subject that another holds.
  func mappingSubject<Inner>(_ map: @escaping (Subject) -> Inner) -> Guard<Inner> {
    Guard<Inner>(evaluating: { name, condition in
      evaluate(name, Condition { condition(map($0)) })
    })
  }

  /// Returns whether the condition holds.
  ///
  /// - Parameters:
  ///   - name: The name of the condition: two guards of the same name are the same condition.
  ///   - condition: The meaning of the name. It is evaluated with the subject, and never by a diagram.
  /// - Returns: The condition's answer or, in a diagram, the answer that is being tried.
  @_disfavoredOverload
  @inlinable
  public func callAsFunction(_ name: String, _ condition: @escaping (Subject) -> Bool) -> Bool {
    evaluate(name, Condition(condition))
  }

  @inlinable
  func evaluate(_ name: String, _ condition: Condition<Subject>) -> Bool {
    guard let recorder, let subject else { return answers!(name, condition) }
    return recorder.answer(name, condition, subject)
  }
}

/// The record of how guards answered while the rules were evaluated for one event.
///
/// No guard is evaluated twice, and those that did not hold can be named.
@usableFromInline
final class GuardRecorder<Subject> {
  /// The answer of one guard, and the condition that gave it.
  @frozen @usableFromInline
  struct Answer {
    @usableFromInline let name: String
    /// The condition; `nil` if it is in the rule table already.
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
  // Only the machine that evaluates its rules reads and writes them, one at a time.
  @exclusivity(unchecked) @usableFromInline var answers: [Answer] = []

  @usableFromInline init() {}

  /// The names of the guards that did not hold, in the order in which they were asked.
  var failed: [String] { answers.filter { !$0.holds }.map(\.name) }

  /// Forgets all answers, and keeps their room for those of the next event.
  @usableFromInline
  func begin() {
    if !answers.isEmpty { answers.removeAll(keepingCapacity: true) }
  }

  /// Forgets all answers but those of guards that were evaluated already.
  @usableFromInline
  func begin(with answered: [Answer]) {
    answers.replaceSubrange(0..., with: answered)
  }

  /// Returns how a guard answers, which is how it answered before.
  @usableFromInline
  func answer(_ name: String, _ condition: Condition<Subject>, _ subject: Subject) -> Bool {
    if let known = answers.first(where: { $0.name == name }) { return known.holds }
    let holds = condition(subject)
    // Appended afterwards, because a condition may evaluate another guard.
    answers.append(Answer(name: name, condition: condition, holds: holds))
    return holds
  }
}
