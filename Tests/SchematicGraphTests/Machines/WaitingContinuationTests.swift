import SchematicGraph
import SchematicMachines
import Testing

/// Continuations that steps pass to a machine.
@Suite struct WaitingContinuationTests {
  @Test func continuationCanBeResumedOnceByAMachine() {
    let plain: UnsafeContinuation<Int, Never> = .waiting()
    plain.resume(returning: 1)
    let throwing: UnsafeContinuation<Int, any Error> = .waiting()
    throwing.resume(throwing: CancellationError())
    let checked: CheckedContinuation<Int, Never> = .waiting()
    checked.resume(returning: 1)
    let other: CheckedContinuation<Int, any Error> = .waiting()
    other.resume(throwing: CancellationError())
  }
}
