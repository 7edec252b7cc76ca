import Schematic

/// What is around a hand-written machine while it is made and takes its steps.
///
/// Around a machine is nothing but what stands in for its services, which tells its calls and takes answers. Another
/// module makes steps that bring more work with them, such as the tasks that a machine starts.
package final class MachineSurroundings: @unchecked Sendable {
  /// The surroundings of the step that is taken now.
  @TaskLocal package static var current: MachineSurroundings?

  /// The calls that the step has told, in their order.
  package var calls: [String] = []
  /// The answers to questions, each of which is tried; `nil` while a machine is made.
  package private(set) var answers: ScriptedGuards?
  /// The number of machines that were made, because a call may wait for something that machines share.
  package private(set) var machineCount = 0
  /// The names of calls that have waited and that no step can end.
  package var unanswered: [String] = []
  /// The names of steps that have begun work which never ended, because it waits for something that no step ends.
  package var endless: [String] = []
  private var work: (any StepWork)?

  /// Creates the surroundings of machines that get these events.
  init(_ work: (any StepWork.Type)?, for events: [any Graphable]) {
    self.work = work?.init(for: events, in: self)
  }

  /// Descriptions of the calls of earlier steps that have ended in the last one.
  var ends: [String] { work?.ends ?? [] }

  /// What waits after the last step.
  var waiting: any WaitingWork { work?.waiting ?? NothingWaits() }

  /// Makes a machine.
  func made<Machine: ~Copyable>(_ make: () -> Machine) -> Machine {
    machineCount += 1
    work?.forget()
    return run(nil, answering: nil, make)
  }

  /// Takes a step, or makes a machine, together with the work that goes on at once because of it.
  func run<Result: ~Copyable>(
    _ event: (any Graphable)?, answering answers: ScriptedGuards?, _ step: () throws -> Result
  ) rethrows -> Result {
    (calls, self.answers) = ([], answers)
    var result: Result?
    try Self.$current.withValue(self) {
      if let work { try work.surround(event) { result = try step() } } else { result = try step() }
    }
    return result.take()!
  }
}

/// Work that a hand-written machine starts in a step, and that goes on beside it.
package protocol StepWork: AnyObject {
  /// Creates the work of machines that get these events.
  init(for events: [any Graphable], in surroundings: MachineSurroundings)
  /// Forgets a machine that is gone.
  func forget()
  /// Takes a step, and does what goes on at once because of it.
  func surround(_ event: (any Graphable)?, _ step: () throws -> Void) rethrows
  /// Descriptions of the calls of earlier steps that have ended in the last one.
  var ends: [String] { get }
  /// What waits after the last step.
  var waiting: any WaitingWork { get }
}

/// What waits around a machine after a step, which tells the machine from others.
package protocol WaitingWork {
  /// What tells this from other work that waits; `nil` if nothing waits.
  var identity: AnyHashable? { get }
  /// What conditions may say.
  var fields: [PayloadField] { get }
  /// Returns whether an event can happen now.
  func allows(_ event: any Graphable) -> Bool
  /// Returns whether an event that leads to other work ends one of several calls that a step has begun together.
  func leavesOther(_ event: any Graphable, to later: any WaitingWork) -> Bool
}

/// No work that waits.
struct NothingWaits: WaitingWork {
  var identity: AnyHashable? { nil }
  var fields: [PayloadField] { [] }
  func allows(_ event: any Graphable) -> Bool { (event as? StepCall)?.reply == nil }
  func leavesOther(_ event: any Graphable, to later: any WaitingWork) -> Bool { false }
}

/// The end of a call that waits, as a step.
package struct StepReply: Sendable {
  package enum End: Sendable {
    case returned
    case threw
    case canceled
  }

  package let name: String
  package let end: End

  package init(name: String, end: End) { (self.name, self.end) = (name, end) }
}

/// The step that calls begin with.
package struct StepCaller: @unchecked Sendable {
  package let event: any Graphable

  package init(event: any Graphable) { self.event = event }

  /// The name of the step.
  package var name: String { event.eventLabel }

  /// The name of the step with its arguments, such as `load(2)`.
  package var text: String {
    let values = PayloadField.fields(of: event).map(\.value.description).joined(separator: ", ")
    return name + (values.isEmpty ? "" : "(\(values))")
  }
}

/// A value that is never released.
package final class Kept<Value: ~Copyable> {
  private let value: Value

  private init(_ value: consuming Value) { self.value = value }

  package static func forever(_ value: consuming Value) { _ = Unmanaged.passRetained(Kept(value)) }
}
