// Answers with effects.
extension TransitionAnswer where Subject: EffectSubject {
  /// Returns an external transition: leave the state, move, perform the effects, enter.
  ///
  /// ```swift
  /// case (.draft, .send(let file)): return .to(.sending, .upload(file), .count)
  /// ```
  ///
  /// - Parameters:
  ///   - state: The state to move to.
  ///   - effect: The effect that is performed first, after the state has changed. If performing it
  ///     throws, the machine returns to the old state, and the outcome is ``Outcome/failed(_:)``.
  ///   - more: The effects that are performed next, in order.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Returns: The transition. Nothing has happened yet.
  @inlinable
  public static func to(
    _ state: State, _ effect: Subject.Effect, _ more: Subject.Effect...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    Self(answer: Transition(effect, more, to: state, isInternal: false, fileID, line))
  }

  /// Returns an internal transition: perform the effects without leaving or entering a state.
  ///
  /// ```swift
  /// case (.sending, .send): return .stay(.count)
  /// ```
  ///
  /// - Parameters:
  ///   - effect: The effect that is performed first.
  ///   - more: The effects that are performed next, in order.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Returns: The transition. Nothing has happened yet.
  @inlinable
  public static func stay(
    _ effect: Subject.Effect, _ more: Subject.Effect...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    Self(answer: Transition(effect, more, to: nil, isInternal: true, fileID, line))
  }

  /// Returns an internal transition that changes only the payload of the state, and performs
  /// effects.
  ///
  /// ```swift
  /// case (.fetching, .progress(let part)): return .stay(as: .fetching(part), .show(part))
  /// ```
  ///
  /// - Parameters:
  ///   - state: The same case with its new payload.
  ///   - effect: The effect that is performed first, after the payload has changed.
  ///   - more: The effects that are performed next, in order.
  ///   - fileID: The file of the call, for links from diagrams to the code.
  ///   - line: The line of the call.
  /// - Returns: The transition. Nothing has happened yet.
  @inlinable
  public static func stay(
    as state: State, _ effect: Subject.Effect, _ more: Subject.Effect...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    Self(answer: Transition(effect, more, to: state, isInternal: true, fileID, line))
  }
}

extension Transition where Subject: EffectSubject {
  @inlinable
  init(
    _ effect: Subject.Effect, _ more: [Subject.Effect], to target: State?, isInternal: Bool,
    _ fileID: StaticString, _ line: UInt
  ) {
    let action = Action<Subject>(effect, more)
    SourceRecord.note(.transition, action.effectNames, fileID, line)
    self.init(nil, action, to: target, isInternal: isInternal)
  }

  /// The effects of the transition, in the order in which they are performed.
  ///
  /// Effects on exit and entry aren't among them, and neither are the effects of another subject
  /// that `mappingSubject(_:)` has found.
  ///
  /// ```swift
  /// schema.transition(from: .draft, on: .send(file)).effects  // [.upload(file), .count]
  /// ```
  public var effects: [Subject.Effect] {
    // Never fails, because these effects are the subject's own.
    ownEffects.map { $0 as! Subject.Effect }
  }
}

extension Transition {
  /// The effects of the transition, also those of other subjects.
  package var allEffects: [Any] { action?.allEffects ?? [] }

  /// The effects of the transition that the subject performs.
  var ownEffects: [Any] { action?.effects ?? [] }

  /// The names of the effects' cases, or `nil` if there are no effects.
  // Not inlined, so that labels of closures cost no more.
  @inline(never)
  var effectNames: String? { action?.effectNames }

  /// The action, or `nil` if nothing is performed.
  var action: Action<Subject>? {
    switch form {
    case .take(_, let action, _, _): action
    case .joint(let answer): answer.answers.action
    case .ignored, .rejected, .move: nil
    }
  }
}

extension Transition: Equatable
where State: Equatable, Subject: EffectSubject, Subject.Effect: Equatable {
  /// Returns whether two answers do the same: their kinds, states, effects and labels are equal.
  ///
  /// ```swift
  /// schema.transition(from: .draft, on: .send(file)) == .to(.sending, .upload(file), .count)  // true
  /// ```
  ///
  /// An answer with a closure doesn't equal any answer, not even itself.
  public static func == (one: Transition, other: Transition) -> Bool {
    (one.action?.isComparable ?? true) && (other.action?.isComparable ?? true)
      && one.kind == other.kind
      && one.target == other.target && one.label == other.label && one.reason == other.reason
      && one.effects == other.effects
      // Which regions leave a state decides what these states do. A literal answer has no regions.
      && (one.form.joint == nil || other.form.joint == nil
        || one.form.joint?.answers.left == other.form.joint?.answers.left)
  }
}
