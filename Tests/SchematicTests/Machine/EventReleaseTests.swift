import Schematic
import Testing

@Suite struct EventReleaseTests {
  @Test func eventThatIsSentWhenAnotherIsReleasedIsHandled() {
    let desk = Desk()
    #expect(desk.machine.handle(.open) == .moved)
    #expect(desk.log == ["filed", "filed", "tick", "tick"])
  }

  /// Files papers, each of which tells the desk when it is thrown away.
  private final class Desk {
    enum Drawer: Sendable { case closed, open }
    enum Event { case open, file(Paper), tick }

    var log: [String] = []
    private(set) lazy var machine: StateMachine<Drawer, Event, Desk> =
      StateMachine(schema: Self.schema, subject: self)

    private static let schema = StateMachineSchema<Drawer, Event, Desk>(initialState: .closed) {
      _, event in
      switch event {
      case .open: return .to(.open) { $0.sendPapers() }
      case .file: return .stay { $0.log.append("filed") }
      case .tick: return .stay { $0.log.append("tick") }
      }
    }

    private func sendPapers() {
      for _ in 1...2 { machine.handle(.file(Paper(desk: self))) }
    }
  }

  private final class Paper {
    private unowned let desk: Desk

    init(desk: Desk) {
      self.desk = desk
    }

    deinit {
      desk.machine.handle(.tick)
    }
  }
}
