/// An action that performs effects.
@frozen @usableFromInline
struct EffectAction<Subject> {
  /// What is asked of effects.
  @frozen @usableFromInline
  enum Request {
    /// To be performed in order, until one throws, with a subject.
    // A pointer, because a step would retain and release a subject in an enumeration.
    case perform(UnsafePointer<Subject>)
    /// To be told, and not performed.
    case tell(Values)
  }

  /// The effects of an action, as it tells them.
  @usableFromInline
  final class Values {
    /// The effects, in order.
    var all: [Any] = []
    /// A Boolean value that indicates whether the effects say all that the action does: each is of
    /// the subject's own type, and none stands beside a closure.
    var areWhole = true

    @usableFromInline
    func tell<Effect>(_ effect: Effect) { all = [effect] }
  }

  /// Performs the effects or tells them.
  // One closure, so that the action is as large as any other, and allocates memory once. It returns
  // nothing, because each step that performs would pay for a result.
  @usableFromInline let run: (Request) throws -> Void

  @inlinable
  init(_ run: @escaping (Request) throws -> Void) { self.run = run }

  // Not inlined, so that steps without effects stay as small as they were.
  @inlinable
  @inline(never)
  func perform(_ subject: Subject) throws {
    try withUnsafePointer(to: subject) { try run(.perform($0)) }
  }

  /// The effects, which are not performed.
  var values: Values {
    let values = Values()
    // Never fails, because nothing is performed.
    try! run(.tell(values))
    return values
  }
}

extension Action where Subject: EffectSubject {
  /// Creates an action that performs effects in order, until one throws.
  @inlinable
  @inline(__always)
  init(_ first: Subject.Effect, _ more: [Subject.Effect]) {
    // Alone, an effect needs no array.
    self = more.isEmpty ? Action(performing: first) : Action(performing: [first] + more)
  }

  @inlinable
  @inline(__always)
  init(performing effect: Subject.Effect) {
    self = .effects(
      EffectAction { request in
        switch request {
        case .perform(let subject): try Subject._perform(effect, on: subject.pointee)
        case .tell(let values): values.tell(effect)
        }
      })
  }

  @usableFromInline
  init(performing effects: [Subject.Effect]) {
    self = .effects(
      EffectAction { request in
        switch request {
        case .perform(let subject):
          for effect in effects { try Subject._perform(effect, on: subject.pointee) }
        case .tell(let values): values.all = effects
        }
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
      EffectAction { request in
        switch request {
        case .perform(let subject):
          try self(subject.pointee)
          try next(subject.pointee)
        case .tell(let values):
          values.all = effects + next.effects
          values.areWhole = isComparable && next.isComparable
        }
      })
  }

  /// Returns the action for an outer subject, whose inner subject performs the effects.
  func mapping<Outer>(_ inner: @escaping (Outer) -> Subject) -> Action<Outer> {
    guard hasEffects else { return Action<Outer> { try self(inner($0)) } }
    return .effects(
      EffectAction { request in
        switch request {
        case .perform(let outer): try self(inner(outer.pointee))
        case .tell(let values): (values.all, values.areWhole) = (effects, false)
        }
      })
  }
}

extension EffectSubject {
  /// A Boolean value that indicates whether an effect takes at most one byte, and so holds no
  /// reference.
  static var hasSmallEffects: Bool { MemoryLayout<Effect>.size <= 1 }
}
