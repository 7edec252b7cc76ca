import SchematicGraph

/// A clock whose time goes by in a step, for a hand-written machine that is drawn.
///
/// ```swift
/// final class Alarm<C: Clock> where C.Duration == Duration {
///   private(set) var state = "silent"
///   private var clock: C
///   init(clock: C) { self.clock = clock }
///   func wait() async {
///     guard state == "silent" else { return }
///     state = "set"
///     try? await clock.sleep(for: .seconds(60))
///     state = "rings"
///   }
/// }
/// StateGraph(
///   .made(state: { ReflectedState($0.state) }) { Alarm(clock: StandInClock()) },
///   steps: [.step("wait", awaiting: { await $0.wait() }), .returns("sleep")])
/// // silent -> set: wait / sleep, waits
/// // set -> rings: sleep returns / wait returns
/// ```
///
/// Whoever sleeps until the earliest deadline wakes first.
public struct StandInClock: Clock {
  /// A moment after the start of the clock.
  public struct Instant: InstantProtocol {
    var offset = Duration.zero

    /// Returns the moment after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration until another moment.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether one moment is before another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  /// The present moment.
  ///
  /// When a step ends a sleep, this becomes its deadline, unless it is later already. All clocks of a machine agree.
  public var now: Instant {
    Instant(offset: StepTasks.ofThread?.services.now ?? .zero)
  }

  /// Zero, because each duration can be told from others.
  public var minimumResolution: Duration { .zero }

  /// Creates a clock that starts.
  public init() {}

  /// Waits for the step `.returns("sleep")`.
  ///
  /// - Parameters:
  ///   - deadline: The moment that the clock shows afterwards.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    guard let services = StepTasks.ofThread?.services else { return }
    StandIn.call(ServiceCalls.sleep)
    let end = await services.end(of: ServiceCalls.sleep, canThrow: true, until: deadline.offset)
    guard case .returned = end else { throw CancellationError() }
    services.now = max(now, deadline).offset
  }
}
