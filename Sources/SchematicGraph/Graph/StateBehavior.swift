extension StateGraph {
  /// Something that machines do because of a state: on entry, on exit, or while it lasts.
  ///
  /// Diagrams list it in the compartment of its state, in UML's words (OMG UML 2.5.1, §14.2.4.5).
  ///
  /// ```swift
  /// StateGraph.StateBehavior(.entry, "show spinner").description  // "entry / show spinner"
  /// StateGraph.StateBehavior(.work, "download").description       // "do / download"
  /// ```
  public struct StateBehavior: Hashable, Sendable {
    /// The occasions on which something is done.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// An action that runs when the state is entered.
      case entry
      /// An action that runs when the state is left.
      case exit
      /// Work that begins when the state is entered and ends when it is left.
      case work = "do"
    }

    /// The occasion on which it is done.
    public var kind: Kind
    /// The label of the action or work; `nil` where it has none.
    public var label: String?

    /// Creates a behavior.
    ///
    /// - Parameters:
    ///   - kind: The occasion on which it is done.
    ///   - label: The label of the action or work.
    public init(_ kind: Kind, _ label: String? = nil) {
      self.kind = kind
      self.label = label
    }
  }
}

extension StateGraph.StateBehavior: CustomStringConvertible {
  /// The text in place of a label that is not there.
  static let unnamed = "(unnamed)"

  /// The line in UML's notation: `entry / show spinner`, `exit / (unnamed)`, `do / download`.
  public var description: String { text() }

  /// Returns the line in UML's notation.
  ///
  /// - Parameter encode: Writes a label by the rules of a notation.
  /// - Returns: The text, with `(unnamed)` in place of a label that is not there.
  func text(_ encode: (String) -> String = { $0 }) -> String {
    "\(kind.rawValue) / \(encode(label ?? Self.unnamed))"
  }
}

extension TransitionLabel {
  /// The label as the compartment of a state lists it.
  ///
  /// An event has quotes where the line would read like an entry, exit or work: `"entry" / beep`.
  var listed: TransitionLabel {
    let text = text()
    let isMistakable = StateGraph.StateBehavior.Kind.allCases.contains {
      text.after("\($0.rawValue) / ") != nil
    }
    guard isMistakable else { return self }
    var label = self
    label.event = "\"\(event)\""
    return label
  }
}

extension [StateGraph.StateBehavior] {
  /// The behaviors in the order of diagrams: entry, exit, do; those of one kind stay in theirs.
  var inDiagramOrder: [StateGraph.StateBehavior] {
    StateGraph.StateBehavior.Kind.allCases.flatMap { kind in filter { $0.kind == kind } }
  }

  /// Returns the labels of one kind.
  func labels(of kind: StateGraph.StateBehavior.Kind) -> [String?] {
    filter { $0.kind == kind }.map(\.label)
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
      rules: rules, initialState: initialState, isCommitting: isCommitting)
  }

  /// The sentence by which diagrams say that transitions are committed.
  package static let commitCaption = "each transition is committed"
}

extension StateGraph.State {
  /// The state itself, without what is done because of it.
  var withoutBehaviors: StateGraph.State {
    StateGraph.State(identifier: identifier, label: label, isFinal: isFinal, parent: parent)
  }
}

extension StateGraph.CompositeState {
  /// The composite state itself, without what is done because of it.
  var withoutBehaviors: StateGraph.CompositeState {
    StateGraph.CompositeState(identifier: identifier, label: label, parent: parent)
  }
}
