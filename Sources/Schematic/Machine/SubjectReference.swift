/// A machine's hold on its subject: weak for an object, strong for a value.
///
/// What counts is what the subject *is*, not how it is declared: an object is held weakly also when
/// its static type is a protocol or an unconstrained generic parameter.
struct SubjectReference<Subject> {
  private weak var object: AnyObject?
  private let value: Subject?

  /// Holds an object weakly and a value as it is.
  init(_ subject: Subject) {
    if type(of: subject as Any) is AnyClass {
      object = subject as AnyObject
      value = nil
    } else {
      value = subject
    }
  }

  /// Holds objects and values alike.
  init(owning subject: Subject) {
    value = subject
  }

  /// The subject, or `nil` when it was an object that no longer exists.
  var subject: Subject? {
    if let value { return value }
    guard let object else { return nil }
    // The object came in as a `Subject`, so the cast only restores the static type.
    return (object as! Subject)
  }
}
