import Schematic
import SchematicTestKit
import Testing

/// Tasks may end with an event or without one, in closures of every form.
@MainActor @Suite(.timeLimit(.minutes(30))) struct TaskFormTests {
  enum Form: CaseIterable, Sendable {
    case event, optionalEvent, noEvent, implicitEvent
    case statementsWithEvent, statementsWithoutEvent, sending
    case named, namedWithoutEvent

    /// What the task ends with, or has sent by then.
    var state: State {
      switch self {
      case .noEvent, .statementsWithoutEvent, .namedWithoutEvent: .busy
      default: .done
      }
    }
  }

  enum State: Sendable { case idle, busy, done }
  enum Event: Sendable { case begin, end }

  /// A label that is no literal.
  private nonisolated static let label = String("label")

  @MainActor final class Screen {
    var steps = 0

    func step() async { steps += 1 }
    func load() async -> Event {
      await step()
      return .end
    }
    func look() async -> Event? { await load() }
  }

  @Test(arguments: Form.allCases)
  func taskEndsOnTheMainActor(form: Form) async throws {
    let schema = StateMachineSchema<State, Event, Screen>(initialState: .idle, on: MainActor.self) {
      state, event in .to(event == .begin ? .busy : .done)
    }
    .states(on: MainActor.self) { state in
      guard state == .busy else { return .none }
      switch form {
      case .event: return .task("load") { screen, _ in await screen.load() }
      case .optionalEvent: return .task("load") { screen, _ in await screen.look() }
      case .noEvent: return .task("load") { screen, _ in await screen.step() }
      case .implicitEvent:
        return .task { screen, _ in
          await screen.step()
          return .end
        }
      case .statementsWithEvent:
        return .task("load") { screen, _ in
          await screen.step()
          return await screen.look()
        }
      case .statementsWithoutEvent:
        return .task("load") { screen, _ in
          await screen.step()
          await screen.step()
        }
      case .sending:
        return .task("load") { screen, send in
          await screen.step()
          send(.end)
        }
      case .named: return .task(Self.label) { screen, _ in await screen.load() }
      case .namedWithoutEvent: return .task(Self.label) { screen, _ in await screen.step() }
      }
    }
    let screen = Screen()
    let machine = StateMachine(schema: schema, subject: screen)
    machine.handle(.begin)
    try await machine.waitUntilSettled()
    #expect(screen.steps > 0)
    #expect(machine.state == form.state)
  }

  actor Server {
    private var steps = 0
    private let schema: StateMachineSchema<State, Event, Server>
    private lazy var machine = StateMachine(schema: schema, subject: self)

    init(_ form: Form) { schema = Self.schema(form) }

    private func step() async { steps += 1 }
    private func load() async -> Event {
      await step()
      return .end
    }
    private func look() async -> Event? { await load() }

    func begin() async throws -> (steps: Int, state: State) {
      machine.handle(.begin)
      try await machine.waitUntilSettled()
      return (steps, machine.state)
    }

    private static func schema(_ form: Form) -> StateMachineSchema<State, Event, Server> {
      StateMachineSchema<State, Event, Server>(initialState: .idle) { state, event in
        .to(event == .begin ? .busy : .done)
      }
      .states { state in
        guard state == .busy else { return .none }
        switch form {
        case .event: return .task("load") { server, _ in await server.load() }
        case .optionalEvent: return .task("load") { server, _ in await server.look() }
        case .noEvent: return .task("load") { server, _ in await server.step() }
        case .implicitEvent:
          return .task { server, _ in
            await server.step()
            return .end
          }
        case .statementsWithEvent:
          return .task("load") { server, _ in
            await server.step()
            return await server.look()
          }
        case .statementsWithoutEvent:
          return .task("load") { server, _ in
            await server.step()
            await server.step()
          }
        case .sending:
          return .task("load") { server, send in
            await server.step()
            send(.end)
          }
        case .named: return .task(TaskFormTests.label) { server, _ in await server.load() }
        case .namedWithoutEvent:
          return .task(TaskFormTests.label) { server, _ in await server.step() }
        }
      }
    }
  }

  @Test(arguments: Form.allCases)
  func taskEndsOnAnActor(form: Form) async throws {
    let result = try await Server(form).begin()
    #expect(result.steps > 0)
    #expect(result.state == form.state)
  }
}
