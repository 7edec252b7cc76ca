/// The states that a value consists of: it is a product, or an enum case carries one.
struct RegionParts {
  /// A state that a product consists of, in one value.
  struct Part {
    let name: String
    let node: NodeDescription
    /// The number of nested states in the part, including the innermost.
    let depth: Int
    /// What the part carries; empty if nobody asks.
    let fields: [PayloadField]
    /// The states that the part consists of in its turn.
    let inner: RegionParts?

    var identifier: String { node.state.identifier }
  }

  /// A place among the states of a value: a part of a product, or a part of a part.
  struct Slot: Hashable {
    struct Step: Hashable {
      /// The identifier of the composite state that consists of the product; `nil` for a whole machine.
      let composite: String?
      let index: Int
    }

    var steps: [Step]

    /// The slot inside the first part, or `nil` if this is the first part.
    var rest: Slot { Slot(steps: Array(steps.dropFirst())) }
  }

  /// The identifier of the composite state whose case carries the product; `nil` if the value is one.
  let composite: String?
  let parts: [Part]

  /// Finds the product that a value is or that one of its cases carries.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - readsFields: Whether to read what the parts carry.
  init?(of value: some Graphable, readingFields readsFields: Bool = false) {
    var depth = 0
    var next: (any Graphable)? = value
    while let value = next, !(value is any GraphableProduct) {
      next = ReflectedCase(of: value)?.nested
      depth += 1
    }
    guard let product = next as? any GraphableProduct else { return nil }
    let path = depth == 0 ? [] : value.casePath
    // A type may name its states in another way.
    guard depth == 0 || path.count == depth + 1 && path[depth] == product.graphIdentifier else {
      return nil
    }
    composite = depth == 0 ? nil : path.dropLast().joined(separator: ".")
    parts = product.graphRegions.map { name, state in
      Part(
        name: name, node: NodeDescription(of: state), depth: state.casePath.count,
        fields: readsFields ? PayloadField.fields(of: state) : [],
        inner: state is any GraphableProduct
          ? nil : RegionParts(of: state, readingFields: readsFields))
    }
  }

  /// All places in the value, each before those inside it.
  var slots: [(slot: Slot, part: Part)] {
    parts.enumerated().flatMap { index, part in
      let step = Slot.Step(composite: composite, index: index)
      return [(Slot(steps: [step]), part)]
        + (part.inner?.slots ?? []).map { (Slot(steps: [step] + $0.slot.steps), $0.part) }
    }
  }

  /// Returns the part at a place, or `nil` if the value has none there.
  func part(at slot: Slot) -> Part? {
    guard let first = slot.steps.first, first.composite == composite,
      parts.indices.contains(first.index)
    else { return nil }
    let part = parts[first.index]
    return slot.steps.count == 1 ? part : part.inner?.part(at: slot.rest)
  }
}
