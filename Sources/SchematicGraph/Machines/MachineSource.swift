/// The origin of a hand-written machine: how to obtain it for each step, and how to tell its state.
///
/// ```swift
/// let stream = MachineSource.value(StreamMachine(), state: \.state)  // copied before each step
/// let light = MachineSource.value(Light.red)  // the same, and its own state
/// let kettle = MachineSource.made(state: \.state) { Kettle() }  // created anew for each step
/// ```
///
/// The properties of a copyable machine are explored together with its state, and shown as a condition
/// if they make a difference: `data [isPadded]`.
public struct MachineSource<Machine: ~Copyable, State: Graphable> {
  /// Returns a function that returns copies of a machine.
  typealias Copies = (borrowing Machine) -> () -> Machine
  /// Returns the facts about a machine.
  ///
  /// The arguments are the machine, its state, the fields of its conditions (`nil` if there are no
  /// conditions), and the ignored properties.
  typealias Facts = (borrowing Machine, State, [PayloadField]?, IgnoredProperties) -> MachineFacts

  let make: () -> Machine
  /// Functions that make the machine in other ways.
  private(set) var otherMakes: [() -> Machine] = []
  /// Creates the machine again, to compare it with the first.
  let makeAgain: () -> Machine
  let state: (borrowing Machine) -> State
  let facts: Facts
  /// The function for copies, or `nil` if each step gets a new machine.
  let copies: Copies?
  /// Returns a machine as a value to inspect; `nil` if machines can't be inspected.
  let inspect: ((borrowing Machine) -> Any)?
  /// Returns the source to use if copies share an object that a step changes; `nil` if there are no copies.
  private(set) var anew: (() -> MachineSource)?
  /// The reason why the machine can't be explored, or `nil` if it can.
  private(set) var obstacle: GraphFinding?
  /// The work around the machine in its steps, if the machine brings that with it.
  package var work: (any StepWork.Type)?
}

extension MachineSource where Machine: Copyable {
  /// Creates the source of a machine that is a value.
  ///
  /// The machine is copied before each step. It is made twice at the beginning, and a property that has
  /// another value the second time is a finding. If it is an object, or copies share a continuation,
  /// an atomic number, a lock, or an object that a step changes, it is created anew for each step, as with `made`. If
  /// the expression returns the same object each time, the graph has no transitions, and a finding.
  ///
  /// - Parameters:
  ///   - machine: An expression that makes the machine to start with.
  ///   - state: Returns the state of a machine; a ``ReflectedState`` if the state's type is private.
  /// - Returns: The source.
  public static func value(
    _ machine: @autoclosure @escaping () throws -> Machine,
    state: @escaping (_ machine: Machine) -> State
  ) rethrows -> MachineSource {
    let (first, second) = (try machine(), try machine())
    // An expression that has made two machines makes others, too.
    func anew() -> MachineSource { made(state: state) { (try? machine()) ?? first } }
    guard !(type(of: first as Any) is AnyClass) else {
      var source = anew()
      if first as AnyObject === second as AnyObject {
        source.obstacle = .sharedInstance(of: typeText(of: first))
      }
      return source
    }
    return MachineSource(
      make: { first }, makeAgain: { second }, state: { state(copy $0) },
      facts: { MachineFacts(of: copy $0, state: $1, conditions: $2, $3) },
      copies: { machine in
        let machine = copy machine
        return { machine }
      }, inspect: { copy $0 }, anew: anew)
  }

  /// Creates the source of a machine that is an object or refers to objects.
  ///
  /// An object can't be copied. For each step, a new object is created and handles the events that
  /// lead to the state of the step. Two objects with the same content are considered equal. If the
  /// same events lead to a different result the second time, the graph has a finding.
  ///
  /// - Parameters:
  ///   - state: Returns the state of a machine; a ``ReflectedState`` if the state's type is private.
  ///   - make: Creates a machine, the same each time.
  /// - Returns: The source.
  /// - Complexity: For each step, one call of `make` and one step for each event that is handled again.
  public static func made(
    state: @escaping (_ machine: Machine) -> State, _ make: @escaping () -> Machine
  ) -> MachineSource {
    MachineSource(
      make: make, makeAgain: make, state: { state(copy $0) },
      facts: { MachineFacts(ofObject: copy $0, state: $1, conditions: $2, $3) }, copies: nil,
      inspect: { copy $0 })
  }
}

extension MachineSource where Machine: Copyable {
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
  ///   - state: Returns the state of a machine; a ``ReflectedState`` if the state's type is private.
  ///   - arguments: The arguments, one or more.
  ///   - make: Creates a machine, the same each time for an argument.
  /// - Returns: The source.
  /// - Complexity: For each step, one call of `make` and one step for each event that is handled again.
  public static func made<Argument>(
    state: @escaping (_ machine: Machine) -> State, with arguments: [Argument],
    _ make: @escaping (_ argument: Argument) -> Machine
  ) -> MachineSource {
    made(state: state) { make(first(arguments)) }.making(make, with: arguments.dropFirst())
  }

  /// Creates the source of a machine that is a value and starts with one of several arguments, such as its role.
  ///
  /// ```swift
  /// struct Peer {
  ///   enum Role { case client, server }
  ///   let role: Role
  ///   private(set) var isOpen = false
  ///   mutating func open() { if role == .client { isOpen = true } }
  /// }
  /// StateGraph(
  ///   .value(with: [Peer.Role.client, .server], state: { ReflectedState($0.isOpen) }) {
  ///     Peer(role: $0)
  ///   },
  ///   steps: [.step("open") { $0.open() }])
  /// // false -> true: open [role = client]
  /// ```
  ///
  /// - Parameters:
  ///   - arguments: The arguments, one or more.
  ///   - state: Returns the state of a machine; a ``ReflectedState`` if the state's type is private.
  ///   - make: Creates a machine, the same each time for an argument.
  /// - Returns: The source, as `value` returns it without arguments.
  public static func value<Argument>(
    with arguments: [Argument], state: @escaping (_ machine: Machine) -> State,
    _ make: @escaping (_ argument: Argument) -> Machine
  ) -> MachineSource {
    value(make(first(arguments)), state: state).making(make, with: arguments.dropFirst())
  }

  private static func first<Argument>(_ arguments: [Argument]) -> Argument {
    precondition(!arguments.isEmpty, "nothing starts a machine: name one argument or more")
    return arguments[0]
  }

  /// Returns a source that also makes machines with other arguments.
  private func making<Argument>(
    _ make: @escaping (Argument) -> Machine, with arguments: some Sequence<Argument>
  ) -> MachineSource {
    var source = self
    source.otherMakes = arguments.map { argument in { make(argument) } }
    source.anew = anew.map { anew in { anew().making(make, with: arguments) } }
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
  /// step. Only the state and the conditions are known, so machines that agree in these are
  /// considered equal.
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
      make: make, makeAgain: make, state: state,
      facts: { MachineFacts(of: $1, conditions: $2, $3) }, copies: nil, inspect: nil)
  }
}
