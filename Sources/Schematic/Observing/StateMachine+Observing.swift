extension StateMachine {
  /// Registers an observer, which the machine calls with every event and its outcome.
  ///
  /// Observers run at the end of a step and when an event is queued, in the order in which you
  /// registered them. They are called for every event, whatever its outcome. They see events in
  /// the order in which the machine handled them, even if an observer sends another event. If an
  /// observer registers another observer, the new one is called from the next event on.
  ///
  /// ```swift
  /// let token = machine.observe { print($0) }
  /// machine.handle(.coin)  // prints: locked: coin → unlocked
  /// machine.removeObserver(token)
  /// ```
  ///
  /// Put everything that a machine *does* because of an event or a state into its schema, where the
  /// diagram shows it. Observers are for logs, traces and view models. The machine holds the
  /// observer strongly, so capture the subject weakly. If the machine lives on an actor, the observer
  /// runs on that actor:
  ///
  /// ```swift
  /// machine.observe { [weak self] handled in self?.assumeIsolated { $0.show(handled) } }
  /// ```
  ///
  /// - Parameter observer: The closure.
  /// - Returns: A token with which you can remove the observer.
  @discardableResult
  public func observe(
    _ observer: @escaping (_ handled: HandledEvent<State, Event>) -> Void
  ) -> ObserverToken {
    addObserver(endsWithMachine: false, observer)
  }

  /// Removes an observer, unless it has been removed or belongs to another machine.
  ///
  /// - Parameter token: The token that ``observe(_:)`` returned.
  public func removeObserver(_ token: ObserverToken) {
    removeObservers { $0.token == token }
  }

  func addObserver(
    endsWithMachine: Bool, _ observer: @escaping (HandledEvent<State, Event>) -> Void
  ) -> ObserverToken {
    let token = ObserverToken()
    extras.observers.append(
      Observer(token: token, endsWithMachine: endsWithMachine, notify: observer))
    slowPathReasons.insert(.observers)
    return token
  }

  private func removeObservers(where isRemoved: (Observer<State, Event>) -> Bool) {
    guard let extras = existingExtras else { return }
    // Releasing an observer may run a `deinit` that removes another observer, so the old list is
    // released only after the new one is in place.
    let old = extras.observers
    withExtendedLifetime(old) {
      extras.observers = old.filter { !isRemoved($0) }
      if extras.observers.isEmpty { slowPathReasons.remove(.observers) }
    }
  }

  @inlinable
  @inline(__always)
  func notifyObservers(_ handled: consuming HandledEvent<State, Event>) {
    guard let extras = existingExtras else { return }
    extras.notificationCount += 1
    handled.position = extras.notificationCount
    // A copy, because an observer may register or remove observers.
    let observers = extras.observers
    for index in observers.indices { observers[index].notify(handled) }
    if lifecycle == .rejecting { removeObserversThatEnd() }
  }

  @usableFromInline
  func removeObserversThatEnd() {
    removeObservers { $0.endsWithMachine }
  }

  /// Calls the observers with an event that has been queued.
  @usableFromInline
  func notifyObserversOfQueueing(_ event: Event, from activity: Int?, _ outcome: Outcome) {
    // If an observer sends an event meanwhile, that event is reported only when it is handled.
    // Otherwise an observer that answers each event with another would be called endlessly.
    guard !extras.isReportingQueueing else { return }
    extras.isReportingQueueing = true
    defer { extras.isReportingQueueing = false }
    notifyObservers(
      HandledEvent(event, from: sender(activity), in: currentState, to: currentState, outcome))
  }

  /// Calls the observers with an event that was handled with a cached rule.
  @inlinable
  @inline(never)
  func notifyObservers(
    of event: Event, _ rule: Rule, from sender: EventSender?, in source: State, _ outcome: Outcome
  ) {
    notifyObservers(
      HandledEvent(
        event, from: sender ?? self.sender(nil), in: source, to: currentState, outcome,
        rule.pointee.label, rule.pointee.guards))
  }

  /// The guards that were evaluated for the current event, or `nil` if there were none, as in a
  /// finished machine.
  @usableFromInline var guardAnswers: EventDetails? {
    evaluatedGuards.flatMap { EventDetails($0.answers) }
  }

  var evaluatedGuards: GuardRecorder<Subject>? {
    let storage = schema.storage
    guard storage.rules.hasGuards || storage.features.contains(.completions),
      lifecycle != .rejecting
    else { return nil }
    return existingExtras?.recorder
  }

  /// Sets a closure that is called whenever the state is read, as long as the machine has
  /// observers.
  package func track(_ tracker: @escaping () -> Void) {
    extras.readTracker = tracker
  }

  /// A Boolean value that indicates whether a closure is called whenever the state is read.
  package var isTracked: Bool { existingExtras?.readTracker != nil }

  @usableFromInline
  func notifyReader() {
    existingExtras?.readTracker?()
  }
}
