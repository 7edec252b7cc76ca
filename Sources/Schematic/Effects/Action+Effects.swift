/// An action that performs effects.
@frozen @usableFromInline
struct EffectAction<Subject> {
  /// Performs the effects with a subject and returns nothing, or returns them if there is no
  /// subject.
  // One closure, so that the action is as large as any other.
  @usableFromInline let run: (Subject?) throws -> [Any]

  @inlinable
  init(_ run: @escaping (Subject?) throws -> [Any]) { self.run = run }

  @inlinable
  func perform(_ subject: Subject) throws { _ = try run(subject) }

  /// The effects, in order.
  // Never fails, because nothing is performed without a subject.
  @usableFromInline var values: [Any] { try! run(nil) }
}

extension Action where Subject: EffectSubject {
  /// Creates an action that performs effects in order, until one throws.
  @inlinable
  init(_ first: Subject.Effect, _ more: [Subject.Effect]) {
    if more.isEmpty {
      self = .effects(
        EffectAction { subject in
          guard let subject else { return [first] }
          try Subject._perform(first, on: subject)
          return []
        })
    } else {
      self.init(performing: [first] + more)
    }
  }

  @usableFromInline
  init(performing effects: [Subject.Effect]) {
    self = .effects(
      EffectAction { subject in
        guard let subject else { return effects }
        for effect in effects { try Subject._perform(effect, on: subject) }
        return []
      })
  }
}

extension Action {
  @inlinable var hasEffects: Bool {
    switch self {
    case .nonisolated, .mainActor: false
    case .effects, .combined: true
    }
  }

  /// The effects, in order; none if the action is a closure.
  @usableFromInline var effects: [Any] {
    switch self {
    case .nonisolated, .mainActor: []
    case .effects(let action), .combined(let action): action.values
    }
  }

  /// The names of the effects' cases, or `nil` if the action is a closure.
  @usableFromInline var effectNames: String? {
    hasEffects ? effects.map { EffectName(of: $0).name }.joined(separator: ", ") : nil
  }

  /// The names of the effects' cases with their payloads, or `nil` if the action is a closure.
  @usableFromInline var effectTexts: String? {
    hasEffects ? effects.map { EffectName(of: $0).text }.joined(separator: ", ") : nil
  }

  /// Returns an action that performs this action and then another, at least one of which has effects.
  @usableFromInline
  func withEffects(followedBy next: Action) -> Action {
    let both = EffectAction<Subject> { subject in
      guard let subject else { return effects + next.effects }
      try self(subject)
      try next(subject)
      return []
    }
    if case (.effects, .effects) = (self, next) { return .effects(both) }
    return .combined(both)
  }

  /// Returns the action for an outer subject, whose inner subject performs the effects.
  func mapping<Outer>(_ inner: @escaping (Outer) -> Subject) -> Action<Outer> {
    guard hasEffects else { return Action<Outer> { try self(inner($0)) } }
    return .combined(
      EffectAction { outer in
        guard let outer else { return effects }
        try self(inner(outer))
        return []
      })
  }
}

extension EffectSubject {
  /// A Boolean value that indicates whether an effect takes at most one byte, and so holds no
  /// reference.
  static var hasSmallEffects: Bool { MemoryLayout<Effect>.size <= 1 }
}
