import Schematic

/// A machine during exploration, named after its state and identified by its ``MachineFacts``.
struct MachineValue<Machine: ~Copyable, State, Event>: Graphable, ExplorationIdentity {
  let state: State
  /// The state as diagrams name it.
  let named: any Graphable
  let facts: MachineFacts
  /// Makes the machine with which these steps begin.
  let make: () -> Machine
  /// The steps that lead to the machine.
  let way: [TakenStep<Event>]
  /// The content of the machine with what the picture leaves out; `nil` if nobody needs it or can see it.
  let content: String?
  /// What waits for a step.
  let waiting: any WaitingWork
  /// Returns a new machine that has handled the same events.
  let machine: () -> Machine
  /// Returns the machine with all of its properties, or `nil` if it can't be inspected.
  let inspected: () -> Any?

  /// None, because the values of a machine result from its events.
  static var graphCases: [MachineValue] { [] }

  var casePath: [String] { named.casePath }

  package var identity: Any {
    waiting.identity.map { [facts.identity, $0] } ?? facts.identity
  }
  package var whole: Any? { inspected() }
  package func fields(ignoring _: IgnoredProperties) -> [PayloadField] {
    facts.fields() + waiting.fields
  }
}

extension PayloadField {
  /// Returns a field that tells what has happened to a machine.
  package static func history(_ name: String, _ text: String) -> PayloadField {
    PayloadField(name: name, value: .told(text), origin: .history)
  }
}

/// A step on the way to a machine.
struct TakenStep<Event> {
  let event: Event
  /// The answers of services in the step.
  let answers: [Bool]
}

/// Facts about a machine at one moment.
struct MachineFacts {
  /// The value that distinguishes the machine from others.
  let identity: AnyHashable
  /// Returns the fields with which conditions distinguish the machine, as it is now.
  var fields: () -> [PayloadField]

  /// Creates the facts about a machine of which everything is known.
  ///
  /// Objects with the same content are considered equal, even if they are different instances.
  init<State: Graphable>(of machine: Any, state: State, _ ignored: IgnoredProperties) {
    let machine = ValueTree(machine, ignoring: ignored)
    // A state that is stored is part of the content; one that is computed may be made of what is left out. The state
    // of an object may be made of what nobody can look into.
    let carried: [AnyHashable] =
      machine.holdsObjects || !Self.isStored(state, in: machine.value)
      ? [ValueTree(state, ignoring: ignored).identity] : []
    identity = carried + [machine.machineIdentity]
    fields = { Self.fields(of: machine, in: state, ignored) }
  }

  /// Returns whether a machine is its own state, or has a stored property that holds the state.
  private static func isStored<State: Graphable>(_ state: State, in machine: Any) -> Bool {
    if machine is State || (state as? ReflectedState)?.property != nil { return true }
    let whole = ValueTree(machine)
    return ([whole] + whole.children).contains(where: isEqual(to: state))
  }

  /// Returns a function that tells whether a value is a state.
  private static func isEqual<State: Graphable>(to state: State) -> (ValueTree) -> Bool {
    let held = (state as? any ExplorationIdentity)?.identity ?? state
    let identity = ValueTree(held).identity
    // An identity is costly for an object, and most values are of another type.
    return {
      type(of: $0.value) == type(of: held) && ValueTree($0.value).identity == identity
    }
  }

  /// Creates the facts about a machine of which only the state and named values are known.
  init<State: Graphable>(
    of state: State, naming values: [PayloadField], _ ignored: IgnoredProperties
  ) {
    let carried: [AnyHashable] = [ValueTree(state, ignoring: ignored).identity]
    identity = carried + values.map { $0.value as AnyHashable }
    // What somebody has named says more than what a state happens to carry.
    fields = { values + PayloadField.fields(of: state, ignoring: ignored) }
  }

  /// Returns the properties of a machine, or of the object in it that has the state, such as the handler in
  /// a channel that was made for it.
  private static func parts(
    of machine: ValueTree, with isState: (ValueTree) -> Bool
  ) -> [ValueTree] {
    let parts = machine.children
    let holder = parts.first { $0.object != nil && $0.children.contains(where: isState) }
    guard let holder else { return parts }
    return holder.children + parts.filter { $0.label != holder.label }
  }

  /// Returns the properties of a machine and of everything on the way to a property, without that property; `nil` if
  /// the machine has no such property.
  private static func parts(
    of whole: ValueTree, except path: ArraySlice<String>
  ) -> [ValueTree]? {
    guard let found = whole.children.first(where: { $0.label == path.first }) else { return nil }
    let others = whole.children.filter { $0.label != path.first }
    guard path.count > 1, let inner = found.unwrapped else { return others }
    return (parts(of: inner, except: path.dropFirst()) ?? []) + others
  }

  /// Returns the payload of the state, followed by the other properties of the machine.
  private static func fields<State: Graphable>(
    of machine: ValueTree, in state: State, _ ignored: IgnoredProperties
  ) -> [PayloadField] {
    let carried = PayloadField.fields(of: state, ignoring: ignored)
    let isState = isEqual(to: state)
    guard !(machine.value is State), !isState(machine) else { return carried }
    // The first property that holds the state is left out; another one that remembers a state
    // stays.
    let property = (state as? ReflectedState)?.property
    let path = property?.split(separator: ".").map(String.init) ?? []
    let inside = parts(of: machine, except: path[...])
    let parts = inside ?? parts(of: machine, with: isState)
    let children = inside ?? parts.filter { property == nil || $0.label != property }
    var isFound = inside != nil || children.count < parts.count
    let rest = PayloadField.fields(of: children, from: .machine) { part in
      guard !isFound, isState(part) else { return false }
      isFound = true
      return true
    }
    return carried + rest
  }
}
