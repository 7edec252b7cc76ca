import Schematic

/// An event in a state, with the answers of the rules for all values that represent them.
struct TransitionCell {
  /// The identifier of the state.
  let source: String
  /// The event, or the timeout.
  let trigger: StateGraph.Trigger
  /// A Boolean value that indicates whether only arrows show the timeout, because no composite state
  /// lists it.
  let isShownByArrows: Bool
  fileprivate var answers: [PairAnswer] = []

  init(source: String, trigger: StateGraph.Trigger, isShownByArrows: Bool) {
    self.source = source
    self.trigger = trigger
    self.isShownByArrows = isShownByArrows
  }

  /// A Boolean value that indicates whether the trigger carries something.
  private var isEvent: Bool { trigger.isEvent }

  /// A Boolean value that indicates whether the trigger is a completion that leads every value out of
  /// the state.
  var alwaysLeaves: Bool {
    trigger == .completion
      && answers.allSatisfy { answer in
        answer.evaluated.allSatisfy { evaluated in
          guard let outcome = evaluated.outcome, case .external = outcome.effect else {
            return false
          }
          return outcome.target != source
        }
      }
  }

  /// Records the answers of the rules for one state value and one event value, one for each combination
  /// of guards.
  ///
  /// - Parameters:
  ///   - evaluated: The answers.
  ///   - event: The event; `nil` for a completion.
  ///   - course: The numbers of the value with which a timeout began and of the value when it is over.
  mutating func record(
    _ evaluated: [EvaluatedOutcome], on event: (any Graphable)?, course: TimeoutCourse
  ) {
    answers.append(PairAnswer(event: event, evaluated: evaluated, course: course))
  }

  /// Records that a timeout doesn't run on courses for which no answer was recorded.
  mutating func completeTimeout(_ courses: [TimeoutCourse]) {
    guard isShownByArrows, let event = answers.first?.event else { return }
    let known = Set(answers.map(\.course))
    let missing = courses.filter { !known.contains($0) }
    guard !missing.isEmpty else { return }
    answers += missing.map { PairAnswer(event: event, evaluated: [], course: $0) }
    answers.sort { $0.course < $1.course }
  }

  /// The positions of the explored values that answers lead to without leaving the state, each with
  /// that of the value that it comes from.
  var internalChanges: [(from: Int, to: Int)] {
    answers.flatMap { answer in
      answer.evaluated.compactMap { evaluated in
        guard let outcome = evaluated.outcome, outcome.effect.isInternal,
          outcome.target == source, let target = evaluated.position
        else { return nil }
        return (answer.course.current, target)
      }
    }
  }

  /// A Boolean value that indicates whether no value ignores the trigger, whatever guards answer.
  var isAlwaysAnswered: Bool {
    answers.allSatisfy { answer in
      !answer.evaluated.isEmpty && answer.evaluated.allSatisfy { $0.outcome != nil }
    }
  }

  /// The words for what becomes of the event if nothing ever does, or `nil` if something does.
  var refusal: String? {
    let outcomes = answers.flatMap(\.evaluated).map { $0.outcome?.effect }
    guard !outcomes.isEmpty, outcomes.allSatisfy({ $0?.isRejection ?? true }) else { return nil }
    return outcomes.contains(nil) ? "ignored" : "rejected"
  }

  /// The label of the event.
  var eventLabel: String { answers.first?.event?.eventLabel ?? "" }

  /// Returns the rules of the pair, each with the condition under which it applies.
  ///
  /// If the values disagree, the condition begins with the payload that makes the difference. If
  /// none does, it is a fingerprint, and a finding says so.
  ///
  /// - Parameters:
  ///   - payloads: The values of all states.
  ///   - findings: The findings, to be added to.
  ///   - treatsIgnoredAsUnchanged: `true` if an ignored event is one that has changed nothing.
  ///   - placed: The combinations of the state if it consists of regions; `nil` otherwise.
  /// - Returns: The rules.
  func rules(
    _ payloads: inout NodePayloads, _ findings: inout [GraphFinding],
    treatsIgnoredAsUnchanged: Bool, in placed: PlacedCombinations?
  ) -> [RecordedRule] {
    let steps = steps(&payloads)
    var answers = answers.decided(telling: steps).sharingMessages().map(showingTimeout)
    if treatsIgnoredAsUnchanged { shareChanges(in: &answers, steps, &payloads) }
    let outcomes = answers.flatMap { $0.outcomes }.uniqued()
    func rule(_ outcome: GuardedOutcome, _ payload: PayloadCondition?) -> RecordedRule? {
      guard var rule = self.rule(outcome, payload) else { return nil }
      rule.change = change(by: outcome, steps, among: answers, &payloads)
      rule.lines = lines(of: outcome, among: answers)
      return (rule, taken(with: outcome, among: answers))
    }
    guard answers.count > 1, answers.contains(where: { Set($0.outcomes) != Set(outcomes) }) else {
      return outcomes.compactMap { rule($0, nil) }
    }
    let carried = carried(by: answers, &payloads)
    let openEnds = payloads.openEnds(of: source, on: isEvent ? answers.first?.event : nil)
    var isTold = true
    let combinations = placed.map { placed in answers.map { placed.states($0.course.current) } }
    let rules = outcomes.flatMap { outcome -> [RecordedRule?] in
      let chosen = answers.indices.filter { answers[$0].outcomes.contains(outcome) }
      guard chosen.count < answers.count else { return [rule(outcome, nil)] }
      let others = Set(answers.indices).subtracting(chosen).sorted()
      if let combinations, let placed,
        let conditions = RegionConditions(
          of: chosen.map { combinations[$0] }, among: others.map { combinations[$0] },
          regions: placed.regions)
      {
        let isLeaving =
          outcome.outcome.map { !$0.effect.isRefusal && !$0.effect.isInternal } ?? false
        return conditions.origins(leaving: isLeaving).map { origin in
          guard var moved = rule(outcome, nil) else { return nil }
          moved.rule.source = origin.source ?? source
          moved.rule.conditions = origin.conditions + moved.rule.conditions
          return moved
        }
      }
      let payload = PayloadCondition(
        of: chosen.map { carried[$0] }, among: others.map { carried[$0] }, openEnds)
      guard payload == nil else { return [rule(outcome, payload)] }
      isTold = false
      guard var untold = rule(outcome, nil) else { return [] }
      let fingerprint = PayloadCondition.fingerprint(
        of: chosen.map { carried[$0] }, among: others.map { carried[$0] }, at: chosen)
      untold.rule.conditions.insert(.payload(fingerprint), at: 0)
      return [untold]
    }
    if !isTold { findings.append(.payloadsDisagree(state: source, event: "\(trigger)")) }
    return rules.compactMap(\.self)
  }

  /// Takes an event that changes nothing for one that sets what the state carries, if it carries just
  /// that: a condition that says so is no rule of the machine.
  private func shareChanges(
    in answers: inout [PairAnswer], _ steps: [[PayloadStep?]],
    _ payloads: inout NodePayloads
  ) {
    let outcome = GuardedOutcome(
      guards: [], outcome: RuleOutcome(effect: .internal(), target: source))
    let idle = answers.indices.filter { answers[$0].outcomes.map(\.outcome) == [nil] }
    guard !idle.isEmpty, let change = change(by: outcome, steps, among: answers, &payloads) else {
      return
    }
    var (shared, all) = (answers, steps)
    for index in idle {
      let end = payloads.end(at: answers[index].course.current)
      let event = answers[index].event.map { PayloadStep.End(of: $0) } ?? .none
      shared[index].evaluated = [
        EvaluatedOutcome(guards: [], outcome: outcome.outcome, target: nil, position: nil)
      ]
      shared[index].outcomes = [outcome]
      all[index] = [PayloadStep(source: end, event: event, target: end)]
    }
    guard self.change(by: outcome, all, among: shared, &payloads) == change else { return }
    for index in idle { answers[index].outcomes = [outcome] }
  }

  /// Returns an answer which says that a timeout runs and is ignored, if nothing else does.
  private func showingTimeout(_ answer: PairAnswer) -> PairAnswer {
    guard isShownByArrows, !answer.evaluated.isEmpty,
      answer.outcomes.allSatisfy({ $0.outcome == nil })
    else { return answer }
    var answer = answer
    let outcome = RuleOutcome(effect: .ignored, target: source)
    answer.outcomes = [GuardedOutcome(guards: [], outcome: outcome)]
    return answer
  }

  /// Returns what each answer carries before and after, as far as it is worth showing.
  private func steps(_ payloads: inout NodePayloads) -> [[PayloadStep?]] {
    answers.map { answer in
      lazy var event =
        (isEvent ? answer.event : nil).map { PayloadStep.End(of: $0) } ?? PayloadStep.End.none
      return answer.evaluated.map { evaluated in
        guard let node = evaluated.outcome?.target, let target = evaluated.target,
          !payloads.tellingFields(of: node).isEmpty
        else { return nil }
        return PayloadStep(
          source: payloads.end(at: answer.course.current), event: event,
          target: evaluated.position.map { payloads.end(at: $0) } ?? PayloadStep.End(of: target))
      }
    }
  }

  /// Returns what an outcome makes of the values that the state carries; `nil` for nothing.
  private func change(
    by outcome: GuardedOutcome, _ steps: [[PayloadStep?]],
    among answers: [PairAnswer], _ payloads: inout NodePayloads
  ) -> String? {
    guard let node = outcome.outcome?.target, outcome.outcome?.effect.isRefusal == false else {
      return nil
    }
    let telling = payloads.tellingFields(of: node)
    guard !telling.isEmpty else { return nil }
    let taken = zip(answers, steps).filter { $0.0.outcomes.contains(outcome) }
      .flatMap { answer, steps in
        zip(answer.evaluated, steps).filter { $0.0.isCovered(by: outcome) }.compactMap(\.1)
      }
    return PayloadChange(of: taken, telling: telling)?.text
  }

  /// Returns the values that an outcome leads from and to.
  private func taken(
    with outcome: GuardedOutcome, among answers: [PairAnswer]
  ) -> [ExploredValues.Step] {
    answers.filter { $0.outcomes.contains(outcome) }.flatMap { answer -> [ExploredValues.Step] in
      let source = answer.course.current
      let covered = answer.evaluated.filter { $0.isCovered(by: outcome) }
      guard !covered.isEmpty else { return [ExploredValues.Step(source: source, target: source)] }
      return covered.map { ExploredValues.Step(source: source, target: $0.position) }
    }
  }

  /// Returns the lines that create the answers with an outcome, and those of a timeout that nobody
  /// takes.
  private func lines(
    of outcome: GuardedOutcome, among answers: [PairAnswer]
  ) -> SourceLines {
    var lines = SourceLines()
    for answer in answers where answer.outcomes.contains(outcome) {
      let covered = answer.evaluated.filter { $0.isCovered(by: outcome) }
      // No answer is behind the outcome of a timeout that is shown although it is ignored.
      for evaluated in covered.isEmpty ? answer.evaluated : covered {
        lines.merge(evaluated.lines)
      }
    }
    return lines
  }

  /// Returns what the values carry, with their cases if these differ.
  private func carried(
    by answers: [PairAnswer], _ payloads: inout NodePayloads
  ) -> [[PayloadField]] {
    func cases(_ owner: String, _ names: [String?]) -> [[PayloadField]] {
      Set(names).count < 2
        ? names.map { _ in [] }
        : names.map { name in
          [PayloadField(name: owner, value: .other(name ?? "no case"))]
        }
    }
    let states = cases("state", answers.map { payloads.end(at: $0.course.current).caseName })
    let events =
      isEvent
      ? cases("event", answers.map { $0.event.flatMap { PayloadField.caseName(of: $0) } })
      : answers.map { _ in [] }
    // What a timeout began with matters only if it may have changed since.
    let hasChanges = answers.contains { $0.course.entered != $0.course.current }
    return answers.indices.map { index in
      let answer = answers[index]
      let event = isEvent ? answer.event : nil
      func fields(at position: Int) -> [PayloadField] {
        PayloadField.fields(payloads.end(at: position).fields, on: event)
      }
      let began = hasChanges ? fields(at: answer.course.entered) : []
      return states[index] + events[index] + fields(at: answer.course.current)
        + began.map { PayloadField(name: "\($0.name) on entry", value: $0.value) }
    }
  }

  /// Returns the rule of an outcome, or `nil` if the event means nothing.
  private func rule(_ guarded: GuardedOutcome, _ payload: PayloadCondition?) -> StateGraph.Rule? {
    guarded.outcome.map { outcome in
      StateGraph.Rule(
        source: source, target: outcome.target, trigger: trigger,
        conditions: (payload?.conditions ?? []) + guarded.guards.map(\.condition),
        effect: outcome.effect, entry: outcome.entry)
    }
  }
}

/// The states of regions in the values of a state that consists of them.
struct PlacedCombinations {
  /// The regions, at any depth.
  let regions: [String]
  /// Returns the states of the regions in the value at a position.
  let states: (_ position: Int) -> RegionConditions.Combination
}

/// An outcome of an event for one value, under one combination of guard answers.
struct EvaluatedOutcome {
  let guards: [GuardAnswer]
  /// The outcome, or `nil` if the event means nothing.
  var outcome: RuleOutcome?
  /// The value after the event, or `nil` if nothing moves.
  var target: (any Graphable)?
  /// The position of that value, or of the value before if nothing moves; `nil` for a value that wasn't
  /// explored.
  let position: Int?
  /// The lines of code that create the answer.
  var lines = SourceLines()

  /// Returns whether this is a case of an outcome from which guards are left out.
  func isCovered(by other: GuardedOutcome) -> Bool {
    outcome == other.outcome && other.guards.allSatisfy(guards.contains)
  }
}

/// A rule, and the values that it leads from and to.
typealias RecordedRule = (rule: StateGraph.Rule, taken: [ExploredValues.Step])

/// The numbers of two values of a state: the one with which a timeout began, and the one that the
/// state carries when the timeout is over.
struct TimeoutCourse: Hashable, Comparable {
  let entered: Int
  let current: Int

  static func < (one: TimeoutCourse, other: TimeoutCourse) -> Bool {
    (one.entered, one.current) < (other.entered, other.current)
  }
}

/// The answer of the rules for one state value and one event value.
private struct PairAnswer {
  let event: (any Graphable)?
  /// The answers; none if the value has no such timeout.
  var evaluated: [EvaluatedOutcome]
  let course: TimeoutCourse
  /// The outcomes, without the guards that make no difference.
  var outcomes: [GuardedOutcome] = []
}

extension Array<PairAnswer> {
  /// The answers with their outcomes, without the guards that make no difference.
  ///
  /// A guard that decides only what the target state carries counts as making a difference. This
  /// must be the same for all values; otherwise only some of the rules would have the guard.
  fileprivate func decided(telling steps: [[PayloadStep?]]) -> [PairAnswer] {
    func decided(_ variants: [[GuardAnswer]: Int]) -> [PairAnswer] {
      map { answer in
        var answer = answer
        answer.outcomes = DecisionTree.leaves(
          of: answer.evaluated.map {
            GuardedOutcome(
              guards: $0.guards, outcome: $0.outcome,
              variant: variants[$0.guards, default: 0])
          }
        ).map { GuardedOutcome(guards: $0.guards, outcome: $0.outcome) }
        return answer
      }
    }
    let plain = decided([:])
    let isAmbiguous = zip(plain, steps).contains { answer, steps in
      answer.outcomes.count < answer.evaluated.count
        && answer.outcomes.contains { outcome in
          let ends = zip(answer.evaluated, steps).filter { $0.0.isCovered(by: outcome) }
          return Set(ends.map { $0.1?.target.fields }).count > 1
        }
    }
    guard isAmbiguous else { return plain }
    var ends: [[GuardAnswer]: [Int: [PayloadField]]] = [:]
    for (number, (answer, steps)) in zip(self, steps).enumerated() {
      for (evaluated, step) in zip(answer.evaluated, steps) {
        ends[evaluated.guards, default: [:]][number] = step?.target.fields ?? []
      }
    }
    var numbers: [[Int: [PayloadField]]: Int] = [:]
    var variants: [[GuardAnswer]: Int] = [:]
    for (guards, ends) in ends {
      let number = numbers[ends] ?? numbers.count
      numbers[ends] = number
      variants[guards] = number
    }
    return decided(variants)
  }
}

extension Array<PairAnswer> {
  /// The answers with one message for all traps under the same guards, if these share a beginning.
  ///
  /// Messages often contain the state's payload, which makes no difference to what happens.
  fileprivate func sharingMessages() -> [PairAnswer] {
    var messages: [[GuardAnswer]: [String?]] = [:]
    for answer in self {
      for outcome in answer.outcomes {
        guard case .traps(let message)? = outcome.outcome?.effect else { continue }
        messages[outcome.guards, default: []].append(message)
      }
    }
    guard !messages.isEmpty else { return self }
    let shared = messages.mapValues(\.sharedMessage)
    return map { answer in
      var answer = answer
      answer.outcomes = answer.outcomes.map { outcome in
        guard let message = shared[outcome.guards], let trap = outcome.outcome,
          trap.effect.isTrap
        else { return outcome }
        return GuardedOutcome(
          guards: outcome.guards,
          outcome: RuleOutcome(effect: .traps(message: message), target: trap.target))
      }
      return answer
    }
  }
}

extension Array<String?> {
  /// The only message, or else the beginning that all messages share.
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

extension [TransitionCell] {
  /// Lets the regions of a state go on where they were left, if a state outside remembers just that.
  ///
  /// It does if every arrow into it comes from the state of regions, and if whatever combination it is
  /// entered from, the arrow back leads to that combination.
  ///
  /// - Parameters:
  ///   - places: The states that consist of regions.
  ///   - initial: The identifier of the state in which the machine starts.
  ///   - value: Returns the value at a position.
  /// - Returns: The states that remember.
  mutating func rememberRegions<State>(
    _ places: RegionPlaces<State>, initial: String?, _ value: (_ position: Int) -> State
  ) -> Set<String> {
    var keepers: Set<String> = []
    for index in indices where self[index].source != initial {
      for place in places.places where place.identifier != self[index].source {
        let keeper = self[index].source
        let placed = PlacedValues(place: place)
        guard let back = self[index].combinations(enteredIn: placed), back.count > 1,
          allSatisfy({ $0.remembers(placed, in: keeper, leadingBackTo: back, value) })
        else { continue }
        self[index].setEntry(.history, into: place.identifier)
        keepers.insert(keeper)
      }
    }
    return keepers
  }
}

extension TransitionCell {
  /// Returns the combination of regions that each value leads to, by its position; `nil` if some value
  /// leads to none.
  fileprivate func combinations<State>(
    enteredIn placed: PlacedValues<State>
  ) -> [Int: RegionConditions.Combination]? {
    var combinations: [Int: RegionConditions.Combination] = [:]
    for answer in answers {
      let targets = answer.evaluated.filter { $0.outcome?.target == placed.place.identifier }
        .compactMap { ($0.target as? State).map(placed.states) }
      guard let first = targets.first, targets.allSatisfy({ $0 == first }) else { return nil }
      combinations[answer.course.current] = first
    }
    return combinations
  }

  /// Returns whether all arrows of this pair into a state come from the regions, and remember where they
  /// were.
  fileprivate func remembers<State>(
    _ placed: PlacedValues<State>, in keeper: String,
    leadingBackTo back: [Int: RegionConditions.Combination], _ value: (_ position: Int) -> State
  ) -> Bool {
    guard source != keeper else { return true }
    return answers.allSatisfy { answer in
      answer.evaluated.filter { $0.outcome?.target == keeper && $0.target != nil }.allSatisfy {
        source == placed.place.identifier && $0.outcome?.effect.isInternal == false
          && $0.position.flatMap { back[$0] } == placed.states(in: value(answer.course.current))
      }
    }
  }

  fileprivate mutating func setEntry(_ entry: StateGraph.Entry, into state: String) {
    for index in answers.indices {
      for outcome in answers[index].evaluated.indices
      where answers[index].evaluated[outcome].outcome?.target == state {
        answers[index].evaluated[outcome].outcome?.entry = entry
      }
    }
  }
}
