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
  /// The machine holds the observer strongly. One that needs the subject takes it as its second
  /// parameter instead of holding it.
  ///
  /// - Parameter observer: What to call.
  /// - Returns: What removes the observer again.
  @discardableResult
  public func observe(
    _ observer: @escaping (_ transition: TakenTransition<State, Event>) -> Void
  ) -> ObserverToken {
    add { transition, _ in observer(transition) }
  }

  /// Registers an observer that is given the subject with every transition.
  ///
  /// ```swift
  /// machine.observe { transition, screen in screen.title = "\(transition.target)" }
  /// ```
  ///
  /// The observer need not hold the subject, and so does not keep it alive.
  ///
  /// - Parameter observer: What to call: see the form without a subject.
  /// - Returns: What removes the observer again.
  @_disfavoredOverload
  @discardableResult
  public func observe(
    _ observer:
      @escaping (_ transition: TakenTransition<State, Event>, _ subject: Subject) -> Void
  ) -> ObserverToken {
    add(observer)
  }

  /// Registers an observer on the main actor that is given the subject with every transition.
  ///
  /// For observers that are written outside the main actor; inside, a closure is on it already.
  ///
  /// - Parameters:
  ///   - actor: `MainActor.self`.
  ///   - observer: What to call.
  /// - Returns: What removes the observer again.
  @discardableResult
  public func observe(
    on actor: MainActor.Type,
    _ observer:
      @escaping @MainActor (_ transition: TakenTransition<State, Event>, _ subject: Subject) -> Void
  ) -> ObserverToken {
    add { transition, subject in
      nonisolated(unsafe) let (transition, subject) = (transition, subject)
      MainActor.assumeIsolated { observer(transition, subject) }
    }
  }

  /// Removes an observer; does nothing where it was removed already.
  ///
  /// - Parameter token: What ``observe(_:)`` returned.
  public func removeObserver(_ token: ObserverToken) {
    changeObservers { $0.remove(token) }
  }

  fileprivate func add(
    _ observer: @escaping (_ transition: TakenTransition<State, Event>, _ subject: Subject) -> Void
  ) -> ObserverToken {
    isObserved = true
    return extras.observers.add(observer)
  }

  /// Changes the list of observers.
  ///
  /// An observer that is let go of may free what removes another, so none is let go of during the
  /// access to the list.
  func changeObservers(_ change: (inout ObserverList<State, Event, Subject>) -> Void) {
    guard let extras = existingExtras?.takeUnretainedValue() else { return }
    let old = extras.observers
    withExtendedLifetime(old) {
      change(&extras.observers)
      isObserved = !extras.observers.isEmpty
    }
  }
}

extension StateMachine where Subject: Actor {
  /// Registers an observer, isolated to the subject, that is given it with every transition.
  ///
  /// ```swift
  /// machine.observe { transition, link in link.log(transition.target) }
  /// ```
  ///
  /// - Parameter observer: What to call.
  /// - Returns: What removes the observer again.
  @discardableResult
  public func observe(
    _ observer:
      @escaping (_ transition: TakenTransition<State, Event>, _ subject: isolated Subject) -> Void
  ) -> ObserverToken {
    // Sent nowhere: `assumeIsolated` calls it here and now, on the actor the machine lives in.
    nonisolated(unsafe) let observer = observer
    return add { transition, subject in
      nonisolated(unsafe) let transition = transition
      subject.assumeIsolated { observer(transition, $0) }
    }
  }
}
