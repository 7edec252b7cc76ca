import CSchematicAtomics

/// A token with which you remove an observer from a machine.
///
/// Each token is unique in the program.
public struct ObserverToken: Hashable, Sendable {
  private let number: Int

  init() {
    number = schematic_add(Self.lastNumber, 1)
  }

  // Changed only by an atomic addition.
  nonisolated(unsafe) private static let lastNumber: UnsafeMutablePointer<Int> = {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    number.initialize(to: 0)
    return number
  }()
}

/// A closure that is called with every event that a machine receives, and its outcome.
@usableFromInline
struct Observer<State, Event> {
  let token: ObserverToken
  /// A Boolean value that indicates whether the observer is released when the machine is finished.
  let endsWithMachine: Bool
  @usableFromInline let notify: (HandledEvent<State, Event>) -> Void
}
