import Schematic

/// The outcome of an event in a state for certain answers of the guards, and the answers of the
/// rules that prove it.
///
/// At first, an outcome is one answer of the rules for one value. Guards that make no difference
/// are then removed, and equal outcomes of several values are merged. The remaining outcomes become
/// rules. Two outcomes are equal if they say the same, even if different answers prove them.
struct CellOutcome: Hashable {
  /// An answer of the rules for one value.
  struct Evidence {
    /// The position of the value before the event.
    let source: Int
    /// The value after the event, or `nil` if the event is ignored, is rejected, or traps.
    let value: (any Graphable)?
    /// The position of the value after the event, or `nil` if that value wasn't explored.
    let target: Int?
    /// The payloads of the effects.
    var effects: [PayloadField] = []
    /// The lines of code that create the answer, its conditions and its timeout.
    var lines = SourceLines()
    /// The payloads before and after the event, or `nil` if diagrams don't need them.
    var step: PayloadStep?
  }

  var guards: [GuardAnswer] = []
  /// The effect, or `nil` if the event means nothing.
  var effect: StateGraph.Effect?
  /// The identifier of the state afterwards.
  let target: String
  var entry = StateGraph.Entry.initial
  /// A number that distinguishes outcomes that differ only in the payload of the target state.
  var variant = 0
  var evidence: [Evidence]

  static func == (one: CellOutcome, other: CellOutcome) -> Bool {
    one.effect == other.effect && one.target == other.target && one.entry == other.entry
      && one.guards == other.guards && one.variant == other.variant
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(effect)
    hasher.combine(target)
    hasher.combine(guards)
  }

  /// Returns whether the event means something and leads to a state.
  func leads(to state: String) -> Bool { effect != nil && target == state }

  var lines: SourceLines {
    evidence.reduce(into: SourceLines()) { $0.merge($1.lines) }
  }
}

extension [CellOutcome] {
  /// The outcomes without repetitions, each with the evidence of all its repetitions.
  var merged: [CellOutcome] {
    merged(by: \.self) { $0.evidence += $1.evidence }
  }

  /// The outcomes without the guards that make no difference.
  ///
  /// The guards form a tree with a branch for each answer. From the leaves to the root, a guard is
  /// removed if both of its answers lead to the same outcomes.
  var decided: [CellOutcome] { Self.leaves(of: self[...], at: 0) }

  private static func leaves(of outcomes: ArraySlice<CellOutcome>, at depth: Int) -> [CellOutcome] {
    func answer(_ outcome: CellOutcome) -> GuardAnswer? {
      outcome.guards.indices.contains(depth) ? outcome.guards[depth] : nil
    }
    guard let first = outcomes.first.flatMap(answer), outcomes.count > 1,
      outcomes.allSatisfy({ answer($0)?.name == first.name })
    else {
      // Nothing is left to compare: there is one outcome, or the outcomes have no next guard in
      // common.
      return outcomes.map { outcome in
        var outcome = outcome
        outcome.guards.removeFirst(Swift.min(depth, outcome.guards.count))
        return outcome
      }
    }
    let holding = leaves(of: outcomes.filter { $0.guards[depth].holds }[...], at: depth + 1)
    let failing = leaves(of: outcomes.filter { !$0.guards[depth].holds }[...], at: depth + 1)
    guard holding != failing else {
      return zip(holding, failing).map { one, other in
        var outcome = one
        outcome.evidence += other.evidence
        return outcome
      }
    }
    return [(true, holding), (false, failing)].flatMap { holds, leaves in
      leaves.map { leaf in
        var outcome = leaf
        let answer = GuardAnswer(name: first.name, holds: holds, choice: first.choice)
        outcome.guards.insert(answer, at: 0)
        return outcome
      }
    }
  }
}

/// The answer of the rules for one state value and one event value.
struct CellAnswer {
  /// The event; `nil` for a completion.
  let event: (any Graphable)?
  let course: TimeoutCourse
  /// The outcomes, one for each combination of guard answers.
  ///
  /// There are none if a step function ignores the event, or if a timeout sends the event and the
  /// state value doesn't have this timeout.
  var outcomes: [CellOutcome]
}

extension [CellAnswer] {
  mutating func changeOutcomes(_ change: (inout CellOutcome) -> Void) {
    for answer in indices {
      for outcome in self[answer].outcomes.indices { change(&self[answer].outcomes[outcome]) }
    }
  }

  /// The answers without the guards that make no difference.
  ///
  /// A guard also makes a difference if, for at least one value, it decides only what the target
  /// state carries. The guard is then kept for all values.
  var decided: [CellAnswer] {
    let plain = map { answer in
      CellAnswer(event: answer.event, course: answer.course, outcomes: answer.outcomes.decided)
    }
    let isAmbiguous = plain.contains { answer in
      answer.outcomes.contains { outcome in
        outcome.evidence.count > 1
          && Set(outcome.evidence.map { $0.step?.target.fields }).count > 1
      }
    }
    guard isAmbiguous else { return plain }
    // Answers of guards after which each value leads to the same payload get the same number, and a guard between
    // equal numbers decides nothing.
    var numbers: [[PayloadField]: Int] = [:]
    var ends: [[GuardAnswer]: [Int: Int]] = [:]
    for (number, answer) in enumerated() {
      for outcome in answer.outcomes {
        let fields = outcome.evidence[0].step?.target.fields ?? []
        let end = numbers[fields, default: numbers.count]
        numbers[fields] = end
        ends[outcome.guards, default: [:]][number] = end
      }
    }
    var known: [[Int: Int]: Int] = [:]
    let variants = ends.mapValues { end in
      let variant = known[end, default: known.count]
      known[end] = variant
      return variant
    }
    var numbered = self
    numbered.changeOutcomes { $0.variant = variants[$0.guards, default: 0] }
    for index in numbered.indices { numbered[index].outcomes = numbered[index].outcomes.decided }
    numbered.changeOutcomes { $0.variant = 0 }
    return numbered
  }

  /// The answers with one message for all traps after the same guard answers whose messages differ in values
  /// only: the beginning that these messages have in common.
  ///
  /// Messages often contain the state's payload, which makes no difference to what happens.
  var sharingMessages: [CellAnswer] {
    var messages: [[GuardAnswer]: [String?]] = [:]
    for outcome in lazy.flatMap(\.outcomes) {
      guard case .traps(let message)? = outcome.effect else { continue }
      messages[outcome.guards, default: []].append(message)
    }
    guard !messages.isEmpty else { return self }
    let shared = messages.mapValues(\.sharedMessages)
    var answers = self
    answers.changeOutcomes { outcome in
      guard case .traps(let message)? = outcome.effect else { return }
      outcome.effect = .traps(message: shared[outcome.guards]?[message] ?? message)
    }
    return answers
  }
}

extension [String?] {
  /// The greatest number of messages, apart from values in them, that are shown for one event in a state.
  private static let mostMessages = 4

  /// The text to show for each message.
  fileprivate var sharedMessages: [String?: String?] {
    let messages = uniqued()
    var groups = Dictionary(grouping: messages) { $0?.withoutValues }
    if groups.count > Self.mostMessages { groups = [nil: messages] }
    return groups.values.reduce(into: [:]) { texts, group in
      let text = group.sharedMessage
      for message in group { texts[message] = .some(text) }
    }
  }

  /// The only message, or else the beginning that all messages have in common; `nil` if there is
  /// none.
  var sharedMessage: String? {
    let messages = uniqued()
    guard messages.count > 1 else { return messages.first ?? nil }
    let texts = messages.map { $0 ?? "" }
    let shared = texts.dropFirst().reduce(texts[0]) { $0.commonPrefix(with: $1) }
    return shared.split(separator: " ").isEmpty ? nil : "\(shared)…"
  }
}

extension String {
  /// The text without the values that a message may contain: numbers, Booleans, `nil`, and what is in quotes or
  /// brackets.
  var withoutValues: String {
    let plain = replacing(/"[^"]*"|\(.*\)|\[.*\]|[0-9]+/, with: "")
    let words = plain.split(whereSeparator: \.isWhitespace)
    return words.filter { !["true", "false", "nil"].contains($0) }.joined(separator: " ")
  }
}
