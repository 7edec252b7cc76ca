import Schematic

/// A value and the values that it consists of, as reflection shows them.
///
/// Whatever a picture says of a value is a view of this tree: its text, the fields that conditions name, what
/// tells it from another one, and in what the two differ. A part is read once, when somebody looks into it,
/// and what an exploration ignores is left out while it is read. A type that reflection doesn't show as it should be
/// read conforms to `CustomReflectable`.
package final class ValueTree {
  /// The name of the property, of the element, or of the case whose payload this is; `nil` if there is none.
  package let label: String?
  /// The value, or an ``IgnoredValue`` in place of it.
  package let value: Any
  /// The properties that are ignored inside the value.
  let ignored: IgnoredProperties
  private let depth: Int
  private lazy var mirror: Mirror = Mirror(reflecting: value)
  private lazy var reading: Reading = Reading()

  /// What the parts of one value have in common.
  private final class Reading {
    /// The place in which each object was read.
    var places: [ObjectIdentifier: Place] = [:]
    var partCount = 0
  }

  private struct Place { weak var tree: ValueTree? }

  /// The number of levels that are read, and the number of parts.
  private static let (deepest, mostParts) = (16, 10_000)

  /// Creates the tree of a value.
  package init(_ value: Any, ignoring ignored: IgnoredProperties = .none) {
    (self.value, self.ignored, label, depth) = (value, ignored, nil, 0)
  }

  private init(_ value: Any, _ label: String?, _ ignored: IgnoredProperties, in outer: ValueTree) {
    (self.value, self.ignored, self.label, depth) = (value, ignored, label, outer.depth + 1)
    reading = outer.reading
  }

  /// The object that the value is, or `nil` for any other value.
  package var object: ObjectIdentifier? {
    type(of: value) is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
  }

  /// The parts of the value: stored properties, beginning with the superclass; elements; or the
  /// payload of a case, with the case's name.
  package var children: [ValueTree] {
    let parts = partsReadHere
    return parts.isEmpty ? object.flatMap { reading.places[$0]?.tree?.partsReadHere } ?? [] : parts
  }

  /// The parts of the value, but none of an object whose parts were read in another place.
  ///
  /// Whoever goes through the whole tree by these comes to an end, however objects refer to each other.
  package private(set) lazy var partsReadHere: [ValueTree] = {
    guard !isLeftOut else { return [] }
    if let object {
      guard reading.places[object] == nil else { return [] }
      reading.places[object] = Place(tree: self)
    }
    let parts = Self.parts(of: mirror)
    guard depth < Self.deepest, reading.partCount + parts.count < Self.mostParts else {
      exceedsLimits = !parts.isEmpty
      return []
    }
    reading.partCount += parts.count
    return parts.map { label, value in
      // The name of a case is none of a property if each of the values that it carries has a name.
      let (part, inside) = ignored.reading(
        label, value, isProperty: kind != .enum || !Self.hasLabels(value))
      return ValueTree(part, label, inside, in: self)
    }
  }()

  private var exceedsLimits = false

  /// The name of the case, without its argument labels; `nil` if the value's type isn't an enum.
  package private(set) lazy var caseName: String? = Self.caseName(of: value)

  private static func caseName(of value: some Any) -> String? { CasePath.caseName(of: value) }

  /// A Boolean value that indicates whether the value has parts, but they are beyond the limits.
  package var isCut: Bool { partsReadHere.isEmpty && exceedsLimits }

  /// A Boolean value that indicates whether something inside the value is left out.
  package private(set) lazy var leavesOut: Bool =
    !ignored.isEmpty && partsReadHere.contains { $0.isLeftOut || $0.leavesOut }

  /// A Boolean value that indicates whether there are objects in the value.
  package private(set) lazy var holdsObjects: Bool =
    object != nil || partsReadHere.contains(where: \.holdsObjects)

  /// The inner state, and the carried values beside it.
  private lazy var split: (nested: (any Graphable)?, rest: [Carried]) = dividedCarried()

  private static func parts(of mirror: Mirror) -> [Mirror.Child] {
    let isTuple = mirror.displayStyle == .tuple
    let own = mirror.children.map { child -> Mirror.Child in
      guard let label = child.label else { return child }
      // An element without a name has a number: `.0`, `.1`.
      if isTuple, label.hasPrefix(".") { return (nil, child.value) }
      return (label.after("$__lazy_storage_$_") ?? label, child.value)
    }
    return mirror.superclassMirror.map { parts(of: $0) + own } ?? own
  }

  private static func hasLabels(_ payload: Any) -> Bool {
    let values = ValueTree(payload)
    return values.isPayload && !values.children.isEmpty
      && values.children.allSatisfy { $0.label != nil }
  }
}

extension ValueTree {
  /// The kind of the value, or `nil` if reflection shows none, as for a number.
  package var kind: Mirror.DisplayStyle? { mirror.displayStyle }

  /// The stored properties that are states, each with its name.
  package var states: [(name: String, state: any Graphable)] {
    children.compactMap { part in
      guard let name = part.label, let state = part.value as? any Graphable else { return nil }
      return (name, state)
    }
  }

  /// A Boolean value that indicates whether an exploration ignores the value.
  package var isLeftOut: Bool { value is IgnoredValue }

  /// A Boolean value that indicates whether the parts of equal values may differ in their order.
  package var isUnordered: Bool { kind == .set || kind == .dictionary }

  /// A Boolean value that indicates whether the value is a list or a set.
  package var isList: Bool { kind == .collection || kind == .set }

  /// A Boolean value that indicates whether the value is a case, and not an optional.
  package var isEnum: Bool { kind == .enum }

  /// A Boolean value that indicates whether the value is an optional that contains nothing.
  package var isNil: Bool { kind == .optional && mirror.children.isEmpty }

  /// The value without the optionals around it, or `nil` if one of them contains nothing.
  package var unwrapped: ValueTree? {
    kind == .optional ? children.first.flatMap(\.unwrapped) : self
  }

  /// The names of all properties and payloads in the value, the outer ones first.
  package var labels: [String] {
    partsReadHere.compactMap(\.label) + partsReadHere.flatMap(\.labels)
  }

  /// The error if a value has no part with a name.
  package struct MissingPart: Error {
    package let name: String
    /// The type of the value that lacks the part.
    package let type: String
    /// The names of the parts that it has.
    package let known: [String]
  }

  /// Returns the part to which names lead that have dots between them, such as `lock.value.state`; `nil` inside of an
  /// optional that contains nothing, and of an enum that is in another case.
  package func part(_ path: String) throws(MissingPart) -> ValueTree? {
    var part = self
    for name in path.split(separator: ".").map(String.init) {
      guard let whole = part.unwrapped else { return nil }
      if let found = whole.children.first(where: { $0.label == name }) {
        part = found
      } else if whole.isEnum, !path.hasPrefix(name) {
        return nil
      } else {
        throw MissingPart(
          name: name, type: "\(type(of: whole.value))", known: whole.children.compactMap(\.label))
      }
    }
    return part
  }
}

// MARK: - Cases

extension ValueTree {
  /// A value that a case carries, with its argument label.
  package typealias Carried = (label: String?, tree: ValueTree)

  /// The values that the case carries.
  package var carried: [Carried] {
    guard caseName != nil, children.count == 1 else { return [] }
    let payload = children[0]
    return payload.isPayload ? payload.children.map { ($0.label, $0) } : [(nil, payload)]
  }

  /// A Boolean value that indicates whether the value is the payload of a case with several values or with names.
  private var isPayload: Bool {
    // A `Graphable` payload isn't a tuple. This check is much cheaper than a mirror, which matters if
    // cases are nested deeply.
    !(value is any Graphable) && kind == .tuple
  }

  /// The name with its argument labels, such as `go(south:)`.
  package var fullCaseName: String? {
    caseName.map { name in
      carried.isEmpty ? name : "\(name)(\(carried.map { "\($0.label ?? "_"):" }.joined()))"
    }
  }

  /// The inner state: the carried value if there is only one and it is `Graphable`, or else the one that is nested.
  package var nested: (any Graphable)? { split.nested }

  /// The carried values beside the inner state.
  package var besideNested: [Carried] { split.rest }

  private func dividedCarried() -> (nested: (any Graphable)?, rest: [Carried]) {
    let carried = carried
    if carried.count == 1, let state = carried[0].tree.value as? any Graphable {
      return (state, [])
    }
    let values = carried.map { ($0.label, ($0.tree.value as? any Graphable)?.casePath ?? []) }
    guard let index = CasePath.nested(of: values),
      let state = carried[index].tree.value as? any Graphable
    else { return (nil, carried) }
    return (state, carried.enumerated().filter { $0.offset != index }.map(\.element))
  }
}

/// A continuation, which may be resumed once, even if a value with it is copied.
package protocol Continuation {}

extension CheckedContinuation: Continuation {}
extension UnsafeContinuation: Continuation {}

/// A task, with any result.
package protocol RunningTask {}

extension Task: RunningTask {}
