import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit

/// The subject of a machine whose picture is tested: it notes what is done with it, and sends events of
/// its own, throws and runs tasks at random.
///
/// It is an actor whose jobs run when the test says so, on the thread of the test.
actor PredictedSubject<State: PredictedState, Event: ChartSignal> {
  typealias Machine = StateMachine<State, Event, PredictedSubject>

  /// The next thing that a task does.
  enum Command: Sendable {
    case send(Event)
    case finish(Event?)
  }

  nonisolated let executor = ManualExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  nonisolated let log = PredictionLog<Event>()

  /// What lengths with a name are longer by.
  private var stretch = 0
  /// The names of the guards that hold.
  var answers: Set<String> = []
  var machine: Machine?

  private var random: SplitMix64
  /// The number of events that actions may still send, so that a run ends.
  private var budget = 0
  private var commands: [Int: CheckedContinuation<Command, Never>] = [:]
  private var sends: [Int: (Event) -> Void] = [:]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// Prepares for the next event from outside.
  ///
  /// - Parameter budget: The number of events that actions may send meanwhile.
  func prepare(budget: Int) {
    self.budget = budget
    stretch = Int.random(in: 0..<1_000, using: &random)
    answers = Set(PredictedChart.guards.filter { _ in Bool.random(using: &random) })
  }

  /// Returns the length of a timeout, which is another one from time to time.
  func length(_ name: String) -> Duration {
    .nanoseconds(name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0x7fff_ffff } + stretch)
  }

  /// Performs an action on entry or exit.
  func perform(_ kind: String, _ label: String?) {
    log.did("\(kind) / \(label ?? "(unnamed)")")
    sendAtRandom()
  }

  /// Performs the action of a transition, which may throw.
  func act(_ label: String) throws {
    log.did("/ \(label)")
    sendAtRandom()
    let isThrowing = Int.random(in: 0..<8, using: &random) == 0
    log.isThrowing.append(isThrowing)
    if isThrowing { throw Failure() }
  }

  private struct Failure: Error {}

  private func sendAtRandom() {
    guard budget > 0, Int.random(in: 0..<5, using: &random) == 0 else { return }
    budget -= 1
    let event = randomEvent()
    if Bool.random(using: &random), let (task, send) = sends.randomElement(using: &random) {
      log.arrivals.append(.init(event: event, sender: .task(task)))
      send(event)
    } else {
      log.arrivals.append(.init(event: event, sender: nil))
      machine?.handle(event)
    }
  }

  func randomEvent() -> Event {
    Event.make(
      Int.random(in: 0..<ChartEvent.names.count, using: &random),
      Int.random(in: 0..<2, using: &random))
  }

  /// Runs a task until it is told to finish, however early it is canceled.
  func run(_ label: String?, _ send: @escaping (Event) -> Void) async -> Event? {
    let number = log.begin()
    log.did("begin \(label ?? "(unnamed)")")
    sends[number] = send
    let log = log
    return await withTaskCancellationHandler {
      while true {
        let command = await withCheckedContinuation { commands[number] = $0 }
        switch command {
        case .send(let event):
          log.arrivals.append(.init(event: event, sender: .task(number)))
          send(event)
        case .finish(let event):
          if let event { log.arrivals.append(.init(event: event, sender: .task(number))) }
          log.finished.insert(number)
          return event
        }
      }
    } onCancel: {
      log.did("end \(label ?? "(unnamed)")")
    }
  }

  /// The numbers of the tasks that wait for a command, canceled ones included.
  var runningTasks: [Int] { commands.keys.sorted() }

  /// Tells a task what to do next.
  func tell(_ number: Int, _ command: Command) {
    commands.removeValue(forKey: number)?.resume(returning: command)
  }
}

extension StateBehavior {
  /// Returns a behavior that the subject notes.
  static func perform<State>(
    _ kind: StateGraph.StateBehavior.Kind, _ label: String?
  ) -> StateBehavior where Subject == PredictedSubject<State, Event> {
    switch kind {
    case .entry: .entry(label) { $0.perform("entry", label) }
    case .exit: .exit(label) { $0.perform("exit", label) }
    default: .task(label) { subject, send in await subject.run(label, send) }
    }
  }

  /// Returns a timeout whose length the rules or the subject say.
  static func after<State>(
    _ timeout: PredictedChart.Timeouts.Timeout
  ) -> StateBehavior where Subject == PredictedSubject<State, Event> {
    let event = Event.make(timeout.event, timeout.payload)
    guard let name = timeout.name else {
      return .after(.nanoseconds(timeout.nanoseconds), send: event)
    }
    return .after(name, { $0.length(name) }, send: event)
  }
}

/// The notes of a run: what the machine did, and what came from outside.
///
/// Used on the thread of the test alone.
final class PredictionLog<Event: ChartSignal>: @unchecked Sendable {
  /// An event that arrived.
  struct Arrival {
    let event: Event
    let sender: PictureInterpreter.Sender?
  }

  /// The lines that the machine is seen to do.
  private(set) var lines: [String] = []
  /// The events that arrived, in order.
  var arrivals: [Arrival] = []
  /// Whether each action that was performed threw.
  var isThrowing: [Bool] = []
  /// What the states of regions carried when each event was handled, by the regions.
  var values: [[String?: Int]] = []
  /// What they carried after each event that was handled.
  var targets: [[String?: Int]] = []
  /// The payloads of the events that were handled.
  var payloads: [Int] = []
  /// The tasks that ended by themselves.
  var finished: Set<Int> = []

  private var begun = 0

  func did(_ line: String) { lines.append(line) }

  /// Counts a task that begins.
  func begin() -> Int {
    begun += 1
    return begun - 1
  }

  /// Forgets all but the numbers of tasks.
  func clear() {
    lines = []
    arrivals = []
    isThrowing = []
    values = []
    targets = []
    payloads = []
  }
}

/// An executor whose jobs wait until they are run, on the thread that runs them.
final class ManualExecutor: SerialExecutor, @unchecked Sendable {
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock { jobs.append(job) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whoever asks is the test, on the one thread that uses the actor.
  func checkIsolated() {}

  /// Runs the jobs that wait, and those that they lead to; returns whether there were any.
  @discardableResult
  func drain() -> Bool {
    var isAny = false
    while let job = lock.withLock({ jobs.isEmpty ? nil : jobs.removeFirst() }) {
      isAny = true
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
    return isAny
  }
}
