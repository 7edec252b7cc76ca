import Schematic
import Testing

@Suite struct ObserverTests {
  private enum Event: CaseIterable { case move, perform, count, ignore, reject, fail }

  private struct Failure: Error {}

  private static let schema = StateMachineSchema<Int, Event, Notes>(initialState: 0) {
    state, event in
    switch event {
    case .move: return .to(state + 1, "go") { $0.add("act") }
    case .perform: return .stay("work") { $0.add("act") }
    case .count: return .stay(as: state + 10) { $0.add("act") }
    case .ignore: return .ignored
    case .reject: return .rejected
    case .fail: return .to(state + 1) { _ in throw Failure() }
    }
  }

  private let notes = Notes()
  private let machine: StateMachine<Int, Event, Notes>

  init() { machine = StateMachine(schema: Self.schema, subject: notes) }

  @Test(
    arguments: zip(
      Event.allCases,
      [
        "0: move / go → 1", "0: perform / work (stays)", "0: count (stays)", "0: ignore (ignored)",
        "0: reject (rejected)", "0: fail (failed: Failure())",
      ]))
  private func observerIsCalledWithEveryEvent(event: Event, description: String) {
    var handled: [HandledEvent<Int, Event>] = []
    machine.observe { handled.append($0) }
    let outcome = machine.handle(event)
    #expect(handled.map(\.description) == [description])
    #expect(handled.map(\.event) == [event])
    #expect(handled.map(\.outcome.text) == [outcome.text])
    #expect(handled.map(\.source) == [0])
    #expect(handled.map(\.target) == [machine.state])
    #expect(handled.map(\.sender) == [.caller])
  }

  @Test func observersAreCalledInTheOrderOfRegistration() {
    for name in ["a", "b", "c"] { machine.observe { [notes] _ in notes.add(name) } }
    machine.handle(.move)
    #expect(notes.lines == ["act", "a", "b", "c"])
    #expect(machine.state == 1)
  }

  @Test(arguments: 0...2)
  func removingAnObserverKeepsTheOthers(removed: Int) {
    let tokens = (0...2).map { number in machine.observe { [notes] _ in notes.add("\(number)") } }
    for _ in 1...2 { machine.removeObserver(tokens[removed]) }
    machine.handle(.move)
    #expect(notes.lines == ["act"] + (0...2).filter { $0 != removed }.map { "\($0)" })
    #expect(Set(tokens).count == 3)
    #expect(machine.state == 1)
  }

  @Test func tokenRemovesNoObserverOfAnotherMachine() {
    let other = StateMachine(schema: Self.schema, subject: notes)
    let tokens = [machine, other].map { $0.observe { [notes] _ in notes.add("called") } }
    #expect(tokens[0] != tokens[1])
    machine.removeObserver(tokens[1])
    other.removeObserver(tokens[0])
    machine.handle(.move)
    other.handle(.move)
    #expect(notes.lines == ["act", "called", "act", "called"])
    other.removeObserver(tokens[1])
    other.handle(.move)
    #expect(notes.lines.suffix(2) == ["called", "act"])
    #expect(machine.state == 1)
    #expect(other.state == 2)
  }

  /// One that is removed from inside an observer is called for the last time.
  @Test(arguments: 0...2)
  func observerRemovesItselfOrAnotherFromInside(removed: Int) {
    var tokens: [ObserverToken] = []
    for number in 0...2 {
      let token = machine.observe { [unowned machine, notes] _ in
        notes.add("\(number)")
        if number == 1 { machine.removeObserver(tokens[removed]) }
      }
      tokens.append(token)
    }
    for _ in 1...2 { machine.handle(.move) }
    let rest = (0...2).filter { $0 != removed }.map { "\($0)" }
    #expect(notes.lines == ["act", "0", "1", "2", "act"] + rest)
    #expect(machine.state == 2)
  }

  @Test func observerThatWasAddedMeanwhileIsCalledWithTheNextEvent() {
    var isAdded = false
    machine.observe { [unowned machine, notes] _ in
      notes.add("first")
      guard !isAdded else { return }
      isAdded = true
      machine.observe { [notes] _ in notes.add("second") }
    }
    for _ in 1...2 { machine.handle(.move) }
    #expect(notes.lines == ["act", "first", "act", "first", "second"])
    #expect(machine.state == 2)
  }

  /// What an observer holds may remove another observer when it is released.
  @Test func releasedObserverMayRemoveAnother() {
    let other = machine.observe { [notes] _ in notes.add("other") }
    var farewell: Farewell? = Farewell { [unowned machine] in machine.removeObserver(other) }
    let token = machine.observe { [farewell] _ in _ = farewell }
    farewell = nil
    machine.removeObserver(token)
    machine.handle(.move)
    #expect(notes.lines == ["act"])
    #expect(machine.state == 1)
  }
}

/// Something that acts when it goes.
final class Farewell {
  private let say: () -> Void
  init(_ say: @escaping () -> Void) { self.say = say }
  deinit { say() }
}
