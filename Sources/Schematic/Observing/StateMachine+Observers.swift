extension StateMachine {
  /// Registers an observer, which is told of every transition that the machine takes.
  ///
  /// Observers are called in the order in which they were registered, after the entry hooks, with
  /// external and internal transitions alike. They see transitions in the order in which they
  /// happened, also where one sends an event.
  ///
  /// ```swift
  /// let token = machine.observe { print($0.source, "->", $0.target) }
  /// machine.handle(.coin)  // prints: locked -> unlocked
  /// machine.removeObserver(token)
  /// ```
  ///
  /// The machine holds the observer strongly: let it hold the subject weakly.
  ///
  /// - Parameter observer: What to call.
  /// - Returns: What removes the observer again.
  @discardableResult
  public func observe(
    _ observer: @escaping (_ transition: TakenTransition<State, Event>) -> Void
  ) -> ObserverToken {
    observers.add(observer)
  }

  /// Removes an observer; does nothing where it was removed already.
  ///
  /// - Parameter token: What ``observe(_:)`` returned.
  public func removeObserver(_ token: ObserverToken) {
    changeObservers { $0.remove(token) }
  }

  /// Changes the list of observers.
  ///
  /// An observer that is let go of may free what removes another, so none is let go of during the
  /// access to the list.
  func changeObservers(_ change: (inout ObserverList<State, Event>) -> Void) {
    let old = observers
    withExtendedLifetime(old) { change(&observers) }
  }
}
