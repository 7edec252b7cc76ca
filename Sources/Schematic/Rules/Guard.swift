/// The guards of a schema's rules: conditions on the subject, each with a name for diagrams.
///
/// Guards are the third parameter of a schema's logic, usually called `when`. A machine evaluates
/// the conditions. A diagram has no subject: it runs the logic with each combination of answers, so
/// both branches appear and no condition runs.
///
/// ```swift
/// return when("paid") { $0.coins >= 2 } ? .to(.unlocked) : .rejected("pay first")
/// ```
///
/// Guards with the same name are the same condition and have the same answer to one event. A
/// machine evaluates only the first of them.
///
/// Diagrams combine names with `and`, `or` and `not`. A name that contains one of these words is
/// quoted: `["salt and pepper" and not hot]`.
///
/// A condition must not change the subject and must not send events.
@frozen
public struct Guard<Subject> {
  /// The subject that conditions are evaluated with, or `nil` if ``answers`` gives the answers.
  @usableFromInline let subject: Subject?

  /// The record of the subject's answers, or `nil` if ``answers`` gives the answers.
  @usableFromInline let recorder: GuardRecorder<Subject>?

  /// Returns a guard's answer, for a diagram or from the guards of an outer schema; `nil` if there
  /// is a subject.
  @usableFromInline let answers: ((String, GuardClosure<Subject>) -> Bool)?

  /// The states around the region whose rules use the guards, or `nil` outside regions.
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

  private init(evaluating answers: @escaping (String, GuardClosure<Subject>) -> Bool) {
    subject = nil
    recorder = nil
    self.answers = answers
  }

  /// Returns guards whose conditions receive a subject that the subject of these guards contains.
  func mappingSubject<Inner>(_ map: @escaping (Subject) -> Inner) -> Guard<Inner> {
    var inner = Guard<Inner>(evaluating: { name, condition in
      evaluate(name, GuardClosure { condition(map($0)) })
    })
    inner.surroundings = surroundings
    return inner
  }

  /// Returns the guards with the answer of one inverted.
  func inverting(_ inverted: String) -> Guard {
    var other = Guard(evaluating: { name, condition in
      evaluate(name, condition) != (name == inverted)
    })
    other.surroundings = surroundings
    return other
  }

  /// Returns whether the condition holds.
  ///
  /// - Parameters:
  ///   - name: The name of the condition. Guards with the same name are the same condition.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  ///   - condition: The condition, which a machine evaluates with the subject. A diagram never
  ///     does.
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
    return evaluate(name, GuardClosure(condition))
  }

  @inlinable
  func evaluate(_ name: String, _ condition: GuardClosure<Subject>) -> Bool {
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
    /// The condition, or `nil` if the rule table has the condition already or the guard asks about
    /// a region.
    @usableFromInline let condition: GuardClosure<Subject>?
    @usableFromInline let holds: Bool

    @inlinable
    init(name: String, condition: GuardClosure<Subject>?, holds: Bool) {
      self.name = name
      self.condition = condition
      self.holds = holds
    }
  }

  /// The answers, in the order in which they were given.
  // Unchecked, because only one machine uses the record, one access at a time.
  @exclusivity(unchecked) @usableFromInline var answers: [Answer] = []

  @usableFromInline init() {}

  /// The names of the guards that didn't hold, in the order in which they were evaluated.
  var failed: [String] { answers.filter { !$0.holds }.map(\.name) }

  /// Removes all answers, but keeps their memory for the next event.
  @inlinable
  func begin() {
    if !answers.isEmpty { answers.removeAll(keepingCapacity: true) }
  }

  /// Replaces all answers with the answers of guards that have already been evaluated.
  @usableFromInline
  func begin(with answered: [Answer]) {
    answers.replaceSubrange(0..., with: answered)
  }

  /// Records the answer to a question about a region, unless the record has it already.
  func note(_ name: String, _ holds: Bool) {
    guard !answers.contains(where: { $0.name == name }) else { return }
    answers.append(Answer(name: name, condition: nil, holds: holds))
  }

  /// Returns the recorded answer of a guard, or evaluates the condition and records its answer.
  // Inlinable, so that clients specialize the function. Not inlined, so that rules stay small.
  @inlinable
  @inline(never)
  func answer(_ name: String, _ condition: GuardClosure<Subject>, _ subject: Subject) -> Bool {
    for known in answers where known.name == name { return known.holds }
    let holds = condition(subject)
    // Appended only now, because a condition may evaluate another guard.
    answers.append(Answer(name: name, condition: condition, holds: holds))
    return holds
  }
}
