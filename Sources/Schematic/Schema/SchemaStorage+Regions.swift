extension SchemaStorage {
  /// Returns the states that a transition leaves and enters.
  ///
  /// `answer` is the answer of the regions, which doesn't leave the state around them. If it is
  /// `nil`, the rules around the regions answer: the transition leaves all regions of the source
  /// and enters all regions of the target.
  @usableFromInline
  func change(
    from source: State, to target: State, by answer: JointTransition<State, Subject>?
  ) -> StateChange {
    guard let left = answer?.answers.left else {
      let whole = features.contains(.levels) ? PathChange(from: source, to: target) : .flat
      return StateChange(
        whole, regions: additions.regions.map { $0.wholeChange(from: source, to: target) })
    }
    return StateChange(
      .none,
      regions: additions.regions.enumerated().map { position, region in
        if !left.isDisjoint(with: region.around) {
          return region.wholeChange(from: source, to: target)
        }
        return left.contains(RegionSet(position: position))
          ? region.ownChange(from: source, to: target) : .none
      })
  }

  /// Returns the states that a machine enters when it starts, from the outermost to the innermost.
  func change(entering state: State) -> StateChange {
    StateChange(
      PathChange(entering: state),
      regions: additions.regions.map { $0.wholeChange(from: nil, to: state) })
  }
}

extension SchemaStorage {
  /// Returns the regions' steps in a joint transition.
  @usableFromInline
  func steps(of answer: JointTransition<State, Subject>) -> [RegionStep] {
    (answer.answers.byRegion ?? []).sorted { $0.position < $1.position }.map {
      RegionStep(
        region: additions.regions[$0.position].name, kind: $0.kind, label: $0.label,
        reason: $0.reason)
    }
  }
}

extension StateMachineSchema {
  /// The names of all regions, at any depth: `drive`, or `trip/drive` inside the state `trip`.
  package var regionNames: [String] { storage.additions.regions.map(\.name) }
}
