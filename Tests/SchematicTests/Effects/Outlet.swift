import Schematic

/// The states, the events and the effects of the machines in these tests.
enum Phase: Hashable { case idle, busy }
enum Press: Hashable { case start, stop, count, restart }
enum Sound: Hashable { case ring, hum, click, tick(Int) }

struct Refusal: Error, Equatable {}

/// A subject that notes the effects that it performs, and throws at those that it refuses.
final class Outlet: EffectPerformer {
  private(set) var performed: [Sound] = []
  var refused: Set<Sound> = []

  func perform(_ effect: Sound) throws {
    if refused.contains(effect) { throw Refusal() }
    performed.append(effect)
  }

  func note(_ sound: Sound) { performed.append(sound) }

  static let schema = StateMachineSchema<Phase, Press, Outlet>(initialState: .idle) {
    state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.busy, .ring, .tick(2))
    case (.busy, .stop): return .to(.idle, .click)
    case (.busy, .restart): return .to(.busy, "note") { $0.note(.ring) }
    case (.busy, .count): return .stay(.hum)
    default: return .ignored
    }
  }
}

/// A subject whose effects never fail, so that states may have some.
final class Bell: EffectPerformer {
  private(set) var performed: [Sound] = []
  func perform(_ effect: Sound) { performed.append(effect) }

  static let schema = StateMachineSchema<Phase, Press, Bell>(initialState: .idle) { state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.busy, .tick(1))
    case (.busy, .stop): return .to(.idle, .tick(2))
    case (.busy, .restart): return .to(.busy)
    case (_, .count): return .stay(.tick(3))
    default: return .ignored
    }
  } states: { state in
    state == .busy
      ? .entry(.ring, .hum).exit(.click).entry("note") { $0.perform(.tick(0)) } : .exit(.hum)
  }
}

@MainActor final class Screen: MainActorEffectPerformer {
  private(set) var performed: [Sound] = []
  func perform(_ effect: Sound) { performed.append(effect) }

  nonisolated static let schema = StateMachineSchema<Phase, Press, Screen>(
    initialState: .idle, on: MainActor.self
  ) { state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.busy, .tick(1), .ring)
    case (.busy, .count): return .stay(.hum)
    case (.busy, .restart): return .stay(as: .busy, .tick(4))
    default: return .ignored
    }
  } states: { state in
    state == .busy ? .entry(.click) : .none
  }
}

actor Radio: ActorEffectPerformer {
  private(set) var performed: [Sound] = []
  func perform(_ effect: Sound) throws(Refusal) {
    if effect == .tick(9) { throw Refusal() }
    performed.append(effect)
  }

  private lazy var machine = StateMachine(schema: Self.schema, subject: self)
  func handle(_ press: Press) -> (Outcome, Phase) { (machine.handle(press), machine.state) }

  static let schema = StateMachineSchema<Phase, Press, Radio>(initialState: .idle) { state, event in
    switch (state, event) {
    case (.idle, .start): return .to(.busy, .ring, .tick(1))
    case (.busy, .count): return .stay(.hum, .tick(9), .click)
    default: return .ignored
    }
  }
}

/// The rules of machines without a subject, whose effects are handed out.
let alarm = StateMachineSchema<Phase, Press, Effects<Sound>>(initialState: .idle) {
  state, event, when in
  switch (state, event) {
  case (.idle, .start): return when("loud") { _ in true } ? .to(.busy, .ring, .tick(2)) : .to(.busy)
  case (.busy, .stop): return .to(.idle, .tick(1))
  case (.busy, .count): return .stay(.hum)
  case (.busy, .start): return .rejected("it rings")
  default: return .ignored
  }
} states: { state in
  state == .busy ? .entry(.tick(7)).exit(.click) : .none
}
