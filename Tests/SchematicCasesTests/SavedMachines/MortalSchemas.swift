import Schematic
import SchematicCases

typealias MortalSchema<State> = StateMachineSchema<State, Signal, MortalSubject>

/// The rules of a machine, found by the place and the event.
struct MortalRules: Sendable {
  private struct Key: Hashable {
    let part: Mortal.Part
    let place: Int
    var signal: Signal?
    var level = 0
  }

  private var answers: [Key: [Rule]] = [:]
  private var behaviors: [Key: [Rule]] = [:]
  private var completions: [Mortal.Part: [Rule]] = [:]
  private var levels: Set<Mortal.Part> = []
  private var guarded: Set<Mortal.Part> = []
  let start: Target

  init(_ machine: Mortal) {
    start = machine.start
    for rule in machine.rules {
      switch rule {
      case .on(let part, let place, let signal, _, let number, _):
        answers[Key(part: part, place: place, signal: signal), default: []].append(rule)
        if number != nil { guarded.insert(part) }
      case .entry(let part, let place, let level, _), .exit(let part, let place, let level, _),
        .after(let part, let place, let level, _):
        behaviors[Key(part: part, place: place, level: level), default: []].append(rule)
        if level > 0 { levels.insert(part) }
      case .task(let part, let place, _), .final(let part, let place):
        behaviors[Key(part: part, place: place), default: []].append(rule)
      case .completion(let part, _, _, _): completions[part, default: []].append(rule)
      }
    }
  }

  /// Returns the schema of a part without the machine inside it.
  func schema<State: MortalState>(
    _ type: State.Type, _ part: Mortal.Part, from target: Target
  ) -> MortalSchema<State> {
    let start = State(target)
    var schema =
      guarded.contains(part)
      ? MortalSchema<State>(initialState: start) { state, signal, when in
        transition(from: state, asking: when, by: answers(part, state, signal))
      }
      : MortalSchema<State>(initialState: start) { state, signal in
        transition(from: state, asking: nil, by: answers(part, state, signal))
      }
    schema = schema.states(on: MainActor.self) { .init(_behavior: behavior(part, $0, level: 0)) }
    return levels.contains(part) ? schema.states(level: 1) { behavior(part, $0, level: 1) } : schema
  }

  private func answers(
    _ part: Mortal.Part, _ state: some MortalState, _ signal: Signal
  ) -> [(Rule.Answer, Int?, Rule.Doing, String)] {
    (answers[Key(part: part, place: state.place, signal: signal)] ?? []).compactMap { rule in
      guard case .on(_, _, _, let answer, let number, let doing) = rule else { return nil }
      return (answer, number, doing, "\(part) \(state.place) \(signal)")
    }
  }

  /// Returns the answer of a part to the completion of the machine inside it.
  func completion<State: MortalState>(
    _ part: Mortal.Part, of state: State, _ when: Guard<MortalSubject>
  ) -> Transition<State, MortalSubject> {
    let answers = (completions[part] ?? []).compactMap {
      rule -> (Rule.Answer, Int?, Rule.Doing, String)? in
      guard case .completion(_, let answer, let number, let doing) = rule else { return nil }
      return (answer, number, doing, "\(part) completion")
    }
    return transition(from: state, asking: when, by: answers)
  }

  func completes(_ part: Mortal.Part) -> Bool { completions[part] != nil }

  private func transition<State: MortalState>(
    from state: State, asking when: Guard<MortalSubject>?,
    by answers: [(Rule.Answer, Int?, Rule.Doing, String)]
  ) -> Transition<State, MortalSubject> {
    for (answer, number, doing, line) in answers {
      if let number, let when, !Self.holds(number, when) { continue }
      switch answer {
      case .to(let target): return Self.transition(to: State(target), doing, line)
      case .keep: return state.kept.map { Self.transition(to: $0, doing, line) } ?? .ignored
      case .back: return state.returned.map { Self.transition(to: $0, doing, line) } ?? .ignored
      case .reject: return .rejected("no")
      case .stay(adding: 0):
        switch doing {
        case .nothing: return .stay
        case .plain: return .stay("plain") { try $0.act("plain") }
        case .act(let send, let isThrowing):
          return .stay(line) { try $0.act(line, send, throws: isThrowing) }
        }
      case .stay(let count):
        let next = state.counting((state.count + count) % 4)
        if next == state { return .ignored }
        switch doing {
        case .nothing: return .stay(as: next)
        case .plain: return .stay(as: next, "plain") { try $0.act("plain") }
        case .act(let send, let isThrowing):
          return .stay(as: next, line) { try $0.act(line, send, throws: isThrowing) }
        }
      }
    }
    return .ignored
  }

  private static func transition<State>(
    to state: State, _ doing: Rule.Doing, _ line: String
  ) -> Transition<State, MortalSubject> {
    switch doing {
    case .nothing: .to(state)
    case .plain: .to(state, "plain") { try $0.act("plain") }
    case .act(let send, let isThrowing):
      .to(state, line) { try $0.act(line, send, throws: isThrowing) }
    }
  }

  /// Asks a guard whose condition captures nothing.
  private static func holds(_ number: Int, _ when: Guard<MortalSubject>) -> Bool {
    switch number {
    case 0: when("first") { $0.holds(0) }
    case 1: when("second") { $0.holds(1) }
    default: when("third") { $0.holds(2) }
    }
  }

  private func behavior(
    _ part: Mortal.Part, _ state: some MortalState, level: Int
  ) -> StateBehavior<Signal, MortalSubject> {
    let rules = behaviors[Key(part: part, place: state.place, level: level)] ?? []
    let place = "\(part) \(state.place) \(level)"
    return rules.reduce(.none) { behavior, rule in
      switch rule {
      case .entry(_, _, _, let send):
        return behavior.entry("enter \(place)") { $0.note("enter \(place)", .entry, send) }
      case .exit(_, _, _, let send):
        return behavior.exit("leave \(place)") { $0.note("leave \(place)", .exit, send) }
      case .after(_, _, _, let wait):
        guard level > 0 || state.count >= wait.from else { return behavior }
        let length = wait.length + (level == 0 ? state.count * wait.perCount : 0)
        return wait.isNamed
          ? behavior.after("patience \(wait.length)", { $0.patience(length) }, send: wait.send)
          : behavior.after(.milliseconds(length), send: wait.send)
      case .task(_, _, let send):
        return behavior.task(place) { subject, _ in
          let isEnded = await subject.waitForEnd(of: place)
          return isEnded ? send : nil
        }
      case .final: return behavior.final
      case .on, .completion: return behavior
      }
    }
  }
}

// MARK: Wholes

extension MortalRules {
  /// Returns the schema of states inside which gears may be.
  func rides(_ part: Mortal.Part, from target: Target) -> MortalSchema<Ride> {
    let gear = schema(Gear.self, part.inside ?? .gear, from: Target(places: []))
    let ride = schema(Ride.self, part, from: target)
    return completes(part)
      ? ride.embedding(
        gear, in: Ride.moving, completion: { completion(part, of: Ride.moving($0), $1) })
      : ride.embedding(gear, in: Ride.moving)
  }

  var trips: MortalSchema<Trip> {
    let trip = schema(Trip.self, .whole, from: start)
    let ride = rides(.ride, from: Target(places: []))
    return completes(.whole)
      ? trip.embedding(
        ride, in: Trip.under, completion: { completion(.whole, of: Trip.under($0), $1) })
      : trip.embedding(ride, in: Trip.under)
  }

  var pairs: MortalSchema<Pair> {
    let pair = Pair(start)
    return MortalSchema<Pair>(
      initialState: pair, regions: .region(\.left, rides(.left, from: start)),
      .region(\.right, rides(.right, from: start)))
  }

  var crates: MortalSchema<Crate> {
    let crate = schema(Crate.self, .whole, from: start)
    return completes(.whole)
      ? crate.embedding(
        pairs, in: Crate.open, completion: { completion(.whole, of: Crate.open($0), $1) })
      : crate.embedding(pairs, in: Crate.open)
  }
}
