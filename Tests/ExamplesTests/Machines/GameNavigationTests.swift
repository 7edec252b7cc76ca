@testable import Examples
import Schematic
import Testing

@Suite struct GameNavigationTests {
  private struct DiskError: Error {}

  private let scheduler = ManualScheduler()
  private let disk = LevelDisk()
  private let navigation: GameNavigation

  init() {
    navigation = GameNavigation(scheduler: scheduler.schedule, loadLevel: disk.load)
  }

  /// Sends events to the machine.
  private func handle(_ events: NavigationEvent...) throws {
    for event in events { try navigation.machine.handle(event).get() }
  }

  @Test func gameLeadsFromTheIntroductionToTheScore() throws {
    try handle(.showHelp, .back, .start, .chooseEpisode(2), .chooseLevel(3), .finish(score: 700))
    #expect(navigation.machine.state == .finished(episode: 2, level: 3, score: 700))
    #expect(disk.loaded == ["2-3"])
  }

  @Test func backLeadsToTheIntroduction() throws {
    try handle(.start, .chooseEpisode(2), .chooseLevel(3), .back)
    #expect(navigation.machine.state == .choosingLevel(episode: 2))
    try handle(.back, .back)
    #expect(navigation.machine.state == .introduction)
  }

  @Test(arguments: NavigationState.graphCases, NavigationEvent.graphCases)
  func gameRejectsWhatDoesNotFitItsState(state: NavigationState, event: NavigationEvent) throws {
    let machine = StateMachine(schema: GameNavigation.schema, subject: navigation, state: state)
    if NavigationTable.fits(event, in: state) {
      try machine.handle(event).get()
      #expect(machine.state != state)
    } else {
      let error = #expect(throws: RejectedEventError.self) { try machine.handle(event).get() }
      #expect(error?.event == "\(event)")
      #expect(machine.state == state)
      #expect(disk.loaded.isEmpty)
      #expect(scheduler.delays.isEmpty)
    }
  }

  @Test func gameStaysIfALevelCannotBeLoaded() throws {
    try handle(.start, .chooseEpisode(1))
    disk.error = DiskError()
    #expect(throws: DiskError.self) { try handle(.chooseLevel(1)) }
    #expect(navigation.machine.state == .choosingLevel(episode: 1))
    #expect(scheduler.delays.isEmpty)
    disk.error = nil
    try handle(.chooseLevel(1))
    #expect(navigation.machine.state == .playing(episode: 1, level: 1))
  }

  @Test func levelEndsWhenItsTimeIsUp() throws {
    try handle(.start, .chooseEpisode(1), .chooseLevel(1))
    #expect(scheduler.delays == [GameNavigation.playingTime])
    scheduler.fire(0)
    #expect(navigation.machine.state == .finished(episode: 1, level: 1, score: 0))
    #expect(scheduler.delays == [GameNavigation.playingTime, GameNavigation.scoreTime])
    scheduler.fire(1)
    #expect(navigation.machine.state == .choosingLevel(episode: 1))
  }

  @Test func noCountdownOutlivesItsState() throws {
    try handle(.start, .chooseEpisode(1), .chooseLevel(1), .finish(score: 5))
    scheduler.fire(0)
    #expect(navigation.machine.state == .finished(episode: 1, level: 1, score: 5))
    try handle(.playAgain)
    scheduler.fire(1)
    #expect(navigation.machine.state == .playing(episode: 1, level: 1))
    try handle(.back)
    scheduler.fire(2)
    #expect(navigation.machine.state == .choosingLevel(episode: 1))
  }

  @Test func gameIgnoresACountdownThatEndsDuringItsExit() throws {
    try handle(.start, .chooseEpisode(1), .chooseLevel(1), .finish(score: 5))
    disk.whileLoading = { [scheduler] in scheduler.fire(1) }
    try handle(.playAgain)
    #expect(navigation.machine.state == .playing(episode: 1, level: 1))
  }

  @Test func countdownRestartsIfAnActionFails() throws {
    try handle(.start, .chooseEpisode(1), .chooseLevel(1), .finish(score: 5))
    disk.error = DiskError()
    #expect(throws: DiskError.self) { try handle(.playAgain) }
    scheduler.fire(1)
    #expect(navigation.machine.state == .finished(episode: 1, level: 1, score: 5))
    scheduler.fire(2)
    #expect(navigation.machine.state == .choosingLevel(episode: 1))
  }

  @Test func everyActionRunsExactlyOncePerMove() throws {
    try handle(.start, .chooseEpisode(1), .chooseLevel(1), .finish(score: 5), .playAgain)
    #expect(disk.loaded == ["1-1", "1-1"])
    #expect(scheduler.delays.count == 3)
  }
}

/// The events that fit each place of the game.
enum NavigationTable {
  /// Returns true where an event fits a place.
  static func fits(_ event: NavigationEvent, in state: NavigationState) -> Bool {
    let events: [NavigationEvent] =
      switch state {
      case .introduction: [.start, .showHelp]
      case .help: [.back]
      case .choosingEpisode: [.chooseEpisode(1), .back]
      case .choosingLevel: [.chooseLevel(1), .back]
      case .playing: [.finish(score: 100), .timeUp, .back]
      case .finished: [.playAgain, .timeUp, .back]
      }
    return events.contains(event)
  }
}

/// A loader of levels that fails on request.
final class LevelDisk {
  /// The levels that were loaded, oldest first.
  private(set) var loaded: [String] = []
  /// The error to fail with; `nil` to succeed.
  var error: (any Error)?
  /// A function that is called during a load.
  var whileLoading: () -> Void = {}

  /// Loads a level, or fails.
  func load(episode: Int, level: Int) throws {
    whileLoading()
    if let error { throw error }
    loaded.append("\(episode)-\(level)")
  }
}

/// A scheduler that the test drives.
final class ManualScheduler {
  private(set) var delays: [Duration] = []
  private var actions: [() -> Void] = []

  /// Records an action.
  func schedule(_ delay: Duration, _ action: @escaping () -> Void) {
    delays.append(delay)
    actions.append(action)
  }

  /// Runs the action scheduled at an index, even where it is no longer wanted.
  func fire(_ index: Int) {
    actions[index]()
  }
}
