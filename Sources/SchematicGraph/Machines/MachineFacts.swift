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

  /// A Boolean value that indicates whether the facts may be about objects, which may change afterwards.
  let holdsObjects: Bool

  /// Creates the facts about a machine of which everything is known.
  ///
  /// Objects with the same content are considered equal, even if they are different instances.
  init<State: Graphable>(of machine: Any, state: State, _ ignored: IgnoredProperties) {
    let content = ObjectContent.identity(of: machine, ignoring: ignored)
    holdsObjects = content.holdsObjects
    // A state that is stored is part of the content; one that is computed may be made of what is left out. The state
    // of an object may be made of what nobody can look into.
    let carried: [AnyHashable] =
      holdsObjects || !Self.isStored(state, in: machine)
      ? [VisitedSet.identity(of: state, ignoring: ignored)] : []
    identity = carried + [content.identity]
    fields = { Self.fields(of: machine, in: state, ignored) }
  }

  /// Returns whether a machine is its own state, or has a stored property that holds the state.
  private static func isStored<State: Graphable>(_ state: State, in machine: Any) -> Bool {
    if machine is State || (state as? ReflectedState)?.property != nil { return true }
    return ([machine] + ReflectedValue(machine).parts.map(\.value)).contains(
      where: isEqual(to: state))
  }

  /// Returns a function that tells whether a value is a state.
  private static func isEqual<State: Graphable>(to state: State) -> (Any) -> Bool {
    let held = (state as? any ExplorationIdentity)?.identity ?? state
    let identity = VisitedSet.identity(of: held)
    // An identity is costly for an object, and most values are of another type.
    return { type(of: $0) == type(of: held) && VisitedSet.identity(of: $0) == identity }
  }

  /// Creates the facts about a machine of which only the state and named values are known.
  init<State: Graphable>(
    of state: State, naming values: [PayloadField], _ ignored: IgnoredProperties
  ) {
    let carried: [AnyHashable] = [VisitedSet.identity(of: state, ignoring: ignored)]
    identity = carried + values.map { $0.value as AnyHashable }
    holdsObjects = true
    // What somebody has named says more than what a state happens to carry.
    fields = { values + PayloadField.fields(of: state, ignoring: ignored) }
  }

  /// Returns the properties of a machine, or of the object in it that has the state, such as the handler in
  /// a channel that was made for it.
  private static func parts(
    of machine: Any, with isState: (Any) -> Bool, _ ignored: IgnoredProperties
  ) -> [ReflectedValue.ReadPart] {
    let parts = ReflectedValue(machine).parts(ignored)
    let holders = parts.lazy.filter { type(of: $0.value) is AnyClass }.map { part in
      (part, inside: ReflectedValue(part.value).parts(ignored))
    }
    guard
      let holder = holders.first(where: { holder in
        holder.inside.contains { isState($0.value) }
      })
    else { return parts }
    return holder.inside + parts.filter { $0.label != holder.0.label }
  }

  /// Returns the properties of a machine and of everything on the way to a property, without that property; `nil` if
  /// the machine has no such property.
  private static func parts(
    of whole: Any, except path: ArraySlice<String>, _ ignored: IgnoredProperties
  ) -> [ReflectedValue.ReadPart]? {
    let parts = ReflectedValue(whole).parts(ignored)
    guard let found = parts.first(where: { $0.label == path.first }) else { return nil }
    let others = parts.filter { $0.label != path.first }
    guard path.count > 1, let inner = ReflectedValue.unwrapped(found.value) else { return others }
    return (self.parts(of: inner, except: path.dropFirst(), found.ignored) ?? []) + others
  }

  /// Returns the payload of the state, followed by the other properties of the machine.
  private static func fields<State: Graphable>(
    of machine: Any, in state: State, _ ignored: IgnoredProperties
  ) -> [PayloadField] {
    let carried = PayloadField.fields(of: state, ignoring: ignored)
    let isState = isEqual(to: state)
    guard !(machine is State), !isState(machine) else { return carried }
    // The first property that holds the state is left out; another one that remembers a state
    // stays.
    let property = (state as? ReflectedState)?.property
    let path = property?.split(separator: ".").map(String.init) ?? []
    let inside = parts(of: machine, except: path[...], ignored)
    let parts = inside ?? parts(of: machine, with: isState, ignored)
    let children = inside ?? parts.filter { property == nil || $0.label != property }
    var isFound = inside != nil || children.count < parts.count
    let rest = PayloadField.fields(of: children, from: .machine) { value in
      guard !isFound, isState(value) else { return false }
      isFound = true
      return true
    }
    return carried + rest
  }
}
