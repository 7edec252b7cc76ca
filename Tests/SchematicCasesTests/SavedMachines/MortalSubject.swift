import Foundation
import Schematic

/// The subject of a machine that may be killed.
///
/// It notes what happens, and dies with the machine.
final class MortalSubject {
  /// A moment in which the process may die.
  enum Moment: String, CaseIterable, Hashable {
    case exit, action, entry, beforeWrite, afterWrite, observer, beforeCompletion, betweenEvents
  }

  struct Broken: Error, CustomStringConvertible { var description: String { "broken" } }

  /// A task that waits for its end.
  private final class Gate: @unchecked Sendable {
    let continuation: AsyncStream<Void>.Continuation
    // Written when the task is canceled, which only the machine does, on the main actor.
    var isOver = false
    init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }
  }

  /// What actions, observers and writes did.
  var lines: [String] = []
  /// The surroundings of the current event.
  var bits = 0
  /// The number of events that actions have sent since the current event.
  var sent = 0
  /// The numbers of the events whose loss is expected; they are not sent.
  var lost: Set<Int> = []
  /// Sends the machine an event.
  var send: (Signal) -> Void = { _ in }
  /// Is called in each moment.
  var reach: (Moment) -> Void = { _ in }
  /// Saves the machine in `onCommit(_:)`.
  var commit: (_ isCompletion: Bool) -> Void = { _ in }
  private var gates: [String: Gate] = [:]
  /// The number of tasks that have ended by themselves.
  private(set) var endedTasks = 0

  func holds(_ number: Int) -> Bool { bits >> number & 1 == 1 }

  /// The length that the subject determines for a timeout.
  func patience(_ length: Int) -> Duration { .milliseconds(length + (bits >> 3 & 3) * 11) }

  func act(_ line: String, _ signal: Signal? = nil, throws mayThrow: Bool = false) throws {
    note(line, .action, signal)
    if mayThrow, holds(5) { throw Broken() }
  }

  func note(_ line: String, _ moment: Moment, _ signal: Signal?) {
    lines.append(line)
    reach(moment)
    // A few events for each event, so that no run is endless.
    guard let signal, sent < 4 else { return }
    sent += 1
    if !lost.contains(sent) { send(signal) }
  }

  // MARK: Tasks

  /// Waits until the task is told to end, or canceled.
  ///
  /// - Returns: Whether it was told to end.
  nonisolated(nonsending) func waitForEnd(of task: String) async -> Bool {
    guard !Task.isCancelled else { return false }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate(continuation)
    continuation.onTermination = { _ in gate.isOver = true }
    gates[task] = gate
    for await _ in stream {
      endedTasks += 1
      return true
    }
    return false
  }

  /// Tells a task to end, or returns `false` if it doesn't wait yet.
  func end(_ task: String) -> Bool {
    guard let gate = gates[task], !gate.isOver else { return false }
    gates[task] = nil
    gate.continuation.yield()
    return true
  }
}
