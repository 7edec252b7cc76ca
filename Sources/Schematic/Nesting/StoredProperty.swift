/// A property of a value, which is read and written at its place in the value.
///
/// A key path that is no literal takes 600 instructions each time, and a region uses one at every event.
@usableFromInline
struct StoredProperty<Root, Value>: Sendable {
  // A key path never changes, and any thread may read the property of a value.
  @usableFromInline nonisolated(unsafe) let path: WritableKeyPath<Root, Value>
  /// The place of the property; `nil` if it is computed, observed, or in an object.
  @usableFromInline let offset: Int?

  @inlinable
  init(_ path: WritableKeyPath<Root, Value>) {
    self.path = path
    offset = MemoryLayout<Root>.offset(of: path)
  }

  // Both functions are sound: the standard library promises that a value of the property's type is at the
  // offset, in each value of the root's type. Nothing is read as another type than it is.

  @inlinable
  @inline(__always)
  func value(of root: Root) -> Value {
    guard let offset else { return computedValue(of: root) }
    return withUnsafePointer(to: root) { pointer in
      (UnsafeRawPointer(pointer) + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }

  @inlinable
  @inline(__always)
  func set(_ value: Value, in root: inout Root) {
    guard let offset else {
      setComputed(value, in: &root)
      return
    }
    withUnsafeMutablePointer(to: &root) { pointer in
      (UnsafeMutableRawPointer(pointer) + offset).assumingMemoryBound(to: Value.self).pointee =
        value
    }
  }

  // Out of the way of the others, which would retain the key path.

  @inlinable
  @inline(never)
  func computedValue(of root: Root) -> Value { root[keyPath: path] }

  @inlinable
  @inline(never)
  func setComputed(_ value: Value, in root: inout Root) { root[keyPath: path] = value }
}
