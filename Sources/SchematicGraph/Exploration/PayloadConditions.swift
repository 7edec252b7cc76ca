import Schematic

/// An event in a state, with the answers of the rules for all values that stand for them.
struct StateEventPair<State: Graphable, Event: Graphable> {
  /// The identifier of the state.
  let source: String
  /// The label of the event.
  let event: String
  /// A Boolean value that indicates whether the event is a timeout, of which the label says all.
  let isTimeout: Bool
  private var answers: [PairAnswer<State, Event>] = []

  init(source: String, event: String, isTimeout: Bool) {
    self.source = source
    self.event = event
    self.isTimeout = isTimeout
  }

  /// Records the answer of the rules for one state value and one event value.
  mutating func record(_ outcomes: [GuardedOutcome], for state: State, on event: Event) {
    answers.append(PairAnswer(state: state, event: event, outcomes: outcomes))
  }

  /// Returns the rules of the pair, each with the condition under which it applies.
  ///
  /// Where the values disagree, the condition begins with the payload that makes the difference, and
  /// a finding says so.
  func rules(_ findings: inout [GraphFinding]) -> [StateGraph.Rule] {
    let answers = answers.sharingMessages()
    let outcomes = answers.flatMap { $0.outcomes }.uniqued()
    guard answers.count > 1, answers.contains(where: { Set($0.outcomes) != Set(outcomes) }) else {
      return outcomes.compactMap { rule($0, nil) }
    }
    let payloads = answers.map { fields(of: $0.state, on: $0.event) }
    var isTold = true
    let rules = outcomes.map { outcome in
      let chosen = answers.indices.filter { answers[$0].outcomes.contains(outcome) }
      guard chosen.count < answers.count else { return rule(outcome, nil) }
      let others = Set(answers.indices).subtracting(chosen).sorted()
      let payload = PayloadCondition(
        of: chosen.map { payloads[$0] }, among: others.map { payloads[$0] })
      if payload == nil { isTold = false }
      return rule(outcome, payload)
    }
    findings.append(
      .payloadsDisagree(state: source, event: event, over: carriers, isTold: isTold))
    return rules.compactMap(\.self)
  }

  /// The words for what the values differ in; a timeout, for one, carries nothing.
  private var carriers: String {
    let owners = answers.flatMap { answer in
      PayloadField.owners(of: answer.state, isTimeout ? nil : answer.event)
        .filter { !$0.fields.isEmpty }.map(\.owner)
    }
    let words = [
      ["state"]: "what the state carries", ["event"]: "what the event carries",
      ["machine"]: "what the machine holds",
      ["machine", "state"]: "what the machine and its state hold",
      ["event", "machine"]: "what the machine holds and the event carries",
    ]
    return words[Set(owners).sorted()] ?? "what the two carry"
  }

  private func fields(of state: State, on event: Event) -> [PayloadField] {
    PayloadField.fields(of: state, on: isTimeout ? nil : event)
  }

  /// Returns the condition of a guard, in parentheses where it reads like one on a payload.
  private func condition(of guarded: GuardAnswer) -> String {
    let isPayload = answers.contains { answer in
      fields(of: answer.state, on: answer.event).contains { $0.isMeant(by: guarded.name) }
    }
    return isPayload ? guarded.conditionInParentheses : guarded.condition
  }

  /// Returns the rule of an outcome; `nil` where the event means nothing.
  private func rule(_ guarded: GuardedOutcome, _ payload: PayloadCondition?) -> StateGraph.Rule? {
    guarded.outcome.map { outcome in
      StateGraph.Rule(
        state: source, event: event, guard: condition(payload, guarded.guards),
        outcome: outcome)
    }
  }

  private func condition(_ payload: PayloadCondition?, _ guards: [GuardAnswer]) -> String? {
    // `and` binds more tightly than `or`.
    let isChoice = payload?.isChoice == true && !guards.isEmpty
    let text = payload.map { isChoice ? "(\($0.text))" : $0.text }
    let conditions = (text.map { [$0] } ?? []) + guards.map(condition(of:))
    return GuardExpression.text(of: conditions)
  }
}

/// The answer of the rules for one state value and one event value.
private struct PairAnswer<State, Event> {
  let state: State
  let event: Event
  var outcomes: [GuardedOutcome]
}

extension Array {
  /// The answers with one message for all traps under the same guards, as far as theirs agree.
  ///
  /// Messages often name what the state carries, which makes no difference to what happens.
  fileprivate func sharingMessages<State, Event>() -> [PairAnswer<State, Event>]
  where Element == PairAnswer<State, Event> {
    var messages: [[GuardAnswer]: [String?]] = [:]
    for answer in self {
      for outcome in answer.outcomes {
        guard case .traps(let message) = outcome.outcome else { continue }
        messages[outcome.guards, default: []].append(message)
      }
    }
    guard !messages.isEmpty else { return self }
    let shared = messages.mapValues(\.sharedMessage)
    return map { answer in
      var answer = answer
      answer.outcomes = answer.outcomes.map { outcome in
        guard let message = shared[outcome.guards], case .traps = outcome.outcome else {
          return outcome
        }
        return GuardedOutcome(guards: outcome.guards, outcome: .traps(message: message))
      }
      return answer
    }
  }
}

extension Array<String?> {
  /// The message itself where there is one, or the beginning that all messages share.
  var sharedMessage: String? {
    let messages = uniqued()
    guard messages.count > 1 else { return messages.first ?? nil }
    let texts = messages.map { $0 ?? "" }
    let shared = texts.dropFirst().reduce(texts[0]) { $0.commonPrefix(with: $1) }
    return shared.split(separator: " ").isEmpty ? nil : "\(shared)…"
  }
}

extension String {
  /// Returns the characters that two texts begin with.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

/// A condition on payloads, in words: `attempt = 3`, `attempt in 0…2`.
private struct PayloadCondition {
  /// The most values that a condition lists.
  private static let longestList = 3

  /// The most characters of a condition, beyond which it names only the fields that decide.
  private static let longest = 120

  /// The most fields of which every three are tried together.
  private static let mostInTriples = 12

  /// The values that it holds for, and those that it does not, both as the fields that tell them
  /// apart.
  private let chosen: [[PayloadField]]
  private let others: [[PayloadField]]

  /// Creates the condition that tells some values from others; `nil` where nothing they carry does.
  ///
  /// The fewest fields that tell them apart are used, and of those the first.
  init?(of chosen: [[PayloadField]], among others: [[PayloadField]]) {
    // Values of one node have the same fields, unless types nest or samples differ in kind. Only what
    // the cases of an enum carry may differ.
    let outer = (chosen + others).map(Self.outerNames)
    guard Set(outer).count == 1 else { return nil }
    let names = (chosen + others).flatMap { $0.map(\.name) }.uniqued()
    let complete = { (fields: [PayloadField]) in
      let values = Dictionary(
        fields.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
      return names.map { PayloadField(name: $0, value: values[$0] ?? .missing) }
    }
    let (chosen, others) = (chosen.map(complete).uniqued(), others.map(complete).uniqued())
    func pick(_ choice: [Int], _ values: [[PayloadField]]) -> [[PayloadField]] {
      values.map { fields in choice.map { fields[$0] } }.uniqued()
    }
    /// Returns whether some fields tell the values apart, as they are shown: values of different types
    /// may read alike.
    func tells(_ choice: [Int]) -> Bool {
      let inside = pick(choice, chosen)
      return !inside.joined().contains { $0.value == .missing }
        && Set(inside.map(Self.texts(of:)))
          .isDisjoint(with: pick(choice, others).map(Self.texts(of:)))
    }
    var choice = Self.choices(of: names.indices).first(where: tells)
    let known = names.indices.filter { index in chosen.allSatisfy { $0[index].value != .missing } }
    if choice == nil, tells(known) {
      choice = known.reversed().reduce(known) { fields, index in
        let fewer = fields.filter { $0 != index }
        return tells(fewer) ? fewer : fields
      }
    }
    guard let choice else { return nil }
    self.chosen = pick(choice, chosen)
    self.others = pick(choice, others)
  }

  /// Returns the names of the fields that are not inside another one, as `phase.count` is in `phase`.
  private static func outerNames(of fields: [PayloadField]) -> [String] {
    let names = fields.map(\.name)
    return names.filter { name in !names.contains { name.hasPrefix("\($0).") } }
  }

  /// Single fields, then pairs, then triples of few.
  private static func choices(of fields: Range<Int>) -> [[Int]] {
    let pairs = fields.flatMap { first in fields.filter { $0 > first }.map { [first, $0] } }
    guard fields.count <= mostInTriples else { return fields.map { [$0] } + pairs }
    let triples = pairs.flatMap { pair in fields.filter { $0 > pair[1] }.map { pair + [$0] } }
    return fields.map { [$0] } + pairs + triples
  }

  /// The condition as a diagram shows it.
  var text: String {
    let text = fullText
    guard text.count > Self.longest else { return text }
    let names = (chosen.first ?? []).map(\.name)
    let shown =
      names.count > Self.longestList
      ? names.prefix(Self.longestList) + ["\(names.count - Self.longestList) more"] : names[...]
    let digest = Fingerprint(of: Self.digestible(chosen)).short
    return "decided by \(shown.joined(separator: ", ")) (\(digest))"
  }

  private var fullText: String {
    guard let names = chosen.first?.map(\.name), names.count == 1 else {
      return factors.flatMap(GuardExpression.text) ?? alternatives?.joined(separator: " or ")
        ?? combinations
    }
    return Self.text(names[0], chosen.map { $0[0].value }, not: others.map { $0[0].value })
  }

  /// Conditions on one field each that must all hold; `nil` where values that are not chosen fulfill
  /// them, too, or where one combination of values says it all.
  private var factors: [String]? {
    chosen.count > 1 ? Self.product(of: chosen, among: others) : nil
  }

  /// Conditions on one field each of which one must hold; `nil` where that is not so simple.
  private var alternatives: [String]? {
    chosen.count > 1 && factors == nil
      ? Self.product(of: others, among: chosen, opposite: true) : nil
  }

  /// Returns for each field the condition that it has a value that some combinations have, or the
  /// opposite of that; `nil` where others fulfill all these conditions, too.
  private static func product(
    of combinations: [[PayloadField]], among others: [[PayloadField]], opposite: Bool = false
  ) -> [String]? {
    guard let fields = combinations.first, fields.count > 1 else {
      return nil
    }
    let columns = fields.indices.map { index in
      let inside = combinations.map { $0[index].value }.uniqued()
      let texts = Set(inside.map(\.description))
      let outside = others.map { $0[index].value }.uniqued().filter {
        !texts.contains($0.description)
      }
      return (name: fields[index].name, inside: inside, outside: outside)
    }
    let isExact = others.allSatisfy { fields in
      zip(columns, fields).contains { column, field in
        column.outside.contains { $0.description == field.value.description }
      }
    }
    guard isExact else { return nil }
    return columns.filter { !$0.outside.isEmpty }.map { column in
      opposite
        ? text(column.name, column.outside, not: column.inside)
        : text(column.name, column.inside, not: column.outside)
    }
  }

  /// Returns the condition that a field has one of some values, and none of others.
  private static func text(
    _ name: String, _ values: [PayloadField.Value], not others: [PayloadField.Value]
  ) -> String {
    var excluded = others
    if excluded == [.none] { return "\(name) ≠ nil" }
    // Of values that have no such field, nothing can be said but what the others are.
    if excluded.contains(.missing) { excluded = [] }
    if values.count == 1 { return PayloadField(name: name, value: values[0]).condition }
    if let range = range(values) { return "\(name) in \(range)" }
    if excluded.count == 1 { return "\(name) ≠ \(excluded[0])" }
    if let range = range(excluded) { return "\(name) not in \(range)" }
    if values.count <= longestList || excluded.isEmpty {
      return "\(name) in \(list(values))"
    }
    if excluded.count <= longestList { return "\(name) not in \(list(excluded))" }
    return "\(name) in \(list(values))"
  }

  /// A Boolean value that indicates whether the text offers alternatives.
  var isChoice: Bool { chosen.count > 1 && chosen[0].count > 1 && factors == nil }

  private var combinations: String {
    let shown = chosen.prefix(Self.longestList).map { fields in
      fields.map(\.condition).joined(separator: " and ")
    }
    guard shown.count > 1 else { return shown.joined() }
    return (shown.map { "(\($0))" } + Self.rest(of: chosen)).joined(separator: " or ")
  }

  private static func list(_ values: [PayloadField.Value]) -> String {
    let fields = values.map { [PayloadField(name: "", value: $0)] }
    let shown = values.prefix(longestList).map(\.description)
    return "{" + (shown + rest(of: fields)).joined(separator: ", ") + "}"
  }

  /// Returns what stands for the values that a list leaves out: their number and a digest of the
  /// whole list, so that graphs that differ in no more than that are still different ones.
  private static func rest(of values: [[PayloadField]]) -> [String] {
    guard values.count > longestList else { return [] }
    let digest = Fingerprint(of: digestible(values)).short
    return ["\(values.count - longestList) more (\(digest))"]
  }

  /// Returns a text of all values in any order, by which they are known from others.
  private static func digestible(_ values: [[PayloadField]]) -> String {
    // With its length before it, no text can be taken for two.
    let lines = values.map { texts(of: $0).map { "\($0.utf8.count):\($0)" }.joined() }
    return lines.sorted().joined(separator: "\n")
  }

  private static func texts(of fields: [PayloadField]) -> [String] {
    fields.map(\.value.description)
  }

  /// Returns integers without a gap as a range.
  private static func range(_ values: [PayloadField.Value]) -> String? {
    let integers = values.compactMap { value in
      if case .integer(let integer) = value { return integer } else { return nil }
    }
    guard integers.count == values.count, integers.count > 1, let low = integers.min(),
      let high = integers.max(), high.subtractingReportingOverflow(low) == (values.count - 1, false)
    else { return nil }
    return "\(low)…\(high)"
  }
}

extension PayloadField {
  /// Returns what a state and an event carry, with the owner before each name that several have.
  static func fields<State: Graphable, Event: Graphable>(
    of state: State, on event: Event?
  ) -> [PayloadField] {
    let owners = owners(of: state, event)
    let counts = Dictionary(
      owners.flatMap { Set($0.fields.map(\.name)).map { ($0, 1) } }, uniquingKeysWith: +)
    return owners.flatMap { owner, fields in
      fields.map { field in
        guard counts[field.name, default: 0] > 1 else { return field }
        return PayloadField(name: "\(owner) \(field.name)", value: field.value)
      }
    }
  }

  /// Returns the fields of a state and an event, each with those that have it.
  static func owners<State: Graphable, Event: Graphable>(
    of state: State, _ event: Event?
  ) -> [(owner: String, fields: [PayloadField])] {
    let all = fields(of: state)
    return [
      (owner: "state", fields: all.filter { !$0.isOfMachine }),
      ("machine", all.filter(\.isOfMachine)), ("event", event.map { fields(of: $0) } ?? []),
    ]
  }

  /// Returns whether the name of a guard reads like a condition on the field.
  func isMeant(by guarded: String) -> Bool {
    guarded == name || guarded.hasPrefix("\(name) ")
  }

  /// The condition that the field has its value.
  fileprivate var condition: String {
    switch value {
    case .bool(let isTrue): isTrue ? name : "not \(name)"
    case .some: "\(name) ≠ nil"
    default: "\(name) = \(value)"
    }
  }
}
