/// A property of a machine that its picture doesn't know, such as an identifier or a time.
///
/// ```swift
/// struct Door {
///   private var id = 7
///   private(set) var isOpen = false
///   mutating func open() { isOpen = true }
/// }
/// StateGraph(
///   .value(Door()) { ReflectedState($0.isOpen) }, steps: [.step("open") { $0.open() }],
///   options: .init(ignoring: ["id"]))
/// ```
///
/// Two machines that differ only in such properties are one value, and no state, condition or action
/// shows them. They are compared all the same: if such a property decides, that is an error. Properties are named, so
/// that private ones can be ignored, too.
public struct IgnoredProperty: Hashable, Sendable, ExpressibleByStringLiteral {
  let property: IgnoredProperties.Property

  /// Creates a property from its name, wherever it is in the machine, or from several names with dots
  /// between them.
  ///
  /// Names are those of stored properties, of argument labels of cases, and, for a value without a
  /// label, of the case that carries it. `peer.address` is an `address` anywhere inside a `peer`.
  ///
  /// - Parameter path: The name or names.
  public init(stringLiteral path: String) { property = .init(path: path) }

  private init(_ property: IgnoredProperties.Property) { self.property = property }

  /// Creates a property of which only the contents make no difference.
  ///
  /// It still matters if a collection is empty, whether an optional is `nil` and a number is zero, and which
  /// case an enum is. Conditions show the rest as `…`: `queue = […]`.
  ///
  /// - Parameter path: The name of the property, or several names as in
  ///   ``init(stringLiteral:)``.
  /// - Returns: The property.
  public static func contents(of path: String) -> IgnoredProperty {
    IgnoredProperty(.init(path: path, keepsOutline: true))
  }

  /// Creates the property that every value of a type is, wherever it is in the machine.
  ///
  /// ```swift
  /// final class Ticket {}
  /// struct Desk {
  ///   private var ticket: Ticket?
  ///   private(set) var isBusy = false
  ///   mutating func serve() { (ticket, isBusy) = (Ticket(), true) }
  /// }
  /// StateGraph(
  ///   .value(Desk()) { ReflectedState($0.isBusy) }, steps: [.step("serve") { $0.serve() }],
  ///   options: .init(ignoring: [.values(of: Ticket.self)]))
  /// ```
  ///
  /// It still matters whether an optional is `nil`. Nobody looks into an object of the type, even to compare machines.
  ///
  /// - Parameter type: The type, which may be a protocol: `(any Channel).self`.
  /// - Returns: The property.
  public static func values<Value>(of type: Value.Type) -> IgnoredProperty {
    IgnoredProperty(.init(of: type))
  }
}
