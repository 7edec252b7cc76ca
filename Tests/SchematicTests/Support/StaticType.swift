import Schematic

protocol Named { var name: String { get } }
protocol NamedObject: AnyObject { var name: String { get } }
protocol NamedError: Error { var name: String { get } }

final class Object: Named, NamedObject, NamedError { let name = "object" }
struct Value: Named { let name: String }

/// The static types under which one and the same object may become a subject.
enum StaticType: CaseIterable {
  case concrete, existential, classExistential, anything, anyObject
  case generic, constrainedGeneric, classGeneric
  case error, namedError, optionalError, errorInAnything

  func machine(over object: Object) -> ErasedMachine {
    switch self {
    case .concrete:
      let machine = StateMachine(schema: counting(Object.self), subject: object)
      return ErasedMachine(of: machine)
    case .existential:
      let machine = StateMachine(schema: counting((any Named).self), subject: object)
      return ErasedMachine(of: machine)
    case .classExistential:
      let machine = StateMachine(schema: counting((any NamedObject).self), subject: object)
      return ErasedMachine(of: machine)
    case .anything:
      let machine = StateMachine(schema: counting(Any.self), subject: object)
      return ErasedMachine(of: machine)
    case .anyObject:
      let machine = StateMachine(schema: counting(AnyObject.self), subject: object)
      return ErasedMachine(of: machine)
    case .generic: return ErasedMachine(over: object)
    case .constrainedGeneric: return named(object)
    case .classGeneric: return identified(object)
    case .error: return ErasedMachine(over: object as any Error)
    case .namedError: return ErasedMachine(over: object as any NamedError)
    case .optionalError: return ErasedMachine(over: object as (any Error)?)
    case .errorInAnything: return ErasedMachine(over: (object as any Error) as Any)
    }
  }

  private func named<Subject: Named>(_ subject: Subject) -> ErasedMachine {
    ErasedMachine(of: StateMachine(schema: counting(Subject.self), subject: subject))
  }

  private func identified<Subject: AnyObject>(_ subject: Subject) -> ErasedMachine {
    ErasedMachine(of: StateMachine(schema: counting(Subject.self), subject: subject))
  }
}

/// A machine that counts its events, whatever its subject.
struct ErasedMachine {
  let handle: () -> Outcome
  let state: () -> Int
  let can: () -> Bool
  let hasSubject: () -> Bool

  init<Subject>(over subject: Subject) {
    self.init(of: StateMachine(schema: counting(Subject.self), subject: subject))
  }

  init<Subject>(of machine: StateMachine<Int, Void, Subject>) {
    handle = { machine.handle(()) }
    state = { machine.state }
    can = { machine.can(()) }
    hasSubject = { machine.subject != nil }
  }
}

private func counting<Subject>(_: Subject.Type) -> StateMachineSchema<Int, Void, Subject> {
  StateMachineSchema(initialState: 0) { count, _ in .to(count + 1) { _ in } }
}
