import Observation
import Schematic

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension StateMachine: Observable {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension StateMachine {
  /// Makes the machine observable with Swift's Observation, and returns it.
  ///
  /// Code that reads `state`, `isFinished`, `can(_:)` or `permittedEvents` is notified of the next
  /// change, whether an event, a timeout or a task caused it. A view that reads one of them in
  /// its body is redrawn.
  ///
  /// ```swift
  /// let machine = StateMachine(schema: Turnstile.schema, subject: turnstile).tracked()
  /// withObservationTracking {
  ///   _ = machine.state
  /// } onChange: {
  ///   print("changed")
  /// }
  /// machine.handle(.push)  // prints: changed
  /// ```
  ///
  /// Each external transition counts as a change, which is announced after entry actions have run.
  /// An internal transition counts only if the state differs afterward; if the state isn't
  /// `Equatable`, every internal transition counts. The answers of guards depend on the subject too,
  /// so make the subject `Observable` itself.
  ///
  /// A machine that isn't tracked has no extra cost. Calling this again has no effect.
  ///
  /// - Returns: The machine itself.
  @discardableResult
  public func tracked() -> StateMachine {
    guard !isTracked else { return self }
    let registrar = ObservationRegistrar()
    track { [unowned self] in registrar.access(self, keyPath: \.state) }
    observe { [unowned self] handled in
      guard handled.isChange else { return }
      registrar.withMutation(of: self, keyPath: \.state) {}
    }
    return self
  }
}

extension HandledEvent {
  /// A Boolean value that indicates whether a state was entered, or the states before and after
  /// differ or can't be compared.
  fileprivate var isChange: Bool {
    switch outcome {
    case .moved: return true
    case .stayed:
      guard let source = source as? any Equatable else { return true }
      return !isEqual(source, target)
    case .ignored, .rejected, .queued, .failed, .subjectDeallocated: return false
    }
  }

  private func isEqual<Value: Equatable>(_ source: Value, _ target: Any) -> Bool {
    source == target as? Value
  }
}
