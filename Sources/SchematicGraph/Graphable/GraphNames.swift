import Schematic

/// The names of a value in a diagram: of its node, and of the composite states around it.
///
/// The defaults of `Graphable` are made of each other, at every level of nesting. Here each level is
/// asked once: a default that is asked on the way finds its answer in ``KnownAnswer``.
struct GraphNames {
  /// The names from the outermost state inwards; the identifier alone where the type has its own.
  let path: [String]
  /// The labels of the same states.
  let labels: [String]

  init<Value: Graphable>(of value: Value) {
    let reflected = ReflectedCase(of: value)
    let name = reflected?.name ?? String(describing: value)
    lazy var nested = (reflected?.nested).map(GraphNames.init(opening:))
    let casePath = KnownAnswer.asking(
      .path, of: Value.self, unlessOwn: { [name] + (nested?.path ?? []) }, { value.casePath })
    let path = value.graphPath(casePath)
    let identifier = path.joined(separator: ".")
    let label = KnownAnswer.asking(
      .label, of: Value.self, unlessOwn: { [identifier] }, { value.graphLabel })
    self.path = path
    labels = KnownAnswer.asking(
      .labelPath, of: Value.self,
      unlessOwn: {
        guard path.count > 1 else { return [label] }
        guard label == identifier else { return path.dropLast() + [label] }
        let labels = [name] + (nested?.labels ?? [])
        return labels.count == path.count ? labels : path
      }, { value.graphLabelPath })
  }

  private init(opening value: any Graphable) {
    self.init(of: value)
  }
}

/// The answer of a default implementation of `Graphable`, found before it is asked for.
///
/// It is for the type that is asked, and for one question. A type that answers the question itself
/// never looks here, and one that leaves it to the default is asked about no other value meanwhile.
struct KnownAnswer: @unchecked Sendable {
  enum Question { case path, identifier, label, labelPath }

  @TaskLocal private static var current: KnownAnswer?

  private let question: Question
  private let type: ObjectIdentifier
  private let answer: () -> [String]

  /// Asks a question, with the answer of the default at hand.
  static func asking<Value, Answer>(
    _ question: Question, of type: Value.Type, unlessOwn answer: @escaping () -> [String],
    _ ask: () -> Answer
  ) -> Answer {
    let known = KnownAnswer(question: question, type: ObjectIdentifier(type), answer: answer)
    return $current.withValue(known, operation: ask)
  }

  /// Returns the known answer to a question; `nil` where there is none.
  static func answer(to question: Question, of type: Any.Type) -> [String]? {
    guard let known = current, known.question == question, known.type == ObjectIdentifier(type)
    else { return nil }
    return $current.withValue(nil, operation: known.answer)
  }
}

extension Graphable {
  /// The path, with the identifier in its place where the type has its own.
  var graphPath: [String] { graphPath(casePath) }

  /// Returns a path, or the identifier in its place where the type has its own.
  fileprivate func graphPath(_ path: [String]) -> [String] {
    let name = path.joined(separator: ".")
    let identifier = KnownAnswer.asking(
      .identifier, of: Self.self, unlessOwn: { [name] }, { graphIdentifier })
    return identifier == name ? path : [identifier]
  }
}

/// The node of a state value, and the composite states around it.
struct NodeDescription {
  let state: StateGraph.State
  /// The composite states that the state lies in, the outermost first.
  let composites: [StateGraph.CompositeState]

  init(of value: some Graphable, isFinal: Bool = false) {
    let names = GraphNames(of: value)
    var composites: [StateGraph.CompositeState] = []
    var identifier = ""
    for (depth, name) in names.path.dropLast().enumerated() {
      identifier += depth == 0 ? name : ".\(name)"
      composites.append(
        StateGraph.CompositeState(
          identifier: identifier,
          label: names.labels.indices.contains(depth) ? names.labels[depth] : name,
          parent: composites.last?.identifier))
    }
    self.composites = composites
    state = StateGraph.State(
      identifier: names.path.joined(separator: "."), label: names.labels.last ?? value.graphLabel,
      isFinal: isFinal, parent: composites.last?.identifier)
  }
}
