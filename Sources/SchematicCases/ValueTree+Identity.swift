extension ValueTree {
  /// A key that is equal for equal values only.
  package struct Identity: Hashable {
    fileprivate let type: ObjectIdentifier
    fileprivate let content: Content

    /// What tells a value from others of its type.
    fileprivate enum Content: Hashable {
      /// A `Hashable` value, with its type, because equal numbers of two types are the same
      /// `AnyHashable`.
      case value(AnyHashable, base: ObjectIdentifier)
      case parts([Part])
      /// Parts whose order may differ between equal values.
      case unordered(Set<Part>)
      case text(Spelling)
    }

    fileprivate struct Part: Hashable {
      let name: Spelling
      let identity: Identity
    }
  }

  /// What distinguishes the value from others.
  ///
  /// If a type isn't `Hashable`, its values are distinguished by their parts, because
  /// different values may print the same. Objects are distinguished by what they contain.
  package var identity: Identity {
    var print = TreePrint(.contents)
    return identity(&print)
  }

  private func identity(_ print: inout TreePrint) -> Identity {
    if let value = value as? any ExplorationIdentity {
      return ValueTree(value.identity, ignoring: ignored).identity(&print)
    }
    return Identity(type: ObjectIdentifier(type(of: value)), content: content(&print))
  }

  private func content(_ print: inout TreePrint) -> Identity.Content {
    // A task is another one each time, and what the machine does hardly depends on which.
    if value is any RunningTask { return .text(Spelling("task")) }
    // On Linux, the hash of some errors of Foundation stops the program.
    if !leavesOut, !(value is any Error), let value = value as? AnyHashable {
      return .value(value, base: ObjectIdentifier(type(of: value.base)))
    }
    guard object == nil, !children.isEmpty else { return .text(Spelling(print.text(of: self))) }
    let parts = print.ordered(self).map { part in
      Identity.Part(name: Spelling(part.label ?? ""), identity: part.identity(&print))
    }
    return isUnordered ? .unordered(Set(parts)) : .parts(parts)
  }

  /// What tells the value from others as machines are told apart: its content if there are objects in it, because
  /// two objects with the same content may differ by their own comparison.
  package var machineIdentity: AnyHashable {
    holdsObjects ? AnyHashable(content) : AnyHashable(identity)
  }

  /// Returns the names on the way to each property in which the value differs from another one, with dots between them.
  ///
  /// A property that is an identifier, an instant or an address has another value each time. A diagram
  /// that shows it would change from run to run.
  package func differences(from other: ValueTree) -> [String] {
    differences(from: other, below: []).uniqued()
  }

  private func differences(from other: ValueTree, below names: [String]) -> [String] {
    let isReadElsewhere = partsReadHere.isEmpty && !children.isEmpty
    guard !isReadElsewhere, machineIdentity != other.machineIdentity else { return [] }
    let own = names.isEmpty ? [] : [names.joined(separator: ".")]
    // Nobody can name an element of a list, so the list differs.
    guard !isUnordered, !isList else { return own }
    let inner = zip(partsReadHere, other.partsReadHere).flatMap { part, other -> [String] in
      guard part.label == other.label else { return [] }
      let name = kind == .optional ? nil : part.label
      return part.differences(from: other, below: names + [name].compactMap(\.self))
    }
    return inner.isEmpty ? own : inner
  }
}

/// A string identified by its bytes, because strings with different Unicode scalars may be equal.
package struct Spelling: Hashable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: Spelling, other: Spelling) -> Bool {
    one.text.utf8.elementsEqual(other.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
