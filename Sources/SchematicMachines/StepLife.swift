/// The life of the work that a step has begun: it ends when each of its tasks has ended.
///
/// Every task that begins in a step keeps it, as the value of a task-local variable.
final class StepLife: @unchecked Sendable {
  /// The life to which the running step or task belongs.
  @TaskLocal static var current: StepLife?

  /// The name of the step.
  let step: String
  /// A Boolean value that indicates whether the step was over before the work.
  var isLate = false
  private weak let tasks: StepTasks?

  init(of step: String, in tasks: StepTasks) { (self.step, self.tasks) = (step, tasks) }

  deinit {
    // A task that ends on another thread, such as one that time wakes, has not ended because of a step.
    if isLate, let tasks, JobQueue.ofThread?.tasks === tasks { tasks.recordEnd(of: step) }
  }
}
