import Schematic

extension StateGraph {
  /// Creates the graph of a hand-written machine that changes itself with each event.
  ///
  /// ```swift
  /// StateGraph(.value(StreamMachine(), state: \.state)) { try $0.receive($1) }
  /// ```
  ///
  /// A step that has no action and changes nothing isn't shown. A step that leads to the same state
  /// is an internal transition. If a step throws before it changes anything, it is a rejection. If
  /// it throws after a change, it is a transition with the error in place of an action:
  /// `throws: badGreeting`.
  ///
  /// The label of an action is the name of its case. To choose other words, return a text, which is
  /// then the label. A list or a struct is named after the cases of its parts.
  ///
  /// - Parameters:
  ///   - source: The origin of the machine.
  ///   - events: The events to try in every state. By default, the `graphCases` of their type.
  ///   - options: The limits, the final states, and the conditions and reasons to show.
  ///   - step: Handles an event and returns the action to perform, which may be `Void` or `nil`.
  /// - Complexity: One call of `step` for each value of the machine and each event, and more if `source`
  ///   makes the machine anew for each step.
  public init<Machine: ~Copyable, State, Event: Graphable, Action>(
    _ source: MachineSource<Machine, State>,
    events: [Event] = Event.graphCases,
    options: MachineOptions<Machine, State> = MachineOptions(),
    step: (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self = MachineExploration.graph(
      of: source, events, options, with: source.work, reason: { _ in nil }
    ) {
      actionText(of: ValueTree(try step(&$0, $1), ignoring: options.ignored))
    }
  }

  /// Creates the graph of a hand-written machine whose events need no protocol.
  ///
  /// ```swift
  /// struct Upload {
  ///   enum State { case waiting, sending(attempt: Int), done }
  ///   enum Event { case start, sent(bytes: Int) }
  ///   private(set) var state = State.waiting
  ///   mutating func handle(_ event: Event) { … }
  /// }
  /// StateGraph(.value(Upload(), state: \.state), events: [.start, .sent(bytes: 1)]) { $0.handle($1) }
  /// // waiting -> sending: start
  /// ```
  ///
  /// An event has the name of its case. What the case carries is shown as a condition if it makes a difference, so list
  /// a case with each of the values that the machine treats in its own way.
  ///
  /// - Parameters:
  ///   - source: The origin of the machine.
  ///   - events: The events to try in every state.
  ///   - options: The limits, the final states, and the conditions and reasons to show.
  ///   - step: Handles an event and returns the action to perform, which may be `Void` or `nil`.
  /// - Complexity: As that of ``init(_:events:options:step:)-1zf85``.
  @_disfavoredOverload
  public init<Machine: ~Copyable, State, Event, Action>(
    _ source: MachineSource<Machine, State>,
    events: [Event],
    options: MachineOptions<Machine, State> = MachineOptions(),
    step: (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self = MachineExploration.graph(
      of: source, events.enumerated().map { ListedEvent(place: $0, event: $1) }, options,
      with: source.work,
      reason: { _ in nil }
    ) {
      actionText(of: ValueTree(try step(&$0, events[$1.place]), ignoring: options.ignored))
    }
  }

  /// Creates the graph of a hand-written machine whose events need no protocol but `CaseIterable`.
  ///
  /// ```swift
  /// StateGraph(.value(Upload(), state: \.state)) { $0.handle($1) }  // with all cases of its event
  /// ```
  ///
  /// - Parameters:
  ///   - source: The origin of the machine.
  ///   - options: The limits, the final states, and the conditions and reasons to show.
  ///   - step: Handles an event and returns the action to perform, which may be `Void` or `nil`.
  /// - Complexity: As that of ``init(_:events:options:step:)-1zf85``.
  @_disfavoredOverload
  public init<Machine: ~Copyable, State, Event: CaseIterable, Action>(
    _ source: MachineSource<Machine, State>,
    options: MachineOptions<Machine, State> = MachineOptions(),
    step: (_ machine: inout Machine, _ event: Event) throws -> Action
  ) {
    self.init(source, events: Array(Event.allCases), options: options, step: step)
  }

  /// Creates the graph of a hand-written machine that has a method for each of its events.
  ///
  /// ```swift
  /// StateGraph(
  ///   .value(Buffer()) { ReflectedState(of: $0) },
  ///   steps: [
  ///     .step("next") { $0.next() },
  ///     .step("write", with: [1, 5]) { $0.write($1) },
  ///   ])
  /// ```
  ///
  /// Steps are shown as in ``init(_:events:options:step:)-1zf85``, but by default, a rejection shows the name
  /// of the error's case or type.
  ///
  /// - Parameters:
  ///   - source: The origin of the machine.
  ///   - steps: The steps to try in every state, each with its name.
  ///   - options: The limits, the final states, and the conditions and reasons to show.
  /// - Complexity: One call of each step, with each of its samples, for each value of the machine, and
  ///   more if `source` makes the machine anew for each step.
  public init<Machine: ~Copyable, State>(
    _ source: MachineSource<Machine, State>,
    steps: [MachineStep<Machine>],
    options: MachineOptions<Machine, State> = MachineOptions()
  ) {
    self = MachineExploration.graph(
      of: source, StepCall.all(of: steps), options,
      with: source.work ?? steps.lazy.compactMap(\.work).first,
      reason: errorText(of:)
    ) {
      let action = try steps[$1.step].calls[$1.call].perform(&$0)
      return stepText(of: ValueTree(action, ignoring: options.ignored))
    }
    findings += steps.filter(\.calls.isEmpty).map { .untriedStep($0.name) }
  }
}

/// An event of a list, named by itself if it is `Graphable`, or else as reflection reads it.
private struct ListedEvent: Graphable, ExplorationIdentity {
  let place: Int
  let identity: Any
  let named: any Graphable

  init(place: Int, event: Any) {
    (self.place, identity) = (place, event)
    named = event as? any Graphable ?? ReflectedState(event)
  }

  static var graphCases: [ListedEvent] { [] }
  var casePath: [String] { named.casePath }
  func fields(ignoring ignored: IgnoredProperties) -> [PayloadField] {
    let event = self.named
    return PayloadField.fields(of: event, ignoring: ignored)
  }
}
