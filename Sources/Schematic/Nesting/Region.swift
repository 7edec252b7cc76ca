/// A region of a state, such as a property of a struct of enums, with the schema's answers for it.
///
/// An external transition leaves and enters the regions that change and the region that it names.
/// If no region changes and it names none, it leaves and enters all of them.
@usableFromInline
struct Region<State, Event, Subject>: Sendable {
  /// The property, which identifies the region.
  // A key path never changes. The public functions accept only a `Sendable` key path or a key path
  // to a property of a value, which any thread may read.
  nonisolated(unsafe) let keyPath: AnyKeyPath
  /// The offset of the property in the struct, which gives the declared order of regions; `nil` if
  /// the property is computed.
  private let offset: Int?
  /// Returns the path of the region's state (see ``Hierarchical``).
  ///
  /// Returns `nil` if the state doesn't have this region, for example because the region belongs to
  /// an embedded state.
  let path: @Sendable (State) -> [String]?

  @usableFromInline var rules: [StateRule<State, Event, Subject>] = []

  /// Creates a region without answers.
  init<Inner: Hierarchical>(_ region: KeyPath<State, Inner>) {
    // See `keyPath`.
    nonisolated(unsafe) let region = region
    keyPath = region
    offset = MemoryLayout<State>.offset(of: region)
    path = { $0[keyPath: region].casePath }
  }

  /// Creates a region that only some states have, without answers.
  init<Inner: Hierarchical>(inside region: KeyPath<State, Inner?>) {
    // See `keyPath`.
    nonisolated(unsafe) let region = region
    keyPath = region
    offset = nil
    path = { $0[keyPath: region]?.casePath }
  }

  /// Creates the region that corresponds to a region of an embedded state, without answers.
  init<InnerState, InnerEvent, InnerSubject>(
    _ region: Region<InnerState, InnerEvent, InnerSubject>,
    path: @escaping @Sendable (State) -> [String]?
  ) {
    keyPath = region.keyPath
    offset = region.offset
    self.path = path
  }

  /// Returns whether this region is declared before another; computed ones come last.
  fileprivate func isDeclared(before other: Region) -> Bool {
    offset ?? .max < other.offset ?? .max
  }
}

extension SchemaAdditions {
  /// Adds an answer for a region.
  ///
  /// A new region is inserted in the declared order.
  mutating func addRule(
    to region: Region<State, Event, Subject>, _ rule: StateRule<State, Event, Subject>
  ) {
    if let known = regions.firstIndex(where: { $0.keyPath == region.keyPath }) {
      return regions[known].rules.append(rule)
    }
    var new = region
    new.rules = [rule]
    regions.insert(new, at: regions.firstIndex(where: new.isDeclared) ?? regions.count)
  }
}

extension SchemaStorage {
  /// Returns the states that a transition leaves and enters, including those of a region that it
  /// names but may not change.
  @usableFromInline
  func change(from source: State, to target: State, reentering named: AnyKeyPath?) -> StateChange {
    let whole = features.contains(.levels) ? PathChange(from: source, to: target) : .flat
    guard !additions.regions.isEmpty else { return StateChange(whole) }
    let paths = additions.regions.map { (source: $0.path(source), target: $0.path(target)) }
    let leavesAll =
      named == nil && paths.allSatisfy { $0.source == $0.target }
      && regionPaths(of: source) == regionPaths(of: target)
    return StateChange(
      whole,
      regions: zip(additions.regions, paths).map { region, path in
        leavesAll || path.source != path.target || region.keyPath == named
          ? PathChange(ofRegion: path.source, to: path.target)
          : .none(depth: path.source?.count ?? 0)
      })
  }

  /// Returns the states that a machine enters when it starts, from the outermost to the innermost.
  func change(entering state: State) -> StateChange {
    StateChange(
      PathChange(entering: state),
      regions: additions.regions.map { PathChange(ofRegion: nil, to: $0.path(state)) })
  }

  /// Returns the paths of all regions of a state, even those that the schema has no answers for.
  private func regionPaths(of state: State) -> [[String]] {
    if let state = state as? any Hierarchical { return [state.casePath] }
    return Mirror(reflecting: state).children.compactMap {
      ($0.value as? any Hierarchical)?.casePath
    }
  }
}

extension PathChange {
  /// Creates the change of a region that may be missing before the transition, after it, or both.
  fileprivate init(ofRegion source: [String]?, to target: [String]?) {
    switch (source, target) {
    case (let source?, let target?): self.init(from: source, to: target)
    case (nil, let target?): self.init(entering: target)
    case (let source?, nil): self = PathChange(entering: source).undone
    case (nil, nil): self = .none(depth: 0)
    }
  }
}

extension StateMachineSchema {
  /// The names of the regions that the schema answers for, in declared order, if their key paths
  /// reveal them.
  package var regionNames: [String] {
    storage.additions.regions.enumerated().map { number, region in
      let name =
        String(describing: region.keyPath).split(separator: ".").last.map(String.init) ?? ""
      let isName = name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
      return isName && !name.isEmpty ? name : "region \(number + 1)"
    }
  }

  /// Returns the paths of the regions that the schema answers for, each `nil` if the state doesn't
  /// have that region.
  package func regionPaths(in state: State) -> [[String]?] {
    storage.additions.regions.map { $0.path(state) }
  }

  /// Returns the positions of the regions that a transition names.
  ///
  /// - Parameter transition: The transition.
  /// - Returns: One position; none if the schema has no answers for the region; `nil` if the
  ///   transition names no region.
  package func regions(namedBy transition: Transition<State, Subject>) -> [Int]? {
    guard case .reenter(let answer) = transition.form else { return nil }
    return storage.additions.regions.indices.filter {
      storage.additions.regions[$0].keyPath == answer.region
    }
  }
}
