import Schematic

/// The answers of the rules to one trigger in one state, for all explored values of the state and
/// the event.
struct TransitionCell {
  /// The identifier of the state.
  let source: String
  /// The trigger: an event, a timeout, or a completion.
  let trigger: StateGraph.Trigger
  /// The path of the composite state that has the timeout; `nil` for any other trigger.
  let composite: [String]?
  var answers: [CellAnswer] = []

  init(source: String, trigger: StateGraph.Trigger, composite: [String]? = nil) {
    (self.source, self.trigger, self.composite) = (source, trigger, composite)
  }

  /// A Boolean value that indicates whether the trigger is a timeout that only arrows show, because
  /// it belongs to an innermost state.
  var isShownByArrows: Bool { trigger.isTimeout && composite == nil }

  var outcomes: some Sequence<CellOutcome> { answers.lazy.flatMap(\.outcomes) }

  /// The outcomes by which a machine accepts the trigger: it does something, or moves.
  var accepted: [CellOutcome] { outcomes.filter { $0.effect?.isRefusal == false } }

  /// A Boolean value that indicates whether the trigger is a completion that leads every value out
  /// of the state.
  var alwaysLeaves: Bool {
    trigger == .completion
      && outcomes.allSatisfy { outcome in
        if case .external? = outcome.effect { outcome.target != source } else { false }
      }
  }

  /// Adds an answer without outcomes for each course on which the timeout doesn't run.
  ///
  /// Without these, the timeout would seem to run in each value, and its arrow would have no condition.
  mutating func completeTimeout(_ courses: [TimeoutCourse]) {
    guard isShownByArrows, let event = answers.first?.event else { return }
    let known = Set(answers.map(\.course))
    let missing = courses.filter { !known.contains($0) }
    guard !missing.isEmpty else { return }
    answers += missing.map { CellAnswer(event: event, course: $0, outcomes: []) }
    answers.sort { $0.course < $1.course }
  }

  /// The internal transitions between explored values, given by the values' positions.
  var internalChanges: [(from: Int, to: Int)] {
    outcomes.filter { $0.effect?.isInternal == true && $0.target == source }
      .flatMap(\.evidence)
      .compactMap { evidence in evidence.target.map { (evidence.source, $0) } }
  }

  /// A Boolean value that indicates whether the rules never ignore the trigger, for any value and
  /// any guard answers.
  var isAlwaysAnswered: Bool {
    answers.allSatisfy { answer in
      !answer.outcomes.isEmpty && answer.outcomes.allSatisfy { $0.effect != nil }
    }
  }

  /// Replaces the outcomes of an ignored event by internal transitions.
  mutating func acceptIgnoredEvents() {
    answers.changeOutcomes { if $0.effect == nil { $0.effect = .internal() } }
  }

  /// The word `ignored` or `rejected` if the event has only such outcomes; otherwise `nil`.
  ///
  /// This is `ignored` if both occur.
  var refusal: String? {
    let effects = outcomes.map(\.effect)
    guard !effects.isEmpty, effects.allSatisfy({ $0?.isRejection ?? true }) else { return nil }
    return effects.contains(nil) ? "ignored" : "rejected"
  }

  var eventLabel: String { answers.first?.event?.eventLabel ?? "" }
}

// MARK: - Rules

extension TransitionCell {
  /// Returns the rules of the cell, each with its steps from value to value.
  ///
  /// If the values disagree about an outcome, its rules show the regions' states or the payload that
  /// makes the difference. If neither does, the conditions have a fingerprint, or a number in a
  /// hand-written machine, and a finding says so. `placed` is `nil` unless the state consists of
  /// regions.
  func rules(
    _ payloads: inout NodePayloads, _ findings: inout [GraphFinding],
    isHandWritten: Bool, in placed: PlacedCombinations?
  ) -> [(rule: StateGraph.Rule, steps: [ExploredValues.Step])] {
    var answers = answers(readingStepsFrom: &payloads).decided.sharingMessages.map(showingTimeout)
    // In a hand-written machine, nothing tells an event that changes nothing from one that is ignored.
    if isHandWritten { shareChanges(in: &answers, &payloads) }
    let all = answers.flatMap(\.outcomes).merged
    let outcomes = all.filter { $0.effect != nil }
    func rule(
      _ outcome: CellOutcome, from source: String? = nil, if told: Decision.Told = .init()
    ) -> (rule: StateGraph.Rule, steps: [ExploredValues.Step]) {
      var rule = StateGraph.Rule(
        source: source ?? self.source, target: outcome.target, trigger: trigger,
        conditions: told.conditions + outcome.guards.conditions,
        effect: outcome.effect ?? .ignored, entry: outcome.entry)
      let change = change(by: outcome, &payloads)
      rule.change = change?.text
      // Digests of buffers and objects would change with every line that nobody sees in a diagram.
      if !isHandWritten {
        let digests = [told.digest, change?.digest].compactMap(\.self)
        rule.untold = digests.isEmpty ? nil : digests.joined(separator: "+")
      }
      rule.lines = outcome.lines
      return (rule, outcome.evidence.map { .init(source: $0.source, target: $0.target) })
    }
    // If all values agree, nothing decides.
    guard answers.count > 1, answers.contains(where: { Set($0.outcomes) != Set(all) }) else {
      return outcomes.map { rule($0) }
    }
    let carried = carried(by: answers, &payloads)
    // An arrow of a timeout doesn't name its event, so no condition can name what the event carries.
    let openEnds = payloads.openEnds(of: source, on: trigger.isEvent ? answers.first?.event : nil)
    let combinations = placed.map { placed in answers.map { placed.states($0.course.current) } }
    return outcomes.flatMap { outcome in
      let chosen = answers.indices.filter { answers[$0].outcomes.contains(outcome) }
      // An outcome that each value has needs no condition.
      guard chosen.count < answers.count else { return [rule(outcome)] }
      let others = Set(answers.indices).subtracting(chosen).sorted()
      // The states of regions are seen in the picture, so they come before payloads.
      if let combinations, let placed,
        let boxes = Boxes(
          of: chosen.map { combinations[$0] }, among: others.map { combinations[$0] },
          columns: placed.regions)
      {
        let isLeaving = outcome.effect.map { !$0.isRefusal && !$0.isInternal } ?? false
        return boxes.origins(leaving: isLeaving).map {
          rule(outcome, from: $0.source, if: .init(conditions: $0.conditions))
        }
      }
      let told = Decision.told(
        chosen.map { carried[$0] }, at: chosen, among: others.map { carried[$0] }, openEnds)
      // What has no words is worth a finding, which names the fields that decide, if any do.
      if let untold = told.untold {
        let finding = GraphFinding.payloadsDisagree(
          state: source, event: "\(trigger)", untold, isOfMachine: isHandWritten)
        if !findings.contains(finding) { findings.append(finding) }
      }
      return [rule(outcome, if: told)]
    }
  }

  /// Returns the answers with the payloads before and after, as far as diagrams show them.
  private func answers(readingStepsFrom payloads: inout NodePayloads) -> [CellAnswer] {
    answers.map { answer in
      var answer = answer
      lazy var event =
        (trigger.isEvent ? answer.event : nil).map { PayloadStep.End(of: $0) } ?? .none
      for (index, outcome) in answer.outcomes.enumerated() where outcome.effect != nil {
        let evidence = outcome.evidence[0]
        guard let value = evidence.value,
          !payloads.distinguishingFields(of: outcome.target).isEmpty || !evidence.effects.isEmpty
        else { continue }
        let target = evidence.target.map { payloads.end(at: $0) } ?? PayloadStep.End(of: value)
        answer.outcomes[index].evidence[0].step = PayloadStep(
          source: payloads.end(at: evidence.source), event: event,
          target: PayloadStep.End(
            caseName: target.caseName, fields: target.fields + evidence.effects))
      }
      return answer
    }
  }

  /// Returns an answer in which an ignored timeout of an innermost state has one outcome,
  /// `ignored`.
  ///
  /// Without this outcome, the graph wouldn't show the timeout.
  private func showingTimeout(_ answer: CellAnswer) -> CellAnswer {
    guard isShownByArrows, !answer.outcomes.isEmpty,
      answer.outcomes.allSatisfy({ $0.effect == nil })
    else { return answer }
    var answer = answer
    let evidence = answer.outcomes.flatMap(\.evidence)
    answer.outcomes = [CellOutcome(effect: .ignored, target: source, evidence: evidence)]
    return answer
  }

  /// Treats an ignored event like one that sets the payload to its present value, if the same
  /// description of the change fits both.
  ///
  /// No condition then distinguishes the two.
  private func shareChanges(in answers: inout [CellAnswer], _ payloads: inout NodePayloads) {
    let idle = answers.indices.filter { answers[$0].outcomes.map(\.effect) == [nil] }
    guard !idle.isEmpty else { return }
    var unchanged = CellOutcome(effect: .internal(), target: source, evidence: [])
    unchanged.evidence = answers.flatMap(\.outcomes).filter { $0 == unchanged }.flatMap(\.evidence)
    // The words `n changes` would fit any two changes, so that both have them says nothing.
    guard let change = change(by: unchanged, &payloads), change.digest == nil else {
      return
    }
    var shared = answers
    for index in idle {
      let end = payloads.end(at: answers[index].course.current)
      let event = answers[index].event.map { PayloadStep.End(of: $0) } ?? .none
      var outcome = CellOutcome(effect: .internal(), target: source, evidence: [])
      outcome.evidence = answers[index].outcomes[0].evidence.map { evidence in
        var evidence = evidence
        evidence.step = PayloadStep(source: end, event: event, target: end)
        return evidence
      }
      shared[index].outcomes = [outcome]
      unchanged.evidence += outcome.evidence
    }
    guard let both = self.change(by: unchanged, &payloads), both.digest == nil else {
      return
    }
    // Of a list of values before and after, the idle ones would be a part that says nothing.
    if both.text == change.text || !both.text.contains(" → ") { answers = shared }
  }

  /// Returns a description of how an outcome changes the payload, or `nil` if there is no change to
  /// describe.
  private func change(
    by outcome: CellOutcome, _ payloads: inout NodePayloads
  ) -> PayloadChange? {
    guard outcome.effect?.isRefusal == false else { return nil }
    let fields = payloads.distinguishingFields(of: outcome.target)
    guard !fields.isEmpty || outcome.evidence.contains(where: { !$0.effects.isEmpty }) else {
      return nil
    }
    return PayloadChange(of: outcome.evidence.compactMap(\.step), distinguishing: fields)
  }

  /// Returns the fields of the state and event of each answer, and the names of the cases if these
  /// differ.
  private func carried(
    by answers: [CellAnswer], _ payloads: inout NodePayloads
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
      trigger.isEvent
      ? cases("event", answers.map { $0.event.flatMap { PayloadField.caseName(of: $0) } })
      : answers.map { _ in [] }
    // The value with which a timeout began matters only if the value can have changed since.
    let hasChanges = answers.contains { $0.course.entered != $0.course.current }
    return answers.indices.map { index in
      let answer = answers[index]
      let event = trigger.isEvent ? answer.event : nil
      func fields(at position: Int) -> [PayloadField] {
        PayloadField.fields(payloads.end(at: position).fields, on: event)
      }
      let began = hasChanges ? fields(at: answer.course.entered) : []
      return states[index] + events[index] + fields(at: answer.course.current)
        + began.map { $0.named("\($0.name) on entry") }
    }
  }
}

/// The regions' states in each value of a state that consists of regions.
struct PlacedCombinations {
  /// The identifiers of the regions, at any depth.
  let regions: [String]
  /// Returns the states of the regions in the value at a position.
  let states: (_ position: Int) -> RegionCombination
}
