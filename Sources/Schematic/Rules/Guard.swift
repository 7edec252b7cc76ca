/// A condition on the subject, with the name that diagrams show for it.
///
/// The third parameter of a schema's logic, by custom called `when`. A machine asks the condition.
/// When a diagram is drawn there is no subject: the name is answered both ways and the logic is run
/// once for each combination, so that both branches appear and no condition runs.
///
/// ```swift
/// return when("paid") { $0.coins >= 2 } ? .to(.unlocked) : .rejected("pay first")
/// ```
///
/// Two guards of the same name are the same condition: it is asked once for each event, and asked
/// again gives the answer it gave before, to a machine as in a diagram.
///
/// Diagrams combine names by `and`, `or` and `not`; a name with one of these words stands in
/// parentheses: `[(salt and pepper) and not hot]`.
///
/// A condition must not change the subject and must not send events.
public struct Guard<Subject> {
  /// Who is asked; `nil` in a diagram.
  @usableFromInline let subject: Subject?

  /// Who is told what the subject answered; `nil` in a diagram.
  @usableFromInline let recorder: GuardRecorder?

  /// Where the answers come from in a diagram.
  @usableFromInline let answers: ((String) -> Bool)?

  /// Creates guards that ask a subject, and tell a recorder what the conditions answer.
  @inlinable
  init(subject: Subject, recorder: GuardRecorder) {
    self.subject = subject
    self.recorder = recorder
    answers = nil
  }

  /// Creates guards that are answered by name, without a subject.
  package init(answers: @escaping (String) -> Bool) {
    subject = nil
    recorder = nil
    self.answers = answers
  }

  /// Returns whether the condition holds.
  ///
  /// - Parameters:
  ///   - name: The name of the condition: two guards of the same name are the same condition.
  ///   - condition: What the name means. It is asked of the subject, and never by a diagram.
  /// - Returns: The condition's answer or, in a diagram, the answer that is being tried.
  @_disfavoredOverload
  @inlinable
  public func callAsFunction(_ name: String, _ condition: (Subject) -> Bool) -> Bool {
    ask(name, condition)
  }

  @inlinable
  func ask(_ name: String, _ condition: (Subject) -> Bool) -> Bool {
    if let answers { return answers(name) }
    return recorder!.answer(name) { condition(subject!) }
  }
}

extension Guard where Subject: Actor {
  /// Returns whether the condition, isolated to the subject, holds.
  ///
  /// - Parameters:
  ///   - name: The name of the condition.
  ///   - condition: What the name means; it may read the actor's state without waiting.
  /// - Returns: The condition's answer or, in a diagram, the answer that is being tried.
  @inlinable
  public func callAsFunction(_ name: String, _ condition: (isolated Subject) -> Bool) -> Bool {
    withoutActuallyEscaping(condition) { condition in
      // Sent nowhere: `assumeIsolated` calls it here and now, on the actor we are already on.
      nonisolated(unsafe) let condition = condition
      return ask(name) { subject in subject.assumeIsolated { condition($0) } }
    }
  }
}
