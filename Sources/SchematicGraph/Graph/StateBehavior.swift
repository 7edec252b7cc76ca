extension StateGraph {
  /// Something that machines do because of a state: on entry, on exit, while it lasts, or after a
  /// time in it.
  ///
  /// Diagrams list it in the compartment of its state, in UML's notation (OMG UML 2.5.1,
  /// §14.2.4.5).
  ///
  /// ```swift
  /// StateGraph.StateBehavior(.entry, "show spinner").description  // "entry / show spinner"
  /// StateGraph.StateBehavior(.task, "download").description       // "do / download"
  /// ```
  public struct StateBehavior: Hashable, Sendable {
    /// The occasions on which a machine does something because of a state.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
      /// An action that runs when the state is entered.
      case entry
      /// An action that runs when the state is left.
      case exit
      /// A task that begins when the state is entered and ends when it is left.
      case task = "do"
      /// A timeout of a composite state, which continues while a machine moves inside that state.
      /// An innermost state lists no timeouts, because its outgoing
      /// arrows show them.
      case timeout = "after"
    }

    /// The occasion on which it is done.
    package var kind: Kind
    /// The label of the action or task, or `nil` if it has none.
    package var label: String?
    /// The delay of a timeout; `nil` for anything else.
    package private(set) var delay: Delay?
    /// The label of a timeout's event, if the event means something in other regions, too.
    package internal(set) var sends: String?
    /// The conditions on what the state carries under which it is done; empty if it always is.
    package var conditions: [Condition] = []
    /// The lines of code that make the behavior.
    package var lines = SourceLines()

    /// Creates a behavior.
    ///
    /// - Parameters:
    ///   - kind: The occasion on which it is done.
    ///   - label: The label of the action or task.
    ///   - conditions: The conditions under which it is done.
    package init(_ kind: Kind, _ label: String? = nil, if conditions: [Condition] = []) {
      self.kind = kind
      self.label = label
      self.conditions = conditions
    }

    /// Creates a timeout of a composite state.
    ///
    /// - Parameters:
    ///   - delay: The delay.
    ///   - event: The label of the event, if it means something in other regions, too.
    package init(after delay: Delay, sends event: String? = nil) {
      kind = .timeout
      self.delay = delay
      sends = event
    }

    /// Creates a timeout of a composite state whose length the rules say.
    package init(after duration: Duration) { self.init(after: .fixed(duration)) }
  }
}

extension StateGraph.StateBehavior {
  /// What happens when the time of a timeout has come; `nil` for anything else.
  package var trigger: StateGraph.Trigger? { delay.map { .timeout($0, sends: sends) } }
}

extension StateGraph.StateBehavior: CustomStringConvertible {
  /// The text in place of a missing label.
  static let unnamed = "(unnamed)"

  /// The line in UML's notation: `entry / show spinner`, `exit / (unnamed)`, `do / download`,
  /// `entry [attempt = 0] / greet`, `after 30 s`.
  public var description: String { text() }

  /// Returns the line in UML's notation.
  ///
  /// - Parameter encode: Writes a label by the rules of a notation.
  /// - Returns: The text, with `(unnamed)` in place of a missing label.
  func text(_ encode: (String) -> String = { $0 }) -> String {
    let label = encode(shownLabel ?? Self.unnamed)
    guard kind != .timeout else { return kind.rawValue + " " + label }
    let condition = StateGraph.Condition.text(of: conditions)
    return RuleLabel.text(
      event: kind.rawValue, guard: condition.map(encode), effect: label, change: nil)
  }

  /// The label, or the delay of a timeout; `nil` if diagrams cannot name the behavior.
  var shownLabel: String? { delay.map { "\($0)" + (sends.map { " (\($0))" } ?? "") } ?? label }
}

extension StateGraph.StateBehavior.Kind {
  /// The beginnings of lines in UML's notation, without and with a condition.
  private var beginnings: [String] { ["\(rawValue) / ", "\(rawValue) ["] }

  /// Returns the kind of behavior that the line of a rule could be mistaken for, or `nil` if there is
  /// none.
  static func read(like line: String) -> StateGraph.StateBehavior.Kind? {
    allCases.first { kind in
      kind != .timeout && kind.beginnings.contains { line.after($0) != nil }
    }
  }
}

extension RuleLabel {
  /// The label as the compartment of a state lists it.
  ///
  /// An event has quotes if the line would read like an entry, exit or task: `"entry" / beep`.
  var listed: RuleLabel {
    guard StateGraph.StateBehavior.Kind.read(like: text()) != nil else { return self }
    var label = self
    label.trigger = .event("\"\(trigger)\"")
    return label
  }
}

extension [StateGraph.StateBehavior] {
  /// The behaviors in the order of diagrams: entry, exit, do, after; timeouts in the order of their
  /// delays, and all others of one kind in their own.
  var inDiagramOrder: [StateGraph.StateBehavior] {
    StateGraph.StateBehavior.Kind.allCases.flatMap { kind in
      let behaviors = filter { $0.kind == kind }
      return kind == .timeout ? behaviors.sorted(byDelay: { $0.delay ?? .named("") }) : behaviors
    }
  }
}

extension StateGraph {
  /// A Boolean value that indicates whether machines do anything because of a state.
  var hasBehaviors: Bool {
    states.contains { !$0.behaviors.isEmpty } || composites.contains { !$0.behaviors.isEmpty }
  }

  /// The behaviors of each state after those of the composite states around it, the outermost first.
  ///
  /// States without any are left out.
  var allBehaviors: [String: [StateBehavior]] {
    guard hasBehaviors else { return [:] }
    let hierarchy = StateHierarchy(of: self)
    let outer = Dictionary(
      composites.map { ($0.identifier, $0.behaviors) }, uniquingKeysWith: { first, _ in first })
    return Dictionary(
      states.map { state in
        let around = hierarchy.ancestors(of: state.identifier).reversed()
        return (
          state.identifier, around.flatMap { outer[$0, default: []] } + state.behaviors
        )
      }, uniquingKeysWith: { first, _ in first }
    ).filter { !$0.value.isEmpty }
  }

  /// The graph of the same rules in which nothing is done because of a state.
  var withoutBehaviors: StateGraph {
    StateGraph(
      states: states.map(\.withoutBehaviors), composites: composites.map(\.withoutBehaviors),
      regions: regions, rules: rules, initialState: initialState, isCommitting: isCommitting)
  }

  /// The sentence by which diagrams say that transitions are committed.
  package static let commitCaption = "each transition is committed"
}

extension StateGraph.State {
  /// The state without its behaviors.
  var withoutBehaviors: StateGraph.State {
    StateGraph.State(
      identifier: identifier, label: label, isFinal: isFinal, completion: completion, parent: parent
    )
  }
}

extension StateGraph.CompositeState {
  /// The composite state without its behaviors.
  var withoutBehaviors: StateGraph.CompositeState {
    StateGraph.CompositeState(identifier: identifier, label: label, parent: parent)
  }
}

extension StateGraph {
  /// A behavior, and the state or composite state that it belongs to.
  package struct PlacedBehavior: Hashable, Sendable, CustomStringConvertible {
    /// The identifier of the state or composite state.
    package let state: String
    /// The behavior.
    package let behavior: StateBehavior

    /// Creates a behavior of a state.
    ///
    /// - Parameters:
    ///   - state: The identifier of the state or composite state.
    ///   - behavior: The behavior.
    package init(state: String, behavior: StateBehavior) {
      self.state = state
      self.behavior = behavior
    }

    /// The state and the line in UML's notation: `loading: entry / show spinner`.
    package var description: String { "\(state): \(behavior)" }
  }

  /// The entries, exits and tasks of all states and composite states, each once.
  var placedBehaviors: [PlacedBehavior] {
    let boxes =
      composites.map { ($0.identifier, $0.behaviors) }
      + states.map { ($0.identifier, $0.behaviors) }
    return boxes.flatMap { state, behaviors in
      behaviors.filter { $0.kind != .timeout }.map { PlacedBehavior(state: state, behavior: $0) }
    }.uniqued()
  }
}
