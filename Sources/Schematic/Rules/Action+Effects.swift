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
    case tell(Parts)
  }

  /// What an action does, as it tells it.
  @usableFromInline
  final class Parts {
    enum Part {
      /// An effect of the subject's own type.
      case own(Any)
      /// A closure, or effects that another subject performs.
      case other(Action<Subject>, effects: [Any])
    }

    /// The parts, in order.
    var all: [Part] = []

    @usableFromInline
    func tell<Effect>(_ effect: Effect) { all = [.own(effect)] }
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

  /// What the action does; nothing is performed.
  var parts: [Parts.Part] {
    let parts = Parts()
    // Never fails, because nothing is performed.
    try! run(.tell(parts))
    return parts.all
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
        case .tell(let parts): parts.tell(effect)
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
        case .tell(let parts): parts.all = effects.map { .own($0) }
        }
      })
  }
}

extension Action {
  @inlinable var hasEffects: Bool {
    if case .effects = self { true } else { false }
  }

  /// What the action does, in order.
  var parts: [EffectAction<Subject>.Parts.Part] {
    if case .effects(let action) = self { action.parts } else { [.other(self, effects: [])] }
  }

  /// The effects of the subject's own type, in order; none if the action is a closure.
  @usableFromInline var effects: [Any] {
    parts.compactMap { if case .own(let effect) = $0 { effect } else { nil } }
  }

  /// All effects, whoever performs them, in order.
  @usableFromInline var allEffects: [Any] {
    parts.flatMap { part in
      switch part {
      case .own(let effect): [effect]
      case .other(_, let effects): effects
      }
    }
  }

  /// A Boolean value that indicates whether the subject's effects say all that the action does, so
  /// that two actions with equal effects do the same.
  var isComparable: Bool {
    parts.allSatisfy { if case .own = $0 { true } else { false } }
  }

  /// The names of the effects' cases, or `nil` if the action is a closure.
  @usableFromInline var effectNames: String? {
    hasEffects ? allEffects.map { EffectName(of: $0).name }.joined(separator: ", ") : nil
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
        case .tell(let parts): parts.all = self.parts + next.parts
        }
      })
  }

  /// Returns the action for an outer subject, whose inner subject performs the effects.
  func mapping<Outer>(_ inner: @escaping (Outer) -> Subject) -> Action<Outer> {
    let mapped = Action<Outer> { try self(inner($0)) }
    return hasEffects ? mapped.telling(allEffects) : mapped
  }

  /// Returns the action, which is a closure, with the effects that it performs on other subjects.
  func telling(_ effects: [Any]) -> Action {
    .effects(
      EffectAction { request in
        switch request {
        case .perform(let subject): try self(subject.pointee)
        case .tell(let parts): parts.all = [.other(self, effects: effects)]
        }
      })
  }
}

extension EffectSubject {
  /// A Boolean value that indicates whether an effect takes at most one byte, and so holds no
  /// reference.
  static var hasSmallEffects: Bool { MemoryLayout<Effect>.size <= 1 }
}

/// The name of an effect in diagrams.
package struct EffectName {
  /// The name of the case, with the names of the cases that it carries: `deck.rewind`.
  package private(set) var name: String
  /// The innermost case, whose payload the name leaves out.
  package private(set) var innermost: Any

  /// Reads the name of an effect.
  ///
  /// An effect that isn't a case is named after its type, and a string after itself.
  package init(of effect: Any) {
    (name, innermost) = (
      CasePath.caseName(of: effect) ?? effect as? String ?? "\(type(of: effect))", effect
    )
    while CasePath.caseName(of: innermost) != nil, let payload = CasePath.payload(of: innermost),
      let nested = CasePath.caseName(of: payload), Mirror(reflecting: payload).displayStyle == .enum
    {
      name += ".\(nested)"
      innermost = payload
    }
  }
}
