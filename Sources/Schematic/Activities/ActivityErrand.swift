/// What the task of a timeout or of work does.
///
/// Its events are sent if the state that began it has not been left by then.
///
/// Not checked by the compiler to be `Sendable`, because nothing in it is: it is made and used on
/// the actor that the machine lives on, and the task in between only carries it back there.
struct ActivityErrand<State, Event, Subject>: @unchecked Sendable {
  weak var machine: StateMachine<State, Event, Subject>?
  weak var activities: RunningActivities<State, Event, Subject>?
  let number: Int
  let run: nonisolated(nonsending) (@escaping StateWork<Event>.Send) async -> Event?

  func run(on actor: isolated any Actor) async {
    if let event = await run(send) { send(event) }
  }

  private func send(_ event: Event) {
    guard let activities, activities.isRunning(number) else { return }
    _ = machine?.handle(event, ofActivity: number)
  }
}
