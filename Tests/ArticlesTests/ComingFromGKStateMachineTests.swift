import Schematic
import SchematicGraph
import Testing

private final class GuardRobot {
  var alarmRings = false

  class GuardState: GKState {
    unowned let robot: GuardRobot
    init(_ robot: GuardRobot) { self.robot = robot }
  }

  final class Patrolling: GuardState {
    override func isValidNextState(_ stateClass: AnyClass) -> Bool {
      stateClass == Chasing.self
    }
  }

  final class Chasing: GuardState {
    override func isValidNextState(_ stateClass: AnyClass) -> Bool {
      stateClass == Patrolling.self || stateClass == Returning.self
    }
    override func didEnter(from previousState: GKState?) { robot.alarmRings = true }
    override func willExit(to nextState: GKState) { robot.alarmRings = false }
  }

  final class Returning: GuardState {
    override func isValidNextState(_ stateClass: AnyClass) -> Bool {
      stateClass == Patrolling.self
    }
  }

  lazy var machine = GKStateMachine(
    states: [Patrolling(self), Chasing(self), Returning(self)])

  func seesIntruder() { machine.enter(Chasing.self) }
  func losesIntruder() { machine.enter(Returning.self) }
  func arrives() { machine.enter(Patrolling.self) }
}

enum RobotState: CaseIterable, Graphable { case patrolling, chasing, returning }
enum RobotEvent: CaseIterable, Graphable { case seesIntruder, losesIntruder, arrives }

final class Robot {
  var alarmRings = false

  static let schema = StateMachineSchema<RobotState, RobotEvent, Robot>(
    initialState: .patrolling
  ) { state, event in
    switch state {
    case .patrolling:
      switch event {
      case .seesIntruder: return .to(.chasing)
      case .losesIntruder, .arrives: return .ignored
      }
    case .chasing:
      switch event {
      case .losesIntruder: return .to(.returning)
      case .arrives: return .to(.patrolling)
      case .seesIntruder: return .ignored
      }
    case .returning:
      switch event {
      case .arrives: return .to(.patrolling)
      case .seesIntruder, .losesIntruder: return .ignored
      }
    }
  }
  .states { state in
    switch state {
    case .chasing:
      return .entry("ring alarm") { $0.alarmRings = true }
        .exit("stop alarm") { $0.alarmRings = false }
    case .patrolling, .returning: return .none
    }
  }
}

@Suite struct ComingFromGKStateMachineTests {
  @Test(arguments: [
    [RobotEvent.seesIntruder, .losesIntruder, .arrives], [.seesIntruder, .arrives, .losesIntruder],
    [.losesIntruder, .seesIntruder, .losesIntruder],
  ])
  func newRobotDoesWhatTheStateClassesDid(events: [RobotEvent]) throws {
    let old = GuardRobot()
    old.arrives()
    let new = Robot()
    let machine = StateMachine(schema: Robot.schema, subject: new)
    for event in events {
      // The old machine does not know events, only states to go to.
      if machine.can(event) {
        switch event {
        case .seesIntruder: old.seesIntruder()
        case .losesIntruder: old.losesIntruder()
        case .arrives: old.arrives()
        }
      }
      machine.handle(event)
      let state = try #require(old.machine.currentState)
      #expect("\(type(of: state))".lowercased() == "\(machine.state)")
      #expect(new.alarmRings == old.alarmRings)
    }
  }
}
