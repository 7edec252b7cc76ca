/// An action that performs effects.
@frozen @usableFromInline
struct EffectAction<Subject> {
  /// The effects of an action.
  @frozen @usableFromInline
  struct Values {
    /// The effects, in order.
    @usableFromInline let all: [Any]
    /// A Boolean value that indicates whether the effects say all that the action does: each is of
    /// the subject's own type, and none stands beside a closure.
    @usableFromInline let areWhole: Bool
    /// Performs the effects in order, until one throws.
    @usableFromInline let perform: (Subject) throws -> Void

    @inlinable
    init(_ all: [Any], areWhole: Bool, perform: @escaping (Subject) throws -> Void) {
      (self.all, self.areWhole, self.perform) = (all, areWhole, perform)
    }
  }

  /// Performs the effects with a subject and returns `nil`, or returns them if there is no subject.
  // One closure, so that the action is as large as any other, and allocates memory once.
  @usableFromInline let run: (Subject?) throws -> Values?

  @inlinable
  init(_ run: @escaping (Subject?) throws -> Values?) { self.run = run }

  init(
    _ effects: @escaping () -> (all: [Any], areWhole: Bool),
    perform: @escaping (Subject) throws -> Void
  ) {
    self.init { subject in
      guard let subject else {
        let (all, areWhole) = effects()
        return Values(all, areWhole: areWhole, perform: perform)
      }
      try perform(subject)
      return nil
    }
  }

  // Not inlined, so that steps without effects stay as small as they were.
  @inlinable
  @inline(never)
  func perform(_ subject: Subject) throws { _ = try run(subject) }

  // Never fails, because nothing is performed without a subject.
  var values: Values { try! run(nil)! }
}

extension Action where Subject: EffectSubject {
  /// Creates an action that performs effects in order, until one throws.
  @inlinable
  init(_ first: Subject.Effect, _ more: [Subject.Effect]) {
    if more.isEmpty {
      // Alone, an effect needs no array.
      self = .effects(
        EffectAction { subject in
          guard let subject else {
            return EffectAction.Values([first], areWhole: true) {
              try Subject._perform(first, on: $0)
            }
          }
          try Subject._perform(first, on: subject)
          return nil
        })
    } else {
      self.init(performing: [first] + more)
    }
  }

  @usableFromInline
  init(performing effects: [Subject.Effect]) {
    self = .effects(
      EffectAction {
        (effects, areWhole: true)
      } perform: { subject in
        for effect in effects { try Subject._perform(effect, on: subject) }
      })
  }
}

extension Action {
  /// The effects, or `nil` if the action is a closure.
  private var values: EffectAction<Subject>.Values? {
    if case .effects(let action) = self { action.values } else { nil }
  }

  @inlinable var hasEffects: Bool {
    if case .effects = self { true } else { false }
  }

  /// The effects, in order; none if the action is a closure.
  @usableFromInline var effects: [Any] { values?.all ?? [] }

  /// A Boolean value that indicates whether the effects say all that the action does, so that two
  /// actions with equal effects do the same.
  var isComparable: Bool { values?.areWhole ?? false }

  /// The names of the effects' cases, or `nil` if the action is a closure.
  @usableFromInline var effectNames: String? { list(\.name) }

  /// The names of the effects' cases with their payloads, or `nil` if the action is a closure.
  @usableFromInline var effectTexts: String? { list(\.text) }

  private func list(_ part: (EffectName) -> String) -> String? {
    values?.all.map { part(EffectName(of: $0)) }.joined(separator: ", ")
  }

  /// Returns an action that performs this action and then another, at least one of which has effects.
  @usableFromInline
  func withEffects(followedBy next: Action) -> Action {
    .effects(
      EffectAction {
        (effects + next.effects, isComparable && next.isComparable)
      } perform: { subject in
        try self(subject)
        try next(subject)
      })
  }

  /// Returns the action for an outer subject, whose inner subject performs the effects.
  func mapping<Outer>(_ inner: @escaping (Outer) -> Subject) -> Action<Outer> {
    guard hasEffects else { return Action<Outer> { try self(inner($0)) } }
    return .effects(
      EffectAction {
        (effects, areWhole: false)
      } perform: {
        try self(inner($0))
      })
  }
}

extension EffectSubject {
  /// A Boolean value that indicates whether an effect takes at most one byte, and so holds no
  /// reference.
  static var hasSmallEffects: Bool { MemoryLayout<Effect>.size <= 1 }
}
