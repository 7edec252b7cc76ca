import Schematic
import SchematicGraph

extension MachineDriver {
  /// Drives a new machine along a walk, advances the clock when the walk takes a timeout, and
  /// returns the first failure.
  nonisolated(nonsending) func drive(_ walk: Walk, on clock: ManualClock) async -> WalkFailure? {
    do {
      let machine = try machine()
      machine.clock = clock
      machine.start()
      let plan = try plan(for: walk, from: machine.state)
      let log = Log()
      let token = log.watch(machine)
      defer { machine.removeObserver(token) }
      for (index, planned) in plan.enumerated() {
        if planned.isCompletion {
          if let found = difference(from: planned, .moved, machine, log) {
            return failure(found, after: plan[...index], of: walk)
          }
          continue
        }
        if let found = arrange(planned, machine, log) {
          return failure(found, after: plan[...index], of: walk)
        }
        let found: String?
        if let outcome = await send(planned, to: machine, clock) {
          found = difference(from: planned, outcome, machine, log)
        } else {
          found = "the clock was moved on, but the timeout \(planned.step.event) has sent nothing"
        }
        if let found { return failure(found, after: plan[...index], of: walk) }
      }
      return nil
    } catch let error as WalkError {
      return WalkFailure(walk: walk.prefix(error.index + 1), found: error.description)
    } catch {
      return WalkFailure(walk: walk.prefix(0), found: "making the machine threw \(error)")
    }
  }

  /// Sends an event, or advances the clock until a timeout has sent it.
  ///
  /// If another timeout would come first, that timeout may lead to another state. This function then
  /// sends the event itself, as if its timeout were due.
  ///
  /// - Returns: The outcome, or `nil` if the timeout has sent nothing.
  private nonisolated(nonsending) func send(
    _ planned: PlannedStep<State, Event>, to machine: Machine, _ clock: ManualClock
  ) async -> Outcome? {
    guard let timeout = planned.timeout else { return machine.handle(planned.event) }
    let pending = machine.pendingTimeouts
    guard let next = pending.map(\.remaining).min(),
      pending.filter({ $0.remaining == next }).map(\.sender) == [timeout]
    else { return machine.handle(planned.event, ofTimeout: timeout) }
    var outcome: Outcome?
    let token = machine.observe { handled in
      guard outcome == nil, handled.sender == timeout else { return }
      outcome = handled.outcome
    }
    defer { machine.removeObserver(token) }
    // The loops have no time limit: on a busy computer, the tasks of timeouts may start late. The
    // second loop ends in any case, because a timeout that is over isn't pending, even if it sent nothing.
    let sleeping = pending.count { $0.remaining > .zero }
    while outcome == nil, clock.sleeperCount < sleeping { await Task.yield() }
    clock.advance(by: next)
    while outcome == nil, machine.pendingTimeouts.contains(where: { $0.sender == timeout }) {
      await Task.yield()
    }
    return outcome
  }
}
