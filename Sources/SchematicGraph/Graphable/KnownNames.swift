/// What is known of types and values while the names of one value are made.
///
/// The default of a property of `Graphable` is made of other properties, which a type may have of its own.
/// Who makes names asks a type for a property, and the default only takes note that it was reached: what
/// it would answer is made elsewhere. Whether a type leaves a property to the default is the same for
/// all its values.
// Sound because a task-local value carries it no further than the call that makes the names.
final class KnownNames: @unchecked Sendable {
  enum Property { case path, identifier, label, labelPath }

  private struct Question: Hashable {
    let property: Property
    let type: ObjectIdentifier
  }

  /// A value by its bytes, which are the same as those of another only where both are one value: this one
  /// is not given up meanwhile.
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
  /// The questions under way, and whether the default was reached.
  private var asked: [(question: Question, isLeftToDefault: Bool)] = []
  private var leftToDefault: [Question: Bool] = [:]
  private var identifiers: [ValueKey: (value: any Graphable, identifier: String)] = [:]
  private var paths: [ValueKey: (value: any Graphable, path: [String])] = [:]

  /// Makes names with what is known already, if names are being made.
  static func open<Names>(_ make: (KnownNames) -> Names) -> Names {
    if let current, current.isOpen { return make(current) }
    let known = KnownNames()
    defer { known.isOpen = false }
    return $current.withValue(known) { make(known) }
  }

  /// Returns whether who makes names asks for the property, so that the answer of the default does not
  /// matter; called by the defaults.
  static func notesDefault(of property: Property, of type: Any.Type) -> Bool {
    guard let current, current.isOpen, let last = current.asked.indices.last,
      current.asked[last].question == Question(property: property, type: ObjectIdentifier(type))
    else { return false }
    current.asked[last].isLeftToDefault = true
    return true
  }

  /// Returns what a type answers; `nil` where it leaves that to the default.
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

  /// Returns the path of the type's own; `nil` where it has none.
  func ownPath<Value: Graphable>(of value: Value) -> [String]? {
    own(.path, of: Value.self) { value.casePath }
  }

  /// Returns the label of the type's own; `nil` where it has none.
  func ownLabel<Value: Graphable>(of value: Value) -> String? {
    own(.label, of: Value.self) { value.graphLabel }
  }

  /// Returns the labels of the type's own; `nil` where it has none.
  func ownLabelPath<Value: Graphable>(of value: Value) -> [String]? {
    own(.labelPath, of: Value.self) { value.graphLabelPath }
  }

  /// Returns the identifier of the type's own; `nil` where it has none.
  func ownIdentifier<Value: Graphable>(of value: Value) -> String? {
    guard leavesIdentifier(Value.self) != true else { return nil }
    let key = ValueKey(value)
    if let known = identifiers[key] { return known.identifier }
    let identifier = own(.identifier, of: Value.self) { value.graphIdentifier }
    if let identifier { identifiers[key] = (value, identifier) }
    return identifier
  }

  /// Returns the path of a value, made once for each value of a type with identifiers of its own: they may
  /// be made of paths, whose names are in turn identifiers.
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
