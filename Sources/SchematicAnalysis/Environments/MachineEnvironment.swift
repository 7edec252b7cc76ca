import SchematicGraph

/// A model of a peer, a user or a timer that sends events to a machine.
///
/// An environment is a small machine of its own. In each of its states, it may send some events. It
/// hears the labels of the machine's actions, entries, exits and tasks, and of events that it doesn't
/// send itself, unless the machine rejects them.
///
/// ```swift
/// enum Caller { case idle, ringing, talking }
/// let caller = MachineEnvironment("caller", initial: Caller.idle) { state in
///   switch state {
///   case .idle: [.sends("call", then: .ringing)]
///   case .ringing: [.hears("answer", then: .talking), .sends("hang up", then: .idle)]
///   case .talking: [.sends("speak"), .sends("hang up", then: .idle)]
///   }
/// }
/// ```
///
/// An event that no state sends isn't restricted: it may arrive at any time. To find out how a
/// machine behaves in an environment, use `StateGraph.driven(by:)`.
public struct MachineEnvironment: Sendable {
  /// Something that an environment does in one of its states.
  public struct Move<State: Hashable> {
    let action: Action
    /// The next state, or `nil` for the same one.
    let target: State?

    /// Sends an event.
    ///
    /// - Parameters:
    ///   - event: The label of the event, or of a timeout, such as `after 30 s`.
    ///   - state: The next state of the environment, or `nil` for the same one.
    /// - Returns: The move.
    public static func sends(_ event: String, then state: State? = nil) -> Move {
      Move(action: .sends(event), target: state)
    }

    /// Hears something that the machine does.
    ///
    /// - Parameters:
    ///   - action: The label of an action, an entry, an exit or a task, or of an event that somebody
    ///     else sends. The name `send` stands for `send(greeting)` and for `wait, send(farewell)`.
    ///   - state: The next state of the environment.
    /// - Returns: The move.
    public static func hears(_ action: String, then state: State) -> Move {
      Move(action: .hears(action), target: state)
    }
  }

  enum Action: Hashable, Sendable {
    case sends(String)
    case hears(String)

    var name: String {
      switch self {
      case .sends(let name), .hears(let name): name
      }
    }
  }

  /// The maximum number of states of an environment.
  package static let mostStates = 1_000

  /// The name, for messages.
  let name: String
  /// The names of the states; the first is the initial one.
  let states: [String]
  /// The moves of the environment in each state, with the position of the next state.
  let moves: [[(action: Action, target: Int)]]
  /// The events that the environment sends in some state.
  let events: Set<String>
  /// A Boolean value that indicates whether there are more states than were explored.
  let isCut: Bool

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - name: The name, for messages.
  ///   - initial: The state in which the environment starts.
  ///   - moves: Returns the moves that the environment may make in a state. It is called once for each
  ///     state, up to 1,000 states. If there are more, a ``DrivenGraph`` is incomplete, and its
  ///     description says so.
  public init<State: Hashable>(
    _ name: String, initial: State, _ moves: (State) -> [Move<State>]
  ) {
    var values = [initial]
    var positions = [initial: 0]
    var all: [[(Action, Int)]] = []
    var isCut = false
    while all.count < values.count {
      let position = all.count
      var found: [(Action, Int)] = []
      for move in moves(values[position]) {
        let target = move.target ?? values[position]
        if positions[target] == nil {
          guard values.count < Self.mostStates else {
            isCut = true
            continue
          }
          positions[target] = values.count
          values.append(target)
        }
        found.append((move.action, positions[target] ?? position))
      }
      all.append(found)
    }
    self.init(name, states: values.map { ValueTree($0).ownText }, moves: all, isCut: isCut)
  }

  private init(
    _ name: String, states: [String], moves: [[(action: Action, target: Int)]], isCut: Bool = false
  ) {
    self.name = name
    self.states = states
    self.moves = moves
    self.isCut = isCut
    events = Set(
      moves.joined().compactMap { move in
        if case .sends(let event) = move.action { event } else { nil }
      })
  }
}

extension MachineEnvironment {
  /// Returns an environment in which each of some events arrives at most once.
  ///
  /// ```swift
  /// let driven = try graph.driven(by: .atMostOnce("connected", "closed"))
  /// ```
  public static func atMostOnce(_ events: String...) -> MachineEnvironment {
    MachineEnvironment("at most once", initial: Memory(names: [])) { sent in
      events.filter { !sent.names.contains($0) }.map { event in
        .sends(event, then: Memory(names: events.filter { sent.names.contains($0) || $0 == event }))
      }
    }
  }

  /// Returns an environment in which some events arrive only after another one, or after an action of
  /// the machine.
  ///
  /// ```swift
  /// let driven = try graph.driven(by: .only("timerFired", after: "startTimer", "restartTimer"))
  /// ```
  ///
  /// - Parameters:
  ///   - events: The labels of the events.
  ///   - causes: The labels of other events and of actions, of which one is enough.
  /// - Returns: The environment.
  public static func only(_ events: String..., after causes: String...) -> MachineEnvironment {
    let name = "only after \(causes.joined(separator: " or "))"
    return MachineEnvironment(name, initial: Memory(names: [])) { seen in
      seen.names.isEmpty
        ? causes.map { .hears($0, then: Memory(names: causes)) } : events.map { .sends($0) }
    }
  }

  /// Returns an environment in which some events arrive only until another one, or until an action of
  /// the machine.
  public static func only(_ events: String..., until last: String) -> MachineEnvironment {
    MachineEnvironment("only until \(last)", initial: Memory(names: [])) { seen in
      seen.names.isEmpty
        ? events.map { .sends($0) } + [.hears(last, then: Memory(names: [last]))] : []
    }
  }

  /// The events and actions that have happened so far.
  private struct Memory: Hashable, CustomStringConvertible {
    let names: [String]

    var description: String {
      names.isEmpty ? "nothing yet" : "after \(names.joined(separator: ", "))"
    }
  }
}

extension MachineEnvironment {
  /// Returns the states after an event, or `nil` if the environment sends it only in other states.
  func states(after event: String, in state: Int) -> [Int]? {
    guard events.contains(event) else { return [state] }
    let targets = moves[state].filter { $0.action == .sends(event) }.map(\.target)
    return targets.isEmpty ? nil : targets.uniqued()
  }

  /// Returns the possible states after the environment hears something.
  func states(hearing sound: Sound, in state: Int) -> [Int] {
    guard !sound.isEvent || !events.contains(sound.label) else { return [state] }
    let targets = moves[state].filter { sound.isHeard(as: $0.action) }.map(\.target)
    return targets.isEmpty ? [state] : (targets + (sound.isCertain ? [] : [state])).uniqued()
  }

  /// Something that a machine does, which environments may hear.
  struct Sound: Hashable {
    let label: String
    /// `false` if the machine does it only under some condition.
    var isCertain = true
    /// `true` for an event, which an environment hears only if none of its own states sends it.
    var isEvent = false

    /// The label and, for an action, those of its parts: `send(greeting), wait` is `send`, too.
    var names: [String] {
      guard !isEvent else { return [label] }
      let parts = label.split(outsideOfBrackets: ", ").map {
        $0.hasSuffix(" repeatedly") ? String($0.dropLast(" repeatedly".count)) : $0
      }
      let carriers = parts.filter { $0.hasSuffix(")") }.compactMap { part in
        let name = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return part.dropFirst(name.count).first == "(" ? String(name) : nil
      }
      return ([label] + parts + carriers).uniqued()
    }

    func isHeard(as action: Action) -> Bool { names.contains { action == .hears($0) } }
  }
}

extension String {
  /// Returns the parts between separators that are in no round brackets.
  fileprivate func split(outsideOfBrackets separator: String) -> [String] {
    var parts = [""]
    var depth = 0
    for piece in split(separator: separator, omittingEmptySubsequences: false) {
      parts[parts.count - 1] += depth == 0 ? piece : separator + piece
      depth += piece.count { $0 == "(" } - piece.count { $0 == ")" }
      if depth <= 0 { parts.append("") }
    }
    return parts.filter { !$0.isEmpty }
  }
}
