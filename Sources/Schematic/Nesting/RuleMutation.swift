// Rules with a mistake in them, for tests that should notice it. No machine needs this.

/// A change to the answers and behaviors of a schema.
///
/// The methods receive a state together with the name of its region, such as `trip/light`.
package protocol RuleMutation<Event>: Sendable {
  associatedtype Event

  /// Returns the name of the guard whose answer is inverted; `nil` if none is.
  ///
  /// The region is `nil` for the machine around all regions. The event is `nil` for a completion.
  func invertedGuard<State>(in state: State, of region: String?, on event: Event?) -> String?

  /// Returns the answer that replaces the given one.
  func mutated<State, Subject>(
    _ answer: Transition<State, Subject>, in state: State, of region: String?, to event: Event?
  ) -> Transition<State, Subject>

  /// Returns whether the change removes a behavior of the state at a path.
  func removes(
    _ kind: BehaviorKind, _ name: ActionName?, by sender: EventSender?, ofStateAt path: [String],
    in region: String?
  ) -> Bool
}

extension StateMachineSchema {
  /// Returns the schema with a change to its answers and behaviors.
  ///
  /// The rules are composed again from the changed rules of regions. The completions of machines inside
  /// regions aren't changed.
  ///
  /// - Parameters:
  ///   - mutation: The change.
  ///   - region: The region to which the schema belongs, or `nil` if there is none.
  /// - Returns: A schema for machines, diagrams and walks.
  package func mutated(
    by mutation: some RuleMutation<Event>, of region: String? = nil
  ) -> StateMachineSchema {
    var additions = storage.additions
    additions.states = additions.states.map {
      $0.mutated(by: mutation, of: region, PathChange.path)
    }
    additions.regions = additions.regions.map { inside in
      var mutated = inside
      let name = Self.path(inside.name, in: region)
      mutated.rules = inside.rules.map {
        $0.mutated(by: mutation, of: name) { inside.path($0) ?? [] }
      }
      return mutated
    }
    additions.completions = additions.completions.map { $0.mutated(by: mutation, of: region) }
    var composition = additions.composition
    composition.regions = composition.regions.map {
      $0.mutated(by: mutation, of: Self.path($0.name, in: region))
    }
    for index in composition.places.indices {
      let state = Self.path(composition.places[index].path.joined(separator: "."), in: region)
      composition.places[index].regions = composition.places[index].regions.map {
        $0.mutated(by: mutation, of: Self.path($0.name, in: state))
      }
    }
    composition.rulesAround = composition.rulesAround?.mutated(by: mutation, of: region)
    additions.composition = composition
    let rules =
      composition.regions.isEmpty && composition.places.isEmpty
      ? storage.rules.mutated(by: mutation, of: region)
      : composition.rules(withRegions: additions.regions.map(\.name))
    return StateMachineSchema(
      storage: SchemaStorage(
        initialState: initialState, rules: rules, additions: additions, source: storage.source))
  }

  private static func path(_ name: String, in outer: String?) -> String {
    outer.map { $0 + "/" + name } ?? name
  }
}

extension Composition {
  /// Returns rules that ask the regions first, and then the machine around them.
  ///
  /// `names` are the names of all regions at any depth, in the order of their positions.
  fileprivate func rules(withRegions names: [String]) -> Rules<State, Event, Subject> {
    // If the machine as a whole consists of regions, it is a place without a name.
    let whole = regions.isEmpty ? [] : [Place(path: [], regions: regions, whole: { $0 })]
    let inside = (whole + places).map { place in
      let prefix = place.path.isEmpty ? "" : place.path.joined(separator: ".") + "/"
      let gathers = place.regions.map { $0.gather(at: names.firstIndex(of: prefix + $0.name) ?? 0) }
      return (whole: place.whole, gathers: gathers)
    }
    let around = rulesAround ?? Rules { _, _ in .ignored }
    return Rules { state, event, when in
      for place in inside {
        guard let whole = place.whole(state) else { continue }
        var answers = RegionAnswers<State, Subject>(in: state, GuardBox(when.inside(whole)))
        for gather in place.gathers { gather(state, event, &answers) }
        let answer = answers.transition
        if answer.kind != .ignored { return answer }
      }
      return around.guarded(state, event, when)
    }
  }
}

extension RegionMachine {
  fileprivate func mutated(
    by mutation: some RuleMutation<Event>, of region: String
  ) -> RegionMachine {
    RegionMachine(
      name: name, property: property, schema: Self.mutated(schema, by: mutation, of: region),
      value: value, replacing: replacing)
  }

  private static func mutated<Region: RegionSchema>(
    _ region: Region, by mutation: some RuleMutation<Event>, of name: String
  ) -> any RegionSchema<Event, Subject> where Region.Event == Event, Region.Subject == Subject {
    SharedSchema(schema: region.schema.mutated(by: mutation, of: name))
  }

  /// Returns a closure that adds the answer of the region to the answers of the regions before it.
  fileprivate func gather(at position: Int) -> Rules<State, Event, Subject>.Gather {
    gather(of: schema, at: position)
  }

  private func gather<Region: RegionSchema>(
    of region: Region, at position: Int
  ) -> Rules<State, Event, Subject>.Gather
  where Region.Event == Event, Region.Subject == Subject {
    // `SharedSchema` says why this is sound.
    nonisolated(unsafe) let storage = region.schema.storage
    // A region in a final state is asked nothing more.
    let mayEnd = region.schema.hasStateAnswers
    return { [value, replacing] state, event, answers in
      guard let own = value(state) as? Region.State, !mayEnd || !storage.isFinal(own),
        let when = answers.when
      else { return }
      let form = storage.rules.guarded(own, event, when.guards).form
      answers.add(form, ofRegionAt: position, { $0 }) { $1 = replacing($1, $0) }
    }
  }
}

extension Rules {
  fileprivate func mutated(by mutation: some RuleMutation<Event>, of region: String?) -> Rules {
    guard hasGuards else {
      return Rules { state, event in
        mutation.mutated(self.plain(state, event), in: state, of: region, to: event)
      }
    }
    return Rules { state, event, when in
      let inverted = mutation.invertedGuard(in: state, of: region, on: event)
      let answer = self.guarded(state, event, inverted.map(when.inverting) ?? when)
      return mutation.mutated(answer, in: state, of: region, to: event)
    }
  }
}

extension Completion {
  fileprivate func mutated<Event>(
    by mutation: some RuleMutation<Event>, of machine: String?
  ) -> Completion {
    guard let answer, region == nil else { return self }
    return Completion(isComplete: isComplete, region: nil) { state, when in
      let inverted = mutation.invertedGuard(in: state, of: machine, on: nil)
      return mutation.mutated(
        answer(state, inverted.map(when.inverting) ?? when), in: state, of: machine, to: nil)
    }
  }
}

extension StateRule {
  fileprivate func mutated(
    by mutation: some RuleMutation<Event>, of region: String?,
    _ path: @escaping @Sendable (State) -> [String]
  ) -> StateRule {
    StateRule(level: level == 0 ? nil : level) { state in
      let whole = path(state)
      let own = level == 0 ? whole : Array(whole.prefix(level))
      return behavior(state).removing {
        mutation.removes($0, $1, by: $2, ofStateAt: own, in: region)
      }
    }
  }
}

extension StateBehavior {
  /// Returns the behavior without some of its entries, exits, tasks and timeouts.
  fileprivate func removing(
    _ isRemoved: (BehaviorKind, _ name: ActionName?, _ sender: EventSender?) -> Bool
  ) -> StateBehavior {
    var kept = StateBehavior(
      after: earlier.map { EarlierBehavior($0.behavior.removing(isRemoved)) })
    kept.entry = entry.flatMap { isRemoved(.entry, $0.name, nil) ? nil : $0 }
    kept.exit = exit.flatMap { isRemoved(.exit, $0.name, nil) ? nil : $0 }
    kept.task = task.flatMap { isRemoved(.task, ActionName($0.label), nil) ? nil : $0 }
    kept.timeout = timeout.flatMap { isRemoved(.timeout, nil, $0.sender) ? nil : $0 }
    kept.isFinalItself = isFinalItself
    return kept
  }
}

extension Transition {
  /// Returns an external transition to another state, with the same label and action; a transition
  /// of regions loses both.
  package func leading(to state: State) -> Transition {
    guard case .take(let label, let action, _, _) = form else { return Transition(.move(state)) }
    return Transition(label, action, to: state, isInternal: false)
  }

  /// Returns the transition with another value of its target, or unchanged if it has no target.
  package func carrying(_ state: State) -> Transition {
    guard case .take(let label, let action, .some, let isInternal) = form else {
      return target == nil ? self : Transition(.move(state))
    }
    return Transition(label, action, to: state, isInternal: isInternal)
  }

  /// The transition without its label and action; a transition of regions keeps both.
  package var withoutAction: Transition {
    guard case .take(_, _, let target, let isInternal) = form else { return self }
    return Transition(nil, nil, to: target, isInternal: isInternal)
  }
}
