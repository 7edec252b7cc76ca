/// A machine's reference to its subject: weak for an object that it doesn't own, otherwise strong.
///
/// The dynamic type decides whether the subject is an object. Its static type may be a protocol or
/// an unconstrained generic parameter.
@frozen @usableFromInline
enum SubjectHold<Subject>: ~Copyable {
  case strong(InPlace<Subject>)
  case weak(WeakReference<Subject>)

  /// A Boolean value that indicates whether the subject may be deallocated.
  @inlinable var isWeak: Bool {
    switch self {
    case .strong: false
    case .weak: true
    }
  }

  /// Holds an object weakly, and a value strongly.
  init(_ subject: Subject) {
    if let object = Self.object(in: subject) {
      self = .weak(Self.reference(to: object))
    } else {
      self = .strong(InPlace(subject))
    }
  }

  /// Holds an object or a value strongly.
  init(owning subject: Subject) {
    self = .strong(InPlace(subject))
  }

  /// Returns a value as an object, or `nil` if it isn't one; an object in an optional is unwrapped.
  private static func object(in subject: Any) -> AnyObject? {
    if type(of: subject) is AnyClass {
      // For an error, `as AnyObject` may return the box around it, which is an object, too.
      guard let error = subject as? any Error else { return subject as AnyObject }
      // `any Error` conforms to `Error`, so Swift doesn't open it implicitly.
      return _openExistential(error, do: itself)
    }
    guard let optional = subject as? any OptionalSubject else { return nil }
    return optional.wrappedSubject.flatMap(object)
  }

  /// Returns a weak reference to an object; reading it needs no cast if the subject's type is a
  /// class.
  private static func reference(to object: AnyObject) -> WeakReference<Subject> {
    guard let type = Subject.self as? any AnyObject.Type else { return CastReference(object) }
    return typedReference(to: object, type) as! WeakReference<Subject>
  }
}

/// A weak reference to a subject of any static type.
@usableFromInline
class WeakReference<Subject> {
  /// The subject, or `nil` if it no longer exists.
  @usableFromInline var subject: Subject? { fatalError("A subclass has the subject.") }
}

/// A weak reference to a subject whose static type is a class.
private final class TypedReference<Subject: AnyObject>: WeakReference<Subject> {
  // Written once before anybody reads it, so accesses can't overlap.
  @exclusivity(unchecked) private weak var object: Subject?
  init(_ object: Subject) { self.object = object }
  override var subject: Subject? { object }
}

/// A weak reference to an object whose static type isn't a class, such as a protocol or an
/// optional.
private final class CastReference<Subject>: WeakReference<Subject> {
  // See `TypedReference`.
  @exclusivity(unchecked) private weak var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
  override var subject: Subject? { object.map { $0 as! Subject } }
}

private func typedReference<Object: AnyObject>(
  to object: AnyObject, _ type: Object.Type
) -> AnyObject {
  TypedReference(object as! Object)
}

/// Returns an object of a known type as `AnyObject`.
private func itself<Object>(_ object: Object) -> AnyObject { object as AnyObject }

/// An optional whose wrapped type isn't known.
private protocol OptionalSubject {
  var wrappedSubject: Any? { get }
}

extension Optional: OptionalSubject {
  fileprivate var wrappedSubject: Any? { map { $0 } }
}
