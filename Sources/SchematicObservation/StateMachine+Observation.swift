import Observation
import Schematic

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension StateMachine: Observable {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension StateMachine {
  /// Has Swift's Observation track the machine, and returns it.
  ///
  /// Who reads `state`, `isFinished`, `can(_:)` or `permittedEvents` is told of the next transition,
  /// whatever caused it: an event, a timeout, or work. A view that reads one of them in its body is
  /// drawn again.
  ///
  /// ```swift
  /// @MainActor final class Model {
  ///   private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self).tracked()
  /// }
  ///
  /// withObservationTracking {
  ///   _ = model.machine.state
  /// } onChange: {
  ///   print("changed")
  /// }
  /// model.machine.handle(.refresh)  // prints: changed
  /// ```
  ///
  /// A change is told once for each transition, among the observers of the machine: the state has
  /// changed by then, and entry actions have run. An internal transition that leaves the state as it
  /// is tells nothing; where the state is not `Equatable`, every internal one tells. What guards say
  /// changes with the subject, too: that is tracked where the subject is `Observable` itself.
  ///
  /// A machine that nobody tracks costs no more for it. One that is tracked already stays as it is.
  ///
  /// - Returns: The machine itself.
  @discardableResult
  public func tracked() -> StateMachine {
    guard !isTracked else { return self }
    let registrar = ObservationRegistrar()
    track { [unowned self] in registrar.access(self, keyPath: \.state) }
    observe { [unowned self] (transition: TakenTransition<State, Event>) in
      guard !transition.isInternal || transition.changesState else { return }
      registrar.withMutation(of: self, keyPath: \.state) {}
    }
    return self
  }
}

extension TakenTransition {
  /// A Boolean value that indicates whether the states before and after differ, as far as they can be
  /// compared.
  fileprivate var changesState: Bool {
    guard let source = source as? any Equatable else { return true }
    return !isEqual(source, target)
  }

  private func isEqual<Value: Equatable>(_ source: Value, _ target: Any) -> Bool {
    source == target as? Value
  }
}
