/// Options for drawing a hand-written machine.
///
/// What the picture knows of a machine is its state, with what the state carries, and named values: `conditions`. If
/// none are named, it knows everything but what is `ignored`. Two machines that agree in all that it knows are one
/// value. Each time two are taken for one, they are compared, and if they then behave differently, that is an error that
/// names the property that decides and the two ways.
///
/// ```swift
/// StateGraph(.value(Upload(), state: \.state), options: .init(isFinal: { $0 == .done })) {
///   $0.handle($1)
/// }
/// ```
public struct MachineOptions<Machine: ~Copyable, State> {
  let bounds: ExplorationBounds
  let isFinal: (State) -> Bool
  let conditions: [MachineCondition<Machine>]
  let reason: ((any Error) -> String?)?
  let ignored: IgnoredProperties

  /// Creates options.
  ///
  /// - Parameters:
  ///   - bounds: The limits of the exploration. If one is reached, the graph has a finding.
  ///   - isFinal: Returns `true` for a state in which a machine ends, as in *What an end can be*.
  ///   - conditions: The values that the picture knows beside the state, instead of all properties of the machine.
  ///   - reason: Returns the text that the diagram shows for an error. If it returns `nil`, a rejection
  ///     has no text, and other steps show the name of the error's case or type. By default, a rejected
  ///     ``MachineStep`` shows that name, and a rejected event shows no text.
  ///   - ignored: The properties that the picture doesn't know. A name that nothing has is a finding.
  public init(
    bounds: ExplorationBounds = ExplorationBounds(),
    isFinal: @escaping (_ state: State) -> Bool = { _ in false },
    conditions: [MachineCondition<Machine>] = [],
    reason: ((_ error: any Error) -> String?)? = nil,
    ignoring ignored: [IgnoredProperty] = []
  ) {
    self.bounds = bounds
    self.isFinal = isFinal
    self.conditions = conditions
    self.reason = reason
    self.ignored = IgnoredProperties(ignored.map(\.property))
  }
}

/// A condition of a machine that the diagram shows if it makes a difference.
///
/// ```swift
/// StateGraph(
///   .value(Queue(), state: \.phase),
///   options: .init(conditions: [.init("count") { $0.items.count }])
/// ) { $0.handle($1) }
/// // add [count = 3] / refuse
/// ```
///
/// Without conditions, the picture knows all properties of the machine. With conditions, it knows only these and the
/// state; if something else decides, that is an error.
public struct MachineCondition<Machine: ~Copyable> {
  /// The name of the condition, which the diagram shows.
  package let name: String

  let value: (borrowing Machine) -> Any

  /// Creates a condition.
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows.
  ///   - value: Returns the value. A Boolean is shown as `full` or `not full`, any other value as
  ///     `count = 3`.
  @_disfavoredOverload
  public init(_ name: String, _ value: @escaping (_ machine: borrowing Machine) -> some Any) {
    self.name = name
    self.value = { value($0) }
  }

  func field(of machine: borrowing Machine) -> PayloadField {
    PayloadField(name, ValueTree(value(machine)))
  }
}

extension MachineCondition where Machine: Copyable {
  /// Creates a condition on a stored property, which may be private.
  ///
  /// ```swift
  /// struct Queue {
  ///   private var items: [Int] = []
  ///   mutating func add() { items.append(0) }
  /// }
  /// let condition = MachineCondition<Queue>("empty", property: "items") { ($0 as! [Int]).isEmpty }
  /// // [empty]
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which the diagram shows.
  ///   - property: The name of the property; `lock.value.items` for one inside of others. The program stops if
  ///     the machine has none with this name.
  ///   - value: Returns the value to show; by default, that of the property.
  public init(
    _ name: String, property: String, _ value: @escaping (_ property: Any) -> Any = { $0 }
  ) {
    self.name = name
    self.value = { value(ReflectedState.part(property, of: copy $0)) }
  }
}

extension MachineCondition {
  /// Creates a condition with a function that reads the machine.
  package init(named name: String, reading value: @escaping (borrowing Machine) -> Any) {
    (self.name, self.value) = (name, value)
  }
}

extension Array {
  /// Returns the fields of the conditions on a machine, or `nil` if there are no conditions.
  func fields<Machine: ~Copyable>(of machine: borrowing Machine) -> [PayloadField]?
  where Element == MachineCondition<Machine> {
    guard !isEmpty else { return nil }
    var fields: [PayloadField] = []
    for condition in self { fields.append(condition.field(of: machine)) }
    return fields
  }
}
