import Schematic
import SchematicGraph

/// A mistake that somebody may make in the rules of a machine.
package enum Mutation: Hashable, Sendable {
  /// A transition leads to another state.
  case retargeted(StateGraph.Rule, to: String)
  /// A transition leads to a declared value of its target state, given by its position and its text.
  case carrying(StateGraph.Rule, sample: Int, String)
  /// A transition performs no action.
  case silenced(StateGraph.Rule)
  /// An event that a rule takes or rejects is ignored.
  case lost(StateGraph.Rule)
  /// If the event of a rule arrives in the rule's source, a guard gives the opposite answer.
  case inverted(guard: String, StateGraph.Rule)
  /// A state lacks one entry, exit, task or timeout.
  case withoutBehavior(StateGraph.StateBehavior, of: String)

  /// The rule with the mistake; `nil` if a state lacks a behavior.
  package var rule: StateGraph.Rule? {
    switch self {
    case .retargeted(let rule, _), .carrying(let rule, _, _), .silenced(let rule), .lost(let rule),
      .inverted(_, let rule):
      rule
    case .withoutBehavior: nil
    }
  }

  /// The mistake without its target or value: mistakes that differ only in these have the same place.
  var place: Self {
    switch self {
    case .retargeted(let rule, _): .retargeted(rule, to: "")
    case .carrying(let rule, _, _): .carrying(rule, sample: 0, "")
    case .silenced, .lost, .inverted, .withoutBehavior: self
    }
  }

  /// The lines of code that make the rule, guard or behavior.
  var sourceLines: [SourceLine] {
    switch self {
    case .inverted(let name, let rule):
      rule.lines.conditions[name].map { [$0] } ?? rule.sourceLines
    case .withoutBehavior(let behavior, _): behavior.sourceLines
    default: rule?.sourceLines ?? []
    }
  }
}

extension Mutation: CustomStringConvertible {
  /// The mistake in the words of the diagram: `push in unlocked is ignored`.
  package var description: String {
    switch self {
    case .retargeted(let rule, let target): "\(occasion(of: rule)) leads to \(target)"
    case .carrying(let rule, _, let value): "\(occasion(of: rule)) leads to \(value)"
    case .silenced(let rule):
      "\(occasion(of: rule)) doesn't perform \(rule.action ?? "its action")"
    case .lost(let rule):
      "\(occasion(of: rule)) is ignored" + (rule.effect.isRefusal ? ", not rejected" : "")
    case .inverted(let name, let rule): "\(rule.event) in \(rule.source) negates \(name)"
    case .withoutBehavior(let behavior, let state): "\(state) lacks \(behavior)"
    }
  }

  private func occasion(of rule: StateGraph.Rule) -> String {
    "\(rule.label.occasion()) in \(rule.source)"
  }
}

extension Mutation {
  /// Returns the mistakes of these kinds that can be made in a graph: first in its rules, then in its states.
  ///
  /// Some mistakes change nothing: a rule may lead to the same value anyway.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - samples: The texts of the declared values of each state.
  /// - Returns: The mistakes.
  package static func all(
    in graph: StateGraph, samples: [String: [String]] = [:]
  ) -> [Mutation] {
    let hierarchy = StateHierarchy(of: graph)
    let states = Dictionary(grouping: graph.states.map(\.identifier)) { hierarchy.region(of: $0) }
    var inverted: Set<[String]> = []
    let ofRules = graph.rules.flatMap { rule -> [Mutation] in
      if case .timeout(let delay, _) = rule.trigger {
        var timeout = StateGraph.StateBehavior(after: delay)
        timeout.lines.answers = rule.lines.timeouts
        return [.withoutBehavior(timeout, of: rule.source)]
      }
      guard !rule.effect.isTrap else { return [] }
      let guards = rule.conditions.compactMap { condition -> Mutation? in
        guard case .guard(let name, _) = condition,
          inverted.insert([name, rule.source, rule.event]).inserted
        else { return nil }
        return .inverted(guard: name, rule)
      }
      guard !rule.effect.isRefusal else { return [.lost(rule)] + guards }
      let targets = states[hierarchy.region(of: rule.target), default: []]
      let values = samples[rule.target, default: []]
      return [.lost(rule)] + (rule.action == nil ? [] : [.silenced(rule)]) + guards
        + targets.filter { $0 != rule.target }.map { .retargeted(rule, to: $0) }
        + values.indices.filter { _ in values.count > 1 }.map {
          .carrying(rule, sample: $0, values[$0])
        }
    }
    let behaviors =
      graph.states.map { ($0.identifier, $0.behaviors) }
      + graph.composites.map { ($0.identifier, $0.behaviors) }
    return ofRules
      + behaviors.flatMap { state, behaviors in
        behaviors.map { .withoutBehavior($0, of: state) }
      }
  }
}

extension StateMachineSchema where State: Graphable, Event: Graphable {
  /// Returns the schema with a mistake in it.
  ///
  /// The mistake is made when the schema answers, so nothing is compiled again.
  package func mutated(by mutation: Mutation) -> StateMachineSchema {
    mutated(by: PlantedMutation<Event>(mutation: mutation))
  }

  /// The texts of the declared values of each state, in every region.
  package var sampleTexts: [String: [String]] { Self.texts(of: self, in: nil) }

  private static func texts<Own>(
    of schema: StateMachineSchema<Own, Event, Subject>, in region: String?
  ) -> [String: [String]] {
    func texts(_ inside: RegionMachine<Own, Event, Subject>, in outer: String?) -> [String:
      [String]]
    {
      Self.texts(of: inside.schema, in: RegionPath.joined(inside.name, in: outer))
    }
    let values = (Own.self as? any Graphable.Type)?.samples ?? []
    let own = Dictionary(grouping: values) {
      RegionPath.joined($0.graphIdentifier, in: region)
    }.mapValues { $0.map { Self.text(of: $0) } }
    let composition = schema.composition
    let inside =
      composition.regions.map { texts($0, in: region) }
      + composition.places.flatMap { place in
        let state = RegionPath.joined(place.path.joined(separator: "."), in: region)
        return place.regions.map { texts($0, in: state) }
      }
    return inside.reduce(into: own) { $0.merge($1) { one, _ in one } }
  }

  /// Returns the text of a value without the names of types: `signingIn(scanning(failures: 0))`.
  private static func text(of value: any Graphable) -> String {
    "\(value)".replacing(#/\b(?:[A-Z]\w*\.)+(?=\w)/#, with: "")
  }

  private static func texts<Region: RegionSchema>(
    of region: Region, in name: String
  ) -> [String: [String]] where Region.Event == Event, Region.Subject == Subject {
    texts(of: region.schema, in: name)
  }
}

extension Graphable {
  /// The declared values.
  fileprivate static var samples: [any Graphable] { graphCases }
}

/// A mistake that is made when a schema answers.
private struct PlantedMutation<Event: Graphable>: RuleMutation {
  let mutation: Mutation

  func invertedGuard<State>(
    in state: State, of region: String?, on event: Event?
  ) -> String? {
    guard case .inverted(let name, let rule) = mutation,
      isAbout(rule, in: state, of: region, event)
    else { return nil }
    return name
  }

  func mutated<State, Subject>(
    _ answer: Transition<State, Subject>, in state: State, of region: String?, to event: Event?
  ) -> Transition<State, Subject> {
    guard let rule = mutation.rule, isAbout(rule, in: state, of: region, event),
      answer.effect == rule.effect,
      rule.effect.isRefusal || rule.target == identifier(of: answer.target ?? state, in: region)
    else { return answer }
    switch mutation {
    case .retargeted(_, let target):
      return sample(0, of: target, in: region).map(answer.leading) ?? answer
    case .carrying(_, let position, _):
      return sample(position, of: rule.target, in: region).map(answer.carrying) ?? answer
    case .silenced: return answer.withoutAction
    case .lost: return .ignored
    case .inverted, .withoutBehavior: return answer
    }
  }

  func removes(
    _ kind: BehaviorKind, _ name: ActionName?, by sender: EventSender?, ofStateAt path: [String],
    in region: String?
  ) -> Bool {
    guard case .withoutBehavior(let behavior, let state) = mutation,
      state == RegionPath.joined(path.joined(separator: "."), in: region)
    else { return false }
    return behavior.kind == StateGraph.StateBehavior.Kind(kind) && behavior.label == name?.text
      && behavior.delay == sender.flatMap(StateGraph.Delay.init(of:))
  }

  /// Returns whether a rule is about an event in a state; if the event is `nil`, about a completion.
  ///
  /// A rule around regions may have a source inside one of them, such as `trip/light/red` for `trip`.
  private func isAbout<State>(
    _ rule: StateGraph.Rule, in state: State, of region: String?, _ event: Event?
  ) -> Bool {
    guard rule.trigger == event.map({ .event($0.diagramLabel) }) ?? .completion else {
      return false
    }
    let place = identifier(of: state, in: region)
    return rule.source == place || rule.source.hasPrefix(place + RegionPath.mark)
  }

  private func identifier<State>(of state: State, in region: String?) -> String {
    let path = (state as? any Graphable)?.graphIdentifier ?? "\(state)"
    return RegionPath.joined(path, in: region)
  }

  /// Returns the declared value of a state at a position; `nil` if there is none.
  private func sample<State>(_ position: Int, of target: String, in region: String?) -> State? {
    let values = (State.self as? any Graphable.Type)?.samples ?? []
    return values.filter { identifier(of: $0, in: region) == target }.dropFirst(position).first
      as? State
  }
}

extension Transition {
  /// The effect as a graph records it; `.ignored` if the rules ignore the event.
  fileprivate var effect: StateGraph.Effect {
    switch kind {
    case .external: .external(action: label)
    case .internal: .internal(action: label)
    case .rejected: .rejected(reason: reason)
    case .ignored: .ignored
    }
  }
}
