extension StateGraph {
  /// An action, a task or a timeout that machines have because of a state.
  ///
  /// Diagrams list behaviors in the compartment of their state, in UML's notation (OMG UML 2.5.1,
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
      ///
      /// An innermost state has no such behavior, because its rules show its timeouts.
      case timeout = "after"
    }

    /// The occasion on which the behavior runs.
    package var kind: Kind
    /// The label of the action or task, or `nil` if it has none.
    package var label: String?
    /// The delay of a timeout; `nil` for anything else.
    package private(set) var delay: Delay?
    /// The label of a timeout's event, if the event means something in other regions, too.
    package internal(set) var sends: String?
    /// The conditions on the state's payload under which the behavior runs; empty if it always runs.
    package var conditions: [Condition] = []
    /// A digest of what the words of the conditions leave out, or `nil` if they tell all; no diagram shows it.
    package var untold: String?
    /// The lines of code that make the behavior.
    package var lines = SourceLines()

    package init(_ kind: Kind, _ label: String? = nil, if conditions: [Condition] = []) {
      self.kind = kind
      self.label = label
      self.conditions = conditions
    }

    /// Creates a timeout of a composite state.
    package init(after delay: Delay, sends event: String? = nil) {
      kind = .timeout
      self.delay = delay
      sends = event
    }

    /// Creates a timeout of a composite state with a fixed delay.
    package init(after duration: Duration) { self.init(after: .fixed(duration)) }
  }
}

extension StateGraph.StateBehavior {
  /// The trigger of a timeout; `nil` for any other behavior.
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
  /// - Parameter encode: Returns a text encoded for a notation such as Mermaid.
  /// - Returns: The text, with `(unnamed)` in place of a missing label.
  func text(_ encode: (String) -> String = { $0 }) -> String {
    let label = encode(shownLabel ?? Self.unnamed)
    guard kind != .timeout else { return kind.rawValue + " " + label }
    let condition = StateGraph.Condition.text(of: conditions)
    return RuleLabel.text(
      event: kind.rawValue, guard: condition.map(encode), effect: label, change: nil)
  }

  /// The label, or the delay of a timeout; `nil` if the behavior has no label.
  var shownLabel: String? { delay.map { "\($0)" + (sends.map { " (\($0))" } ?? "") } ?? label }
}

extension StateGraph.StateBehavior.Kind {
  /// The beginnings of lines in UML's notation, without and with a condition: `entry / ` and `entry [`.
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
  /// The label of a rule as the compartment of its state lists it.
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
  /// The behaviors in the order of diagrams: entry, exit, do, after.
  ///
  /// Timeouts are sorted by their delays. All other behaviors of one kind keep their order.
  var inDiagramOrder: [StateGraph.StateBehavior] {
    StateGraph.StateBehavior.Kind.allCases.flatMap { kind in
      let behaviors = filter { $0.kind == kind }
      return kind == .timeout ? behaviors.sorted(byDelay: { $0.delay ?? .named("") }) : behaviors
    }
  }
}

extension StateGraph {
  /// A Boolean value that indicates whether any state or composite state has a behavior.
  var hasBehaviors: Bool {
    states.contains { !$0.behaviors.isEmpty } || composites.contains { !$0.behaviors.isEmpty }
  }

  /// The behaviors that matter in each state: first the behaviors of the composite states around it,
  /// the outermost first, then its own.
  ///
  /// States without behaviors are left out.
  package var allBehaviors: [String: [StateBehavior]] {
    guard hasBehaviors else { return [:] }
    let hierarchy = StateHierarchy(of: self)
    let outer = Dictionary(firstOf: composites.map { ($0.identifier, $0.behaviors) })
    return Dictionary(
      firstOf: states.map { state in
        let around = hierarchy.ancestors(of: state.identifier).reversed()
        return (
          state.identifier, around.flatMap { outer[$0, default: []] } + state.behaviors
        )
      }
    ).filter { !$0.value.isEmpty }
  }

  /// A graph with the same states, regions and rules, but without behaviors.
  var withoutBehaviors: StateGraph {
    StateGraph(
      states: states.map(\.withoutBehaviors), composites: composites.map(\.withoutBehaviors),
      regions: regions, rules: rules, initialState: initialState, isCommitting: isCommitting)
  }

  /// The sentence by which diagrams say that transitions are committed.
  package static let commitCaption = "each transition is committed"
}

extension StateGraph.State {
  package var withoutBehaviors: StateGraph.State {
    StateGraph.State(
      identifier: identifier, label: label, isFinal: isFinal, completion: completion, parent: parent
    )
  }
}

extension StateGraph.CompositeState {
  package var withoutBehaviors: StateGraph.CompositeState {
    StateGraph.CompositeState(identifier: identifier, label: label, parent: parent)
  }
}

extension StateGraph.StateBehavior {
  /// The label of an entry or exit and, if it is a list, each of its parts.
  package var actions: [String] { kind == .entry || kind == .exit ? label?.actionNames ?? [] : [] }
}

extension String {
  /// The label of an action, its parts between commas, and the parts without what they carry: of
  /// `show, wait(seconds: 3)` also `show`, `wait(seconds: 3)` and `wait`.
  ///
  /// A comma in parentheses, brackets or quotes separates no parts.
  var actionNames: [String] {
    var (parts, depth, isQuoted, isEscaped) = ([""], 0, false, false)
    for character in self {
      switch character {
      // The character after a backslash ends no quotation.
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case _ where isQuoted: break
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "," where depth <= 0:
        parts.append("")
        continue
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    let names = parts.map { String($0.drop { $0 == " " }) }
    return ([self] + names + names.map { String($0.prefix { $0 != "(" }) }).uniqued()
  }
}

extension StateGraph {
  /// A behavior, and the state or composite state that it belongs to.
  package struct PlacedBehavior: Hashable, Sendable, CustomStringConvertible {
    /// The identifier of the state or composite state.
    package let state: String
    package let behavior: StateBehavior

    package init(state: String, behavior: StateBehavior) {
      self.state = state
      self.behavior = behavior
    }

    /// The state and the line in UML's notation: `loading: entry / show spinner`.
    package var description: String { "\(state): \(behavior)" }
  }

  /// The labels of all actions: of transitions, entries and exits.
  package var actions: [String] {
    transitions.flatMap(\.actions) + placedBehaviors.flatMap(\.behavior.actions)
  }

  /// The entries, exits and tasks of all states and composite states, each once.
  package var placedBehaviors: [PlacedBehavior] {
    allPlacedBehaviors.filter { $0.behavior.kind != .timeout }
  }

  /// The behaviors of all states and composite states, timeouts included, each once.
  var allPlacedBehaviors: [PlacedBehavior] {
    let boxes =
      composites.map { ($0.identifier, $0.behaviors) }
      + states.map { ($0.identifier, $0.behaviors) }
    return boxes.flatMap { state, behaviors in
      behaviors.map { PlacedBehavior(state: state, behavior: $0) }
    }.uniqued()
  }
}
