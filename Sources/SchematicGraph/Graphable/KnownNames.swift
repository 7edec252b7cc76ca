/// What is known about types and values while the names of one value are computed.
///
/// The defaults of `Graphable`'s properties depend on other properties, which a type may implement
/// itself. To compute names, this class calls a type's property. If that reaches the default, the
/// default only records the fact; its value is computed elsewhere. Whether a type uses a default is
/// the same for all of its values.
// Sound because a task-local value carries it no further than the call that makes the names.
final class KnownNames: @unchecked Sendable {
  enum Property { case path, identifier, label, labelPath }

  private struct Question: Hashable {
    let property: Property
    let type: ObjectIdentifier
  }

  /// A value identified by its bytes.
  ///
  /// While this key retains its value, no other value has the same bytes.
  private struct ValueKey: Hashable {
    let type: ObjectIdentifier
    let bytes: [UInt8]

    init<Value: Graphable>(_ value: Value) {
      type = ObjectIdentifier(Value.self)
      bytes = withUnsafeBytes(of: value) { Array($0) }
    }
  }

  @TaskLocal private static var current: KnownNames?

  private var isOpen = true
  /// The questions that are being asked, and whether each reached the default.
  private var asked: [(question: Question, isLeftToDefault: Bool)] = []
  private var leftToDefault: [Question: Bool] = [:]
  private var identifiers: [ValueKey: (value: any Graphable, identifier: String)] = [:]
  private var paths: [ValueKey: (value: any Graphable, path: [String])] = [:]

  /// Computes names with what is already known, if names are being computed.
  static func open<Names>(_ make: (KnownNames) -> Names) -> Names {
    if let current, current.isOpen { return make(current) }
    let known = KnownNames()
    defer { known.isOpen = false }
    return $current.withValue(known) { make(known) }
  }

  /// Returns whether the property was called only to find out if it has a default, so that the
  /// default's result doesn't matter.
  ///
  /// The defaults call this function.
  static func notesDefault(of property: Property, of type: Any.Type) -> Bool {
    guard let current, current.isOpen, let last = current.asked.indices.last,
      current.asked[last].question == Question(property: property, type: ObjectIdentifier(type))
    else { return false }
    current.asked[last].isLeftToDefault = true
    return true
  }

  /// Returns a type's own answer, or `nil` if the type uses the default.
  private func own<Value: Graphable, Answer>(
    _ property: Property, of type: Value.Type, _ ask: () -> Answer
  ) -> Answer? {
    let question = Question(property: property, type: ObjectIdentifier(type))
    if leftToDefault[question] == true { return nil }
    asked.append((question, false))
    let answer = ask()
    let isLeftToDefault = asked.removeLast().isLeftToDefault
    leftToDefault[question] = isLeftToDefault
    return isLeftToDefault ? nil : answer
  }

  /// Returns the type's own path, or `nil` if it uses the default.
  func ownPath<Value: Graphable>(of value: Value) -> [String]? {
    own(.path, of: Value.self) { value.casePath }
  }

  /// Returns the type's own label, or `nil` if it uses the default.
  func ownLabel<Value: Graphable>(of value: Value) -> String? {
    own(.label, of: Value.self) { value.graphLabel }
  }

  /// Returns the type's own labels, or `nil` if it uses the default.
  func ownLabelPath<Value: Graphable>(of value: Value) -> [String]? {
    own(.labelPath, of: Value.self) { value.graphLabelPath }
  }

  /// Returns the type's own identifier, or `nil` if it uses the default.
  func ownIdentifier<Value: Graphable>(of value: Value) -> String? {
    guard leavesIdentifier(Value.self) != true else { return nil }
    let key = ValueKey(value)
    if let known = identifiers[key] { return known.identifier }
    let identifier = own(.identifier, of: Value.self) { value.graphIdentifier }
    if let identifier { identifiers[key] = (value, identifier) }
    return identifier
  }

  /// Returns the path of a value.
  ///
  /// It is computed only once for each value of a type with its own identifiers, which may depend
  /// on paths whose names are in turn identifiers.
  func path<Value: Graphable>(of value: Value, _ make: () -> [String]) -> [String] {
    guard leavesIdentifier(Value.self) != true else { return make() }
    let key = ValueKey(value)
    if let known = paths[key] { return known.path }
    let path = make()
    if leavesIdentifier(Value.self) == false { paths[key] = (value, path) }
    return path
  }

  private func leavesIdentifier(_ type: Any.Type) -> Bool? {
    leftToDefault[Question(property: .identifier, type: ObjectIdentifier(type))]
  }
}
