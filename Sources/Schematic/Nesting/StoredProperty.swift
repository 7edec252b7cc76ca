/// A property of a value, read and written in place if the property is stored in the value.
///
/// Using a key path that isn't a literal is slow, and a region would use one at every event.
@frozen @usableFromInline
struct StoredProperty<Root, Value>: Sendable {
  // A key path never changes, and any thread may read the property of a value.
  @usableFromInline nonisolated(unsafe) let path: WritableKeyPath<Root, Value>
  /// The offset of the property in bytes, or `nil` if it is computed, observed, or in an object.
  @usableFromInline let offset: Int?

  @inlinable
  init(_ path: WritableKeyPath<Root, Value>) {
    self.path = path
    offset = MemoryLayout<Root>.offset(of: path)
  }

  // Both functions are sound: the standard library promises that each value of the root's type has
  // a value of the property's type at the offset.

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

  // Separate functions that aren't inlined. Otherwise the functions above would retain the key
  // path.

  @inlinable
  @inline(never)
  func computedValue(of root: Root) -> Value { root[keyPath: path] }

  @inlinable
  @inline(never)
  func setComputed(_ value: Value, in root: inout Root) { root[keyPath: path] = value }
}
