extension StateGraph: Codable {
  /// Reads a stored graph, so that you can compare earlier rules with the current ones.
  ///
  /// What is read is the document of ``json()``, by any decoder: a file that the command wrote with
  /// `--format json` is one.
  ///
  /// ```swift
  /// let yesterday = try JSONDecoder().decode(StateGraph.self, from: Data(contentsOf: file))
  /// StateGraph(Turnstile.schema).diff(from: yesterday).isEmpty   // true while the rules are the same
  /// ```
  ///
  /// Findings aren't stored.
  ///
  /// - Throws: A `DecodingError` that names the member that is missing or of another type, or that
  ///   says which format or version was found instead of this one.
  public init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: DocumentKey.self)
    try document.expect(JSONDocument.format, forKey: .format)
    try document.expect(JSONDocument.version, forKey: .version)
    try self.init(members: document)
    regions =
      try document.decodeIfPresent([StoredRegion].self, forKey: .regions)?.map(\.region) ?? []
  }

  fileprivate init(members document: KeyedDecodingContainer<DocumentKey>) throws {
    self.init(
      states: try document.decode([StoredBox].self, forKey: .states).map(\.state),
      composites: try document.decode([StoredBox].self, forKey: .composites).map(\.composite),
      rules: try document.rules(forKey: .transitions) { entry in
        let action = try entry.decodeIfPresent(String.self, forKey: .action)
        let isInternal = try entry.decodeIfPresent(Bool.self, forKey: .internal) ?? false
        return isInternal ? .internal(action: action) : .external(action: action)
      }
        + document.rules(forKey: .rejections) {
          .rejected(reason: try $0.decodeIfPresent(String.self, forKey: .reason))
        }
        + (document.contains(.traps)
          ? document.rules(forKey: .traps) {
            .traps(message: try $0.decodeIfPresent(String.self, forKey: .message))
          } : [])
        + (document.contains(.ignored) ? document.rules(forKey: .ignored) { _ in .ignored } : []),
      initialState: try document.decode(String.self, forKey: .initialState))
    isCommitting = try document.decodeIfPresent(Bool.self, forKey: .committing) ?? false
    omission = try document.decodeIfPresent(GraphOmission.self, forKey: .omission)
    if let omission, !omission.isPlausible {
      throw DecodingError.dataCorruptedError(
        forKey: .omission, in: document,
        debugDescription: "nobody can have counted what is not shown: \(omission)")
    }
  }

  /// Writes the graph as the document of ``json()``, without findings.
  public func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: DocumentKey.self)
    try document.encode(JSONDocument.format, forKey: .format)
    try document.encode(JSONDocument.version, forKey: .version)
    try encodeMembers(to: &document)
    if !regions.isEmpty { try document.encode(regions.map(StoredRegion.init), forKey: .regions) }
    let histories = histories.map(StoredHistory.init)
    if !histories.isEmpty { try document.encode(histories, forKey: .histories) }
  }

  fileprivate func encodeMembers(
    to document: inout KeyedEncodingContainer<DocumentKey>
  ) throws {
    try document.encode(initialState, forKey: .initialState)
    if isCommitting { try document.encode(true, forKey: .committing) }
    try document.encode(states.map(StoredBox.init), forKey: .states)
    try document.encode(composites.map(StoredBox.init), forKey: .composites)
    try document.encode(transitions, forKey: .transitions)
    try document.encode(rejections, forKey: .rejections)
    try document.encodeIfPresent(omission, forKey: .omission)
    if !traps.isEmpty { try document.encode(traps, forKey: .traps) }
    if !ignoredTimeouts.isEmpty { try document.encode(ignoredTimeouts, forKey: .ignored) }
  }
}

/// The members of the document, and of its regions.
private enum DocumentKey: String, CodingKey {
  case format, version, name, initialState, committing, states, composites, transitions, rejections
  case traps, ignored, regions, histories, omission
}

/// A history, which is read from the transitions again.
private struct StoredHistory: Encodable {
  let composite: String
  let keeper: String
  let deep: Bool?

  init(_ history: History) {
    composite = history.composite
    keeper = history.keeper
    deep = history.isDeep ? true : nil
  }
}

private struct StoredRegion: Codable {
  var region: StateGraph.Region

  init(_ region: StateGraph.Region) { self.region = region }

  init(from decoder: any Decoder) throws {
    let entry = try decoder.container(keyedBy: DocumentKey.self)
    region = StateGraph.Region(
      name: try entry.decode(String.self, forKey: .name), graph: try StateGraph(members: entry))
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: DocumentKey.self)
    try entry.encode(region.name, forKey: .name)
    try region.graph.encodeMembers(to: &entry)
  }
}

extension KeyedDecodingContainer<DocumentKey> {
  /// Throws an error if a member doesn't have the value that this version of the package writes.
  fileprivate func expect<Value: Decodable & Equatable>(
    _ expected: Value, forKey key: DocumentKey
  ) throws {
    let found = try decode(Value.self, forKey: key)
    guard found == expected else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "The \(key.rawValue) is \(found), and \(expected) can be read; "
          + "write the document again with this version of the package.")
    }
  }
}

/// The members of the entry of a state or a composite state: its own, and one for each kind of
/// behavior.
private struct StateKey: CodingKey {
  static let identifier = StateKey(stringValue: "identifier")
  static let label = StateKey(stringValue: "label")
  static let parent = StateKey(stringValue: "parent")
  static let final = StateKey(stringValue: "final")
  static let completion = StateKey(stringValue: "completion")
  static let regions = StateKey(stringValue: "regions")

  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
  init(_ kind: StateGraph.StateBehavior.Kind) { self.init(stringValue: kind.rawValue) }
}

/// A delay: a name, or whole seconds and the attoseconds besides.
private struct StoredDelay: Codable {
  let delay: StateGraph.Delay

  init(_ delay: StateGraph.Delay) { self.delay = delay }

  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      delay = .named(name)
      return
    }
    var parts = try decoder.unkeyedContainer()
    delay = .fixed(
      Duration(
        secondsComponent: try parts.decode(Int64.self),
        attosecondsComponent: try parts.decode(Int64.self)))
  }

  func encode(to encoder: any Encoder) throws {
    switch delay {
    case .fixed(let duration):
      var parts = encoder.unkeyedContainer()
      try parts.encode(duration.components.seconds)
      try parts.encode(duration.components.attoseconds)
    case .named(let name):
      var value = encoder.singleValueContainer()
      try value.encode(name)
    }
  }
}

/// An entry, exit or task: its label, or an object if it has conditions.
private struct StoredBehavior: Codable {
  private enum Key: String, CodingKey { case label, conditions }

  let label: String?
  let conditions: [StateGraph.Condition]

  init(_ behavior: StateGraph.StateBehavior) {
    (label, conditions) = (behavior.label, behavior.conditions)
  }

  init(from decoder: any Decoder) throws {
    if let entry = try? decoder.container(keyedBy: Key.self) {
      label = try entry.decodeIfPresent(String.self, forKey: .label)
      conditions = try entry.decode([StoredCondition].self, forKey: .conditions).map(\.condition)
    } else {
      label = try decoder.singleValueContainer().decode(String?.self)
      conditions = []
    }
  }

  func encode(to encoder: any Encoder) throws {
    if conditions.isEmpty {
      var value = encoder.singleValueContainer()
      try value.encode(label)
    } else {
      var entry = encoder.container(keyedBy: Key.self)
      try entry.encodeIfPresent(label, forKey: .label)
      try entry.encode(conditions.map(StoredCondition.init), forKey: .conditions)
    }
  }
}

/// The entry of a state or a composite state.
private struct StoredBox: Codable {
  private var identifier, label: String
  private var parent: String?
  private var isFinal = false
  private var completion: StateGraph.State.Completion?
  private var behaviors: [StateGraph.StateBehavior]
  private var regions: [StoredRegion] = []

  init(_ state: StateGraph.State) {
    (identifier, label, parent) = (state.identifier, state.label, state.parent)
    (isFinal, completion, behaviors) = (state.isFinal, state.completion, state.behaviors)
  }

  init(_ state: StateGraph.CompositeState) {
    (identifier, label, parent) = (state.identifier, state.label, state.parent)
    behaviors = state.behaviors
    regions = state.regions.map(StoredRegion.init)
  }

  var state: StateGraph.State {
    .init(
      identifier: identifier, label: label, isFinal: isFinal, completion: completion,
      parent: parent,
      behaviors: behaviors)
  }

  var composite: StateGraph.CompositeState {
    var composite = StateGraph.CompositeState(
      identifier: identifier, label: label, parent: parent, behaviors: behaviors)
    composite.regions = regions.map(\.region)
    return composite
  }

  init(from decoder: any Decoder) throws {
    let entry = try decoder.container(keyedBy: StateKey.self)
    identifier = try entry.decode(String.self, forKey: .identifier)
    label = try entry.decode(String.self, forKey: .label)
    parent = try entry.decodeIfPresent(String.self, forKey: .parent)
    isFinal = try entry.decodeIfPresent(Bool.self, forKey: .final) ?? false
    completion = try entry.decodeIfPresent(
      StateGraph.State.Completion.self, forKey: .completion)
    regions = try entry.decodeIfPresent([StoredRegion].self, forKey: .regions) ?? []
    behaviors = []
    for kind in StateGraph.StateBehavior.Kind.allCases {
      if kind == .timeout {
        let delays = try entry.decodeIfPresent([StoredDelay].self, forKey: StateKey(kind))
        behaviors += (delays ?? []).map { .init(after: $0.delay) }
      } else {
        let stored = try entry.decodeIfPresent([StoredBehavior?].self, forKey: StateKey(kind))
        behaviors += (stored ?? []).map { .init(kind, $0?.label, if: $0?.conditions ?? []) }
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: StateKey.self)
    try entry.encode(identifier, forKey: .identifier)
    try entry.encode(label, forKey: .label)
    try entry.encodeIfPresent(parent, forKey: .parent)
    if isFinal { try entry.encode(true, forKey: .final) }
    try entry.encodeIfPresent(completion, forKey: .completion)
    if !regions.isEmpty { try entry.encode(regions, forKey: .regions) }
    for (kind, behaviors) in Dictionary(grouping: behaviors, by: \.kind) {
      if kind == .timeout {
        let delays = behaviors.compactMap(\.delay).map(StoredDelay.init)
        try entry.encode(delays, forKey: StateKey(kind))
      } else {
        try entry.encode(behaviors.map(StoredBehavior.init), forKey: StateKey(kind))
      }
    }
  }
}

/// The members of the entry of a rule.
private enum RuleKey: String, CodingKey {
  case source, target, state, event, after, region, completion, conditions, action, change
  case `internal`, reason, message
}

extension KeyedDecodingContainer<DocumentKey> {
  /// Returns the rules in a list, which all have effects of one kind.
  fileprivate func rules(
    forKey key: DocumentKey,
    _ effect: (KeyedDecodingContainer<RuleKey>) throws -> StateGraph.Effect
  ) throws -> [StateGraph.Rule] {
    var list = try nestedUnkeyedContainer(forKey: key)
    var rules: [StateGraph.Rule] = []
    while !list.isAtEnd {
      let entry = try list.nestedContainer(keyedBy: RuleKey.self)
      let isTransition = key == .transitions
      rules.append(
        StateGraph.Rule(
          source: try entry.decode(String.self, forKey: isTransition ? .source : .state),
          target: isTransition ? try entry.decode(String.self, forKey: .target) : nil,
          trigger: try entry.trigger(),
          conditions: try entry.decodeIfPresent([StoredCondition].self, forKey: .conditions)?
            .map(\.condition) ?? [],
          effect: try effect(entry),
          change: try entry.decodeIfPresent(String.self, forKey: .change)))
    }
    return rules
  }
}

extension KeyedDecodingContainer<RuleKey> {
  fileprivate func trigger() throws -> StateGraph.Trigger {
    if try decodeIfPresent(Bool.self, forKey: .completion) == true { return .completion }
    guard let stored = try decodeIfPresent(StoredDelay.self, forKey: .after) else {
      return .event(try decode(String.self, forKey: .event))
    }
    return .timeout(stored.delay, region: try decodeIfPresent(String.self, forKey: .region))
  }
}

extension KeyedEncodingContainer<DocumentKey> {
  fileprivate mutating func encode(_ rules: [StateGraph.Rule], forKey key: DocumentKey) throws {
    var list = nestedUnkeyedContainer(forKey: key)
    for rule in rules {
      var entry = list.nestedContainer(keyedBy: RuleKey.self)
      try entry.encode(rule.source, forKey: key == .transitions ? .source : .state)
      if key == .transitions { try entry.encode(rule.target, forKey: .target) }
      switch rule.trigger {
      case .event(let label): try entry.encode(label, forKey: .event)
      case .completion: try entry.encode(true, forKey: .completion)
      case .timeout(let delay, let region):
        try entry.encode(StoredDelay(delay), forKey: .after)
        try entry.encodeIfPresent(region, forKey: .region)
      }
      if !rule.conditions.isEmpty {
        try entry.encode(rule.conditions.map(StoredCondition.init), forKey: .conditions)
      }
      if rule.isInternal { try entry.encode(true, forKey: .internal) }
      try entry.encodeIfPresent(rule.change, forKey: .change)
      switch rule.effect {
      case .external(let action), .internal(let action):
        try entry.encodeIfPresent(action, forKey: .action)
      case .rejected(let reason): try entry.encodeIfPresent(reason, forKey: .reason)
      case .traps(let message): try entry.encodeIfPresent(message, forKey: .message)
      case .ignored: break
      }
    }
  }
}

/// A condition: a guard with its answer, or a condition on a payload.
private struct StoredCondition: Codable {
  private enum Key: String, CodingKey { case `guard`, holds, payload }

  let condition: StateGraph.Condition

  init(_ condition: StateGraph.Condition) { self.condition = condition }

  init(from decoder: any Decoder) throws {
    let entry = try decoder.container(keyedBy: Key.self)
    if let text = try entry.decodeIfPresent(String.self, forKey: .payload) {
      condition = .payload(text)
    } else {
      condition = .guard(
        try entry.decode(String.self, forKey: .guard),
        holds: try entry.decode(Bool.self, forKey: .holds))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: Key.self)
    switch condition {
    case .guard(let name, let holds):
      try entry.encode(name, forKey: .guard)
      try entry.encode(holds, forKey: .holds)
    case .payload(let text): try entry.encode(text, forKey: .payload)
    }
  }
}
