import CSchematicTasks
import Foundation

/// The jobs of Swift's concurrency that a thread keeps for itself while it makes a machine or takes a step.
///
/// They run on this thread, one after the other, so that what they lead to depends on nothing else.
final class JobQueue {
  /// The tasks of the machine that the jobs belong to, if they belong to one.
  let tasks: StepTasks?
  private var jobs: ArraySlice<UnownedJob> = []

  /// The number of jobs after which tasks that never wait are given up.
  private static let mostJobs = 10_000

  /// The number of rounds of the main thread's loop after the last job.
  private static let mostRounds = 10

  /// The queue of the step that is taken on this thread.
  static var ofThread: JobQueue? {
    schematic_jobs_queue().map { Unmanaged<JobQueue>.fromOpaque($0).takeUnretainedValue() }
  }

  private init(for tasks: StepTasks?) { self.tasks = tasks }

  /// Does work whose jobs a new queue keeps; those that are left at the end never run.
  static func catching<Result>(
    for tasks: StepTasks? = nil, _ work: (JobQueue) throws -> Result
  ) rethrows -> Result {
    let queue = JobQueue(for: tasks)
    // The runtime hands a job over as the pointer of which its `UnownedJob` consists. Nothing public makes one of
    // the other. A job is kept on the thread that has just enqueued it, so it runs once, as its executor would run it.
    let keep: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
      Unmanaged<JobQueue>.fromOpaque($0!).takeUnretainedValue().jobs
        .append(unsafeBitCast($1!, to: UnownedJob.self))
    }
    let before = schematic_jobs_catch(Unmanaged.passUnretained(queue).toOpaque(), keep)
    defer { _ = schematic_jobs_catch(before, keep) }
    return try withExtendedLifetime(queue) { try work(queue) }
  }

  /// Starts a task that only ``runAll()`` runs.
  func start(_ work: @escaping () async -> Void) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      schematic_jobs_can_be_caught()
    else {
      fatalError("this system can't take a step that waits; draw the machine on Linux")
    }
    nonisolated(unsafe) let work = work
    Task.detached(executorPreference: StepExecutor.shared) { await work() }
  }

  /// Runs the jobs, and those that they lead to, until each task has ended or waits.
  func runAll() {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    var (count, rounds) = (0, 0)
    while count < Self.mostJobs {
      if let job = jobs.popFirst() {
        job.runSynchronously(on: StepExecutor.shared.asUnownedTaskExecutor())
        (count, rounds) = (count + 1, 0)
      } else if Thread.isMainThread, rounds < Self.mostRounds {
        // What the main actor does, the main thread's loop does, and nobody tells whether it is done.
        _ = RunLoop.main.run(mode: .default, before: .distantPast)
        rounds += 1
      } else {
        break
      }
    }
  }

  /// The executor of the tasks in a step.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class StepExecutor: TaskExecutor {
    static let shared = StepExecutor()

    /// Keeps a job for the step that is taken on this thread; without a step, the task waits forever.
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      JobQueue.ofThread?.jobs.append(job)
    }
  }
}
