import SchematicGraph

/// One line of a trace: the beginning of a machine's trace, or an event and its outcome.
///
/// A trace consists of lines, each of which is a JSON object. The file `trace-1.schema.json` next
/// to the source of this type describes the format. Machines, states, events, actions and guards
/// have the same names as in diagrams.
///
/// ```swift
/// let entry = try TraceEntry(line: text)
/// entry.number  // 1
/// entry.line    // the same JSON object
/// ```
public struct TraceEntry: Hashable, Sendable {
  /// The version of the format, which every line contains as its member `trace`.
  package static let version = 1

  /// The name of the machine, usually the name of its diagram.
  package var machine: String
  /// A text that tells machines with the same name apart, also in different runs of a program.
  package var id: String
  /// The position of the line among the lines of the machine.
  ///
  /// Line zero has no step.
  public var number: Int
  /// The identifier of the state before the step.
  package var state: String
  /// The event and its outcome, or `nil` at the beginning of a machine's trace.
  public var step: Step?
  /// The time in the recorder's format, or `nil` if the recorder writes no time.
  package var time: String?
  /// The values of states and events, or `nil` unless the recorder includes them.
  package var values: Values?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - machine: The name of the machine.
  ///   - id: A text that tells machines with the same name apart.
  ///   - number: The position of the line among the lines of the machine.
  ///   - state: The identifier of the state before the step.
  ///   - step: The event and its outcome.
  ///   - time: The time.
  public init(
    machine: String, id: String, number: Int, state: String, step: Step? = nil, time: String? = nil
  ) {
    self.init(
      machine: machine, id: id, number: number, state: state, step: step, time: time, values: nil)
  }

  /// Creates an entry with the values of states and events.
  package init(
    machine: String, id: String, number: Int, state: String, step: Step? = nil,
    time: String? = nil, values: Values?
  ) {
    self.machine = machine
    self.id = id
    self.number = number
    self.state = state
    self.step = step
    self.time = time
    self.values = values
  }
}

extension TraceEntry {
  /// An event and its outcome.
  public struct Step: Hashable, Sendable {
    /// The label of the event.
    package var event: String
    /// The outcome.
    package var outcome: Outcome
    /// The identifier of the state after the event.
    package var target: String
    /// The label of the action, or `nil` if it has none.
    package var action: String?
    /// The reason of a rejection, or the type of the error that an action threw.
    package var reason: String?
    /// The guards that were evaluated and their answers, in order.
    package var guards: [GuardAnswer]
    /// The sender if it is a timeout, a task or a completion; `nil` if the program sent the event.
    package var sender: Sender?

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - event: The label of the event.
    ///   - outcome: The outcome.
    ///   - target: The identifier of the state after the event.
    ///   - action: The label of the action.
    ///   - reason: The reason of a rejection, or the type of an error.
    ///   - guards: The guards that were evaluated and their answers.
    ///   - sender: The timeout, task or completion that sent the event, or `nil` for the program.
    package init(
      event: String, outcome: Outcome, target: String, action: String? = nil,
      reason: String? = nil, guards: [GuardAnswer] = [], sender: Sender? = nil
    ) {
      self.event = event
      self.outcome = outcome
      self.target = target
      self.action = action
      self.reason = reason
      self.guards = guards
      self.sender = sender
    }
  }

  /// The outcome of an event.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// An external transition was taken.
    case moved
    /// An internal transition was taken.
    case stayed
    /// The event means nothing in the state.
    case ignored
    /// The event is a mistake in the state.
    case rejected
    /// The event was sent during a step, and a later line has its outcome.
    case queued
    /// The event was sent during a step, and the queue was full.
    case refused
    /// The action threw an error, and the machine returned to its old state.
    case failed
    /// The subject no longer exists.
    case subjectDeallocated
  }

  /// A guard, and its answer.
  package struct GuardAnswer: Hashable, Sendable {
    /// The name of the guard.
    package var name: String
    /// The answer.
    package var holds: Bool

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - name: The name of the guard.
    ///   - holds: The answer.
    package init(name: String, holds: Bool) {
      self.name = name
      self.holds = holds
    }
  }

  /// The part of a machine that sent an event.
  package enum Sender: Hashable, Sendable {
    /// A timeout after the given delay, formatted as in diagrams: `30 s`, `retry interval`.
    case timeout(after: String)
    /// The task of a state, given by its name.
    case task(String?)
    /// A completion, which has no event of its own. The line has the event that led to it.
    case completion
  }

  /// The values of the state before, the event and the state after, as Swift describes them.
  package struct Values: Hashable, Sendable {
    /// The value of the state before.
    package var state: String
    /// The value of the event, or `nil` at the beginning of a machine's trace.
    package var event: String?
    /// The value of the state after, or `nil` at the beginning of a machine's trace.
    package var target: String?

    /// Creates values.
    ///
    /// - Parameters:
    ///   - state: The value of the state before.
    ///   - event: The value of the event.
    ///   - target: The value of the state after.
    package init(state: String, event: String? = nil, target: String? = nil) {
      self.state = state
      self.event = event
      self.target = target
    }
  }
}

// MARK: - Text

extension TraceEntry {
  /// The entry as a line of a trace: a JSON object without a line feed at its end.
  public var line: String {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(name: name, value: value)) }
    }
    func add(_ name: String, _ text: String?) { add(name, text.map(JSONValue.string)) }
    add("trace", .number(Double(Self.version)))
    add("machine", machine)
    add("id", id)
    add("number", .number(Double(number)))
    add("state", state)
    if let step {
      add("event", step.event)
      add("outcome", step.outcome.rawValue)
      add("target", step.target)
      add("action", step.action)
      add("reason", step.reason)
      if !step.guards.isEmpty {
        let answers = step.guards.map { ($0.name, JSONValue.bool($0.holds) as JSONValue?) }
        add("guards", JSONValue.object(of: answers))
      }
      switch step.sender {
      case .timeout(let time): add("after", time)
      case .task(let name): add("task", name.map(JSONValue.string) ?? .null)
      case .completion: add("completion", .bool(true))
      case nil: break
      }
    }
    add("time", time)
    if let values {
      let texts = [("state", values.state), ("event", values.event), ("target", values.target)]
      add("values", JSONValue.object(of: texts.map { ($0, $1.map(JSONValue.string)) }))
    }
    return JSONValue.object(members).line
  }

  /// Reads a line of a trace.
  ///
  /// Unknown members are ignored.
  ///
  /// - Parameter line: The line, with or without its line feed.
  /// - Throws: A ``TraceLineError`` if the line is cut off, isn't an entry, or has another version.
  /// - Complexity: O(*n*) in the length of the line.
  public init(line: String) throws(TraceLineError) {
    guard case .object(let members)? = JSONValue(line) else {
      throw TraceLineError("the line is no JSON object: it may have been cut off")
    }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    func text(_ name: String) throws(TraceLineError) -> String? {
      switch member(name) {
      case nil, .null?: return nil
      case .string(let text)?: return text
      default: throw TraceLineError("the member \(name) is no text")
      }
    }
    func required(_ name: String) throws(TraceLineError) -> String {
      guard let text = try text(name) else { throw TraceLineError("the member \(name) is missing") }
      return text
    }
    guard case .number(let version)? = member("trace") else {
      throw TraceLineError("the line is no line of a trace: the member trace is missing")
    }
    guard version == Double(Self.version) else {
      let found = version.whole.map(String.init) ?? "\(version)"
      throw TraceLineError("version \(found) is not known here, only \(Self.version)")
    }
    guard case .number(let number)? = member("number"), let number = number.whole else {
      throw TraceLineError("the member number is no whole number")
    }
    self.init(
      machine: try required("machine"), id: try required("id"), number: number,
      state: try required("state"), time: try text("time"))
    if case .object(let values)? = member("values") {
      func value(_ name: String) -> String? { values.first { $0.name == name }?.value.text }
      self.values = Values(
        state: value("state") ?? "", event: value("event"), target: value("target"))
    }
    guard let event = try text("event") else { return }
    let word = try required("outcome")
    guard let outcome = Outcome(rawValue: word) else {
      throw TraceLineError("the outcome \(word) is not known")
    }
    var guards: [GuardAnswer] = []
    if case .object(let answers)? = member("guards") {
      for answer in answers {
        guard case .bool(let holds) = answer.value else {
          throw TraceLineError("the answer of the guard \(answer.name) is neither true nor false")
        }
        guards.append(GuardAnswer(name: answer.name, holds: holds))
      }
    }
    let sender: Sender? =
      if let time = try text("after") {
        .timeout(after: time)
      } else if member("task") != nil {
        .task(try text("task"))
      } else if case .bool(true)? = member("completion") {
        .completion
      } else {
        nil
      }
    step = Step(
      event: event, outcome: outcome, target: try required("target"), action: try text("action"),
      reason: try text("reason"), guards: guards, sender: sender)
  }
}

/// The error if a line isn't an entry of a trace.
public struct TraceLineError: Error, Hashable, CustomStringConvertible {
  /// The problem.
  public let description: String

  package init(_ description: String) {
    self.description = description
  }
}
