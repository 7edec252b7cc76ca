/// A region of a state, such as a property of a struct of enums, and the answers of a schema about it.
///
/// An external transition leaves and enters the regions that change, and the one that it names. One that
/// changes no region and names none leaves and enters them all.
@usableFromInline
struct Region<State, Event, Subject>: Sendable {
  /// The property, by which regions are told apart.
  // A key path never changes. The interface takes one that is `Sendable`, or one to a property of a value,
  // which may be read on any thread.
  nonisolated(unsafe) let keyPath: AnyKeyPath
  /// The place of the property in the struct, which gives the declared order of regions; `nil` if it is
  /// computed.
  private let offset: Int?
  /// Returns the path of the region's state: see ``Hierarchical``.
  ///
  /// There is none in a state that has no such region, as one outside an embedded state.
  let path: @Sendable (State) -> [String]?

  @usableFromInline var rules: [StateRule<State, Event, Subject>] = []

  /// Creates a region that nothing is said about yet.
  init<Inner: Hierarchical>(_ region: KeyPath<State, Inner>) {
    // See `keyPath`.
    nonisolated(unsafe) let region = region
    keyPath = region
    offset = MemoryLayout<State>.offset(of: region)
    path = { $0[keyPath: region].casePath }
  }

  /// Creates the region of an embedded state that another region is, with no answers about it.
  init<InnerState, InnerEvent, InnerSubject>(
    _ region: Region<InnerState, InnerEvent, InnerSubject>,
    path: @escaping @Sendable (State) -> [String]?
  ) {
    keyPath = region.keyPath
    offset = region.offset
    self.path = path
  }

  /// Returns whether the region is declared before another; computed ones come last.
  fileprivate func isDeclared(before other: Region) -> Bool {
    offset ?? .max < other.offset ?? .max
  }
}

extension SchemaAdditions {
  /// Adds an answer about a region, which is put in its place in the declared order if it is new.
  mutating func addRule<Inner: Hierarchical>(
    to region: KeyPath<State, Inner>, _ rule: StateRule<State, Event, Subject>
  ) {
    if let known = regions.firstIndex(where: { $0.keyPath == region }) {
      return regions[known].rules.append(rule)
    }
    var new = Region<State, Event, Subject>(region)
    new.rules = [rule]
    regions.insert(new, at: regions.firstIndex(where: new.isDeclared) ?? regions.count)
  }
}

extension SchemaStorage {
  /// Returns the states that a transition leaves and enters, in a region that it names though it may not
  /// change, too.
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

  /// Returns the states that a machine enters with its first state: all that it lies in.
  func change(entering state: State) -> StateChange {
    StateChange(
      PathChange(entering: state),
      regions: additions.regions.map { PathChange(ofRegion: nil, to: $0.path(state)) })
  }

  /// Returns the paths of all regions of a state, of those included that the schema says nothing about.
  private func regionPaths(of state: State) -> [[String]] {
    if let state = state as? any Hierarchical { return [state.casePath] }
    return Mirror(reflecting: state).children.compactMap {
      ($0.value as? any Hierarchical)?.casePath
    }
  }
}

extension PathChange {
  /// Creates the change of a region that is there before and after, or either, or neither.
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
  /// The names of the regions that the schema answers about, in declared order, as far as the path to a
  /// region tells one.
  package var regionNames: [String] {
    storage.additions.regions.enumerated().map { number, region in
      let name =
        String(describing: region.keyPath).split(separator: ".").last.map(String.init) ?? ""
      let isName = name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
      return isName && !name.isEmpty ? name : "region \(number + 1)"
    }
  }

  /// Returns the paths of the regions of a state that the schema answers about; `nil` for those that the
  /// state does not have.
  package func regionPaths(in state: State) -> [[String]?] {
    storage.additions.regions.map { $0.path(state) }
  }

  /// Returns the positions of the regions that a transition names.
  ///
  /// - Parameter transition: The transition.
  /// - Returns: One position, or none if the schema does not answer about the region; `nil` if the
  ///   transition names none.
  package func regions(namedBy transition: Transition<State, Subject>) -> [Int]? {
    guard case .reenter(let answer) = transition.form else { return nil }
    return storage.additions.regions.indices.filter {
      storage.additions.regions[$0].keyPath == answer.region
    }
  }
}
