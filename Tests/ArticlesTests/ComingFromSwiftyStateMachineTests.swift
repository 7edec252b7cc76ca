import Schematic
import SchematicGraph
import Testing

/// The code before: what SwiftyStateMachine 0.3 looked like, in the spelling of today's Swift.
private enum Before {
  enum Number { case one, two, three }
  enum Operation { case increment, decrement }

  final class Counter {
    var steps = 0

    static let schema = SwiftyStateMachineSchema<Number, Operation, Counter>(
      initialState: .one
    ) { (state, event) in
      switch state {
      case .one:
        switch event {
        case .decrement: return nil
        case .increment: return (.two, { $0.steps += 1 })
        }
      case .two:
        switch event {
        case .decrement: return (.one, { $0.steps += 1 })
        case .increment: return (.three, { $0.steps += 1 })
        }
      case .three:
        switch event {
        case .decrement: return (.two, nil)
        case .increment: return nil
        }
      }
    }
  }
}

enum Number: CaseIterable, Graphable { case one, two, three }
enum Operation: CaseIterable, Graphable { case increment, decrement }

final class Counter {
  var steps = 0

  static let schema = StateMachineSchema<Number, Operation, Counter>(
    initialState: .one
  ) { state, event in
    switch state {
    case .one:
      switch event {
      case .decrement: return .ignored
      case .increment: return .to(.two, "count") { $0.steps += 1 }
      }
    case .two:
      switch event {
      case .decrement: return .to(.one, "count") { $0.steps += 1 }
      case .increment: return .to(.three, "count") { $0.steps += 1 }
      }
    case .three:
      switch event {
      case .decrement: return .to(.two)
      case .increment: return .ignored
      }
    }
  }
}

/// A stand-in with the initializer and the calls that the code before uses.
private struct SwiftyStateMachineSchema<State, Event, Subject>: @unchecked Sendable {
  typealias Logic = (State, Event) -> (State, ((Subject) -> Void)?)?

  let initialState: State
  let transitionLogic: Logic

  init(initialState: State, transitionLogic: @escaping Logic) {
    self.initialState = initialState
    self.transitionLogic = transitionLogic
  }
}

@Suite struct ComingFromSwiftyStateMachineTests {
  @Test(arguments: [Number.one, .two, .three], [Operation.increment, .decrement])
  func newCounterDoesWhatTheOldSchemaDid(state: Number, event: Operation) throws {
    let old = Before.Counter()
    let oldAnswer = Before.Counter.schema.transitionLogic(
      try #require(Self.number(state)), event == .increment ? .increment : .decrement)
    oldAnswer?.1?(old)

    let new = Counter()
    let machine = StateMachine(schema: Counter.schema, subject: new, state: state)
    let outcome = machine.handle(event)

    #expect((outcome == .ignored) == (oldAnswer == nil))
    #expect("\(machine.state)" == "\(oldAnswer?.0 ?? Self.number(state)!)")
    #expect(new.steps == old.steps)
  }

  private static func number(_ state: Number) -> Before.Number? {
    switch state {
    case .one: .one
    case .two: .two
    case .three: .three
    }
  }
}
