extension StateGraph: Codable {
  /// Reads a graph that was stored, so that the rules of yesterday can be compared with today's.
  ///
  /// What is read is the document of ``json()``, by any decoder: a file that the command wrote with
  /// `--format json` is one.
  ///
  /// ```swift
  /// let yesterday = try JSONDecoder().decode(StateGraph.self, from: Data(contentsOf: file))
  /// StateGraph(Turnstile.schema).diff(from: yesterday).isEmpty   // true while the rules are the same
  /// ```
  ///
  /// Findings are not stored.
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
      states: try document.decode([StoredState].self, forKey: .states).map(\.state),
      composites: try document.decode([StoredComposite].self, forKey: .composites).map(\.composite),
      rules: try document.decode([StoredTransition].self, forKey: .transitions)
        .map { Rule($0.transition) }
        + document.decode([StoredRejection].self, forKey: .rejections).map { Rule($0.rejection) }
        + (document.decodeIfPresent([StoredTrap].self, forKey: .traps) ?? []).map(\.rule),
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
  }

  fileprivate func encodeMembers(
    to document: inout KeyedEncodingContainer<DocumentKey>
  ) throws {
    try document.encode(initialState, forKey: .initialState)
    if isCommitting { try document.encode(true, forKey: .committing) }
    try document.encode(states.map(StoredState.init), forKey: .states)
    try document.encode(composites.map(StoredComposite.init), forKey: .composites)
    try document.encode(transitions.map(StoredTransition.init), forKey: .transitions)
    try document.encode(rejections.map(StoredRejection.init), forKey: .rejections)
    try document.encodeIfPresent(omission, forKey: .omission)
    if !traps.isEmpty { try document.encode(traps.map(StoredTrap.init), forKey: .traps) }
  }
}

/// The members of the document, and of its regions.
private enum DocumentKey: String, CodingKey {
  case format, version, name, initialState, committing, states, composites, transitions, rejections
  case traps, regions, omission
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
  /// Throws where a member has another value than the one that this version of the package writes.
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

/// The members of the entry of a state or a composite state.
private enum StateKey: String, CodingKey {
  case identifier, label, parent, final, entry, exit, task = "do", timeout = "after"

  init(_ kind: StateGraph.StateBehavior.Kind) {
    switch kind {
    case .entry: self = .entry
    case .exit: self = .exit
    case .task: self = .task
    case .timeout: self = .timeout
    }
  }
}

extension KeyedDecodingContainer<StateKey> {
  fileprivate func behaviors() throws -> [StateGraph.StateBehavior] {
    try StateGraph.StateBehavior.Kind.allCases.flatMap { kind in
      try (decodeIfPresent([String?].self, forKey: StateKey(kind)) ?? []).map {
        StateGraph.StateBehavior(kind, $0)
      }
    }
  }
}

extension KeyedEncodingContainer<StateKey> {
  fileprivate mutating func encode(_ behaviors: [StateGraph.StateBehavior]) throws {
    for kind in StateGraph.StateBehavior.Kind.allCases {
      let labels = behaviors.labels(of: kind)
      if !labels.isEmpty { try encode(labels, forKey: StateKey(kind)) }
    }
  }
}

private struct StoredState: Codable {
  var state: StateGraph.State

  init(_ state: StateGraph.State) { self.state = state }

  init(from decoder: any Decoder) throws {
    let entry = try decoder.container(keyedBy: StateKey.self)
    state = StateGraph.State(
      identifier: try entry.decode(String.self, forKey: .identifier),
      label: try entry.decode(String.self, forKey: .label),
      isFinal: try entry.decodeIfPresent(Bool.self, forKey: .final) ?? false,
      parent: try entry.decodeIfPresent(String.self, forKey: .parent),
      behaviors: try entry.behaviors())
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: StateKey.self)
    try entry.encode(state.identifier, forKey: .identifier)
    try entry.encode(state.label, forKey: .label)
    try entry.encodeIfPresent(state.parent, forKey: .parent)
    if state.isFinal { try entry.encode(true, forKey: .final) }
    try entry.encode(state.behaviors)
  }
}

private struct StoredComposite: Codable {
  var composite: StateGraph.CompositeState

  init(_ composite: StateGraph.CompositeState) { self.composite = composite }

  init(from decoder: any Decoder) throws {
    let entry = try decoder.container(keyedBy: StateKey.self)
    composite = StateGraph.CompositeState(
      identifier: try entry.decode(String.self, forKey: .identifier),
      label: try entry.decode(String.self, forKey: .label),
      parent: try entry.decodeIfPresent(String.self, forKey: .parent),
      behaviors: try entry.behaviors())
  }

  func encode(to encoder: any Encoder) throws {
    var entry = encoder.container(keyedBy: StateKey.self)
    try entry.encode(composite.identifier, forKey: .identifier)
    try entry.encode(composite.label, forKey: .label)
    try entry.encodeIfPresent(composite.parent, forKey: .parent)
    try entry.encode(composite.behaviors)
  }
}

private struct StoredTransition: Codable {
  private var source, target, event: String
  private var `guard`, action, change: String?
  private var `internal`: Bool?

  init(_ transition: StateGraph.Transition) {
    source = transition.source
    target = transition.target
    event = transition.event
    `guard` = transition.guard
    action = transition.action
    change = transition.change
    `internal` = transition.isInternal ? true : nil
  }

  var transition: StateGraph.Transition {
    .init(
      source: source, target: target, event: event, guard: `guard`, action: action,
      isInternal: `internal` ?? false, change: change)
  }
}

private struct StoredRejection: Codable {
  private var state, event: String
  private var `guard`, reason: String?

  init(_ rejection: StateGraph.Rejection) {
    state = rejection.state
    event = rejection.event
    `guard` = rejection.guard
    reason = rejection.reason
  }

  var rejection: StateGraph.Rejection {
    .init(state: state, event: event, guard: `guard`, reason: reason)
  }
}

private struct StoredTrap: Codable {
  private var state, event: String
  private var `guard`, message: String?

  init(_ rule: StateGraph.Rule) {
    state = rule.state
    event = rule.event
    `guard` = rule.guard
    if case .traps(let message) = rule.outcome { self.message = message }
  }

  var rule: StateGraph.Rule {
    .init(state: state, event: event, guard: `guard`, outcome: .traps(message: message))
  }
}
