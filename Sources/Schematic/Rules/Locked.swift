import CSchematicAtomics

/// A value that only one thread at a time can use.
///
/// Swift's own `Mutex` needs newer systems than this package supports.
// Sound because the value is accessed only while the lock is held.
final class Locked<Value>: @unchecked Sendable {
  private let lock = schematic_make_lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  deinit { schematic_free_lock(lock) }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    schematic_lock(lock)
    defer { schematic_unlock(lock) }
    return body(&value)
  }
}
