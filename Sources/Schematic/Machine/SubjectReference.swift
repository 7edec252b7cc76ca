/// A machine's hold on its subject: weak for an object, strong for a value.
///
/// What counts is what the subject *is*, not how it is declared: an object is held weakly also when
/// its static type is a protocol or an unconstrained generic parameter.
struct SubjectReference<Subject> {
  /// The object that is held weakly.
  weak var object: AnyObject?
  /// What is held as it is; `nil` where an object is held weakly.
  let value: Subject?

  /// Holds an object weakly and a value as it is.
  init(_ subject: Subject) {
    let found = Self.object(in: subject)
    object = found
    value = found == nil ? subject : nil
  }

  /// Returns the object that a value is, also where it is optional.
  private static func object(in subject: Any) -> AnyObject? {
    if type(of: subject) is AnyClass { return subject as AnyObject }
    guard let optional = subject as? any OptionalSubject else { return nil }
    return optional.wrappedSubject.flatMap(object)
  }

  /// Holds objects and values alike.
  init(owning subject: Subject) {
    value = subject
  }
}

/// An optional of whatever type, to look inside.
private protocol OptionalSubject {
  var wrappedSubject: Any? { get }
}

extension Optional: OptionalSubject {
  fileprivate var wrappedSubject: Any? { map { $0 } }
}
