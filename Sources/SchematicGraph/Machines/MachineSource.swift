/// The origin of a hand-written machine: how to make it for each step, and how to tell its state.
///
/// ```swift
/// let stream = MachineSource.value(StreamMachine(), state: \.state)  // made by this expression
/// let light = MachineSource.value(Light.red)  // the same, and its own state
/// let kettle = MachineSource.made(state: \.state) { Kettle() }  // made by this function
/// ```
///
/// A machine is never copied. For each step, a new one is made and handles the events that lead to the state of the
/// step. So nothing that two machines might share can matter, and what differs between two machines after the same
/// events is a finding that names the property.
///
/// The state needs no protocol. If its type is `Graphable`, its own names are shown, and cases that are never reached;
/// else reflection reads it: see ``ReflectedState``.
///
/// The properties of a machine are explored together with its state, and shown as a condition if they make a
/// difference: `data [isPadded]`. Two machines that agree in all that the picture knows of them are one value; what it
/// knows is said by ``MachineOptions``.
public struct MachineSource<Machine: ~Copyable, State> {
  /// Returns the facts about a machine.
  ///
  /// The arguments are the machine, its state, the fields of its conditions (`nil` if there are no
  /// conditions), and the ignored properties.
  typealias Facts = (borrowing Machine, any Graphable, [PayloadField]?, IgnoredProperties) ->
    MachineFacts

  let make: () -> Machine
  /// Functions that make the machine in other ways.
  private(set) var otherMakes: [() -> Machine] = []
  let state: (borrowing Machine) -> State
  let facts: Facts
  /// Returns a machine as a value to inspect; `nil` if machines can't be inspected.
  let inspect: ((borrowing Machine) -> Any)?
  /// The reason why the machine can't be explored, or `nil` if it can.
  private(set) var obstacle: GraphFinding?
  /// The work around the machine in its steps, if the machine brings that with it.
  package var work: (any StepWork.Type)?
}

extension MachineSource where Machine: Copyable {
  /// Creates the source of a machine that an expression makes.
  ///
  /// ```swift
  /// struct Door {
  ///   private(set) var isOpen = false
  ///   mutating func push() { isOpen.toggle() }
  /// }
  /// StateGraph(.value(Door()) { ReflectedState($0.isOpen) }, steps: [.step("push") { $0.push() }])
  /// // false -> true: push
  /// // true -> false: push
  /// ```
  ///
  /// The expression is evaluated for each step, as with `made(state:_:)`. If it returns the same object each time,
  /// the graph has no transitions, and a finding.
  ///
  /// - Parameters:
  ///   - machine: An expression that makes the machine, the same each time.
  ///   - state: Returns the state of a machine, such as `\.state`; a ``ReflectedState`` if the state's type is private.
  /// - Returns: The source.
  /// - Complexity: For each step, one evaluation of `machine` and one step for each event that is handled again.
  public static func value(
    _ machine: @autoclosure @escaping () throws -> Machine,
    state: @escaping (_ machine: Machine) -> State
  ) rethrows -> MachineSource {
    let first = try machine()
    // An expression that has made one machine makes others, too.
    var source = made(state: state) { (try? machine()) ?? first }
    if type(of: first as Any) is AnyClass, first as AnyObject === (try machine()) as AnyObject {
      source.obstacle = .sharedInstance(of: typeText(of: first))
    }
    return source
  }

  /// Creates the source of a machine that a function makes.
  ///
  /// For each step, a new machine is made and handles the events that lead to the state of the step. If the
  /// same events lead to a different result the second time, the graph has a finding.
  ///
  /// - Parameters:
  ///   - state: Returns the state of a machine, such as `\.state`; a ``ReflectedState`` if the state's type is private.
  ///   - make: Creates a machine, the same each time.
  /// - Returns: The source.
  /// - Complexity: For each step, one call of `make` and one step for each event that is handled again.
  public static func made(
    state: @escaping (_ machine: Machine) -> State, _ make: @escaping () -> Machine
  ) -> MachineSource {
    MachineSource(
      make: make, state: { state(copy $0) },
      facts: { machine, state, named, ignored in
        named.map { MachineFacts(of: state, naming: $0, ignored) }
          ?? MachineFacts(of: copy machine, state: state, ignored)
      }, inspect: { copy $0 })
  }

  /// Creates the source of a machine that starts with one of several arguments, such as its role.
  ///
  /// ```swift
  /// struct Peer {
  ///   enum Role { case client, server }
  ///   let role: Role
  ///   private(set) var isOpen = false
  ///   mutating func open() { if role == .client { isOpen = true } }
  /// }
  /// StateGraph(
  ///   .made(state: { ReflectedState($0.isOpen) }, with: [Peer.Role.client, .server]) { Peer(role: $0) },
  ///   steps: [.step("open") { $0.open() }])
  /// // false -> true: open [role = client]
  /// ```
  ///
  /// The argument is seen where the machine keeps it, in a condition. A machine that starts in another state
  /// with another argument needs a graph of its own, which a finding says.
  ///
  /// - Parameters:
  ///   - state: Returns the state of a machine, such as `\.state`; a ``ReflectedState`` if the state's type is private.
  ///   - arguments: The arguments.
  ///   - make: Creates a machine, the same each time for an argument.
  /// - Returns: The source.
  /// - Precondition: There is an argument.
  /// - Complexity: For each step, one call of `make` and one step for each event that is handled again.
  public static func made<Argument>(
    state: @escaping (_ machine: Machine) -> State, with arguments: [Argument],
    _ make: @escaping (_ argument: Argument) -> Machine
  ) -> MachineSource {
    precondition(!arguments.isEmpty, "nothing starts a machine: name one argument or more")
    var source = made(state: state) { make(arguments[0]) }
    source.otherMakes = arguments.dropFirst().map { argument in { make(argument) } }
    return source
  }
}

extension MachineSource where Machine == State {
  /// Creates the source of a machine that is a value and its own state.
  ///
  /// - Parameter machine: The machine to start with.
  /// - Returns: The source.
  public static func value(
    _ machine: @autoclosure @escaping () throws -> Machine
  ) rethrows -> MachineSource {
    try value(try machine()) { $0 }
  }
}

extension MachineSource where Machine: ~Copyable {
  /// Creates the source of a machine that can't be copied.
  ///
  /// For each step, a new machine is created and handles the events that lead to the state of the
  /// step. Only the state and the conditions are known. Machines that agree in these are one value, and are compared
  /// after each way that leads to it, up to the bounds on merges.
  ///
  /// - Parameters:
  ///   - state: Returns the state of a machine.
  ///   - make: Creates a machine, the same each time.
  /// - Returns: The source.
  /// - Complexity: For each step, one call of `make` and one step for each event that is handled again.
  @_disfavoredOverload
  public static func made(
    state: @escaping (_ machine: borrowing Machine) -> State, _ make: @escaping () -> Machine
  ) -> MachineSource {
    MachineSource(
      make: make, state: state, facts: { MachineFacts(of: $1, naming: $2 ?? [], $3) }, inspect: nil)
  }
}
