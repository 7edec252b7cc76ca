import Schematic
import Testing

@Suite struct TargetStateIsolationTests {
  enum Mode: Hashable, Sendable { case off, on }

  @MainActor private final class Lamp {
    var modes: [Mode] = []

    static let schema = StateMachineSchema<Mode, Mode, Lamp>(
      initialState: .off, on: MainActor.self,
      shouldMove: { $0 != $1 },
      didMove: { _, mode, lamp in lamp.modes.append(mode) })
  }

  @MainActor @Test func reactsOnTheMainActor() {
    let lamp = Lamp()
    let machine = StateMachine(schema: Lamp.schema, subject: lamp)
    #expect(machine.handle(.on) == .moved)
    #expect(machine.can(.on) == false)
    #expect(lamp.modes == [.on])
  }

  private actor Relay {
    var modes: [Mode] = []
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func move(to mode: Mode) -> Outcome { machine.handle(mode) }

    static let schema = StateMachineSchema<Mode, Mode, Relay>(
      initialState: .off,
      shouldMove: { $0 != $1 },
      didMove: { _, mode, relay in relay.modes.append(mode) })
  }

  @Test func reactsOnTheActorThatIsTheSubject() async {
    let relay = Relay()
    #expect(await relay.move(to: .on) == .moved)
    #expect(await relay.modes == [.on])
  }
}
