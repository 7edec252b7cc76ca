import SchematicTestKit

extension Mortal {
  /// The parts of a kind of state, and the number of states that each has.
  static func parts(of kind: Kind) -> [(part: Part, cases: Int)] {
    let pair: [(part: Part, cases: Int)] = [
      (.left, Ride.cases), (.right, Ride.cases), (.leftGear, Gear.cases), (.rightGear, Gear.cases),
    ]
    switch kind {
    case .lamp: return [(.whole, Lamp.cases)]
    case .bell: return [(.whole, Bell.cases)]
    case .job: return [(.whole, Job.cases)]
    case .trip: return [(.whole, Trip.cases), (.ride, Ride.cases), (.gear, Gear.cases)]
    case .pair: return pair
    case .crate: return [(.whole, Crate.cases)] + pair
    }
  }

  /// Creates the machine of a seed.
  init(seed: UInt64) {
    var random = RandomMortal(random: SplitMix64(seed: seed))
    self = random.machine()
  }
}

extension [Told] {
  /// Creates a run of a machine.
  static func random(of machine: Mortal, seed: UInt64) -> [Told] {
    var random = SplitMix64(seed: ~seed)
    return (0..<Int.random(in: 4...12, using: &random)).map { _ in
      let bits = Int.random(in: 0..<64, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<11: return Told(what: .event(.random(using: &random)), bits: bits)
      case 11 where machine.saving != .persisting:
        return Told(what: .end(Int.random(in: 0..<3, using: &random)), bits: bits)
      default: return Told(what: .pass(Int.random(in: 1...220, using: &random)), bits: bits)
      }
    }
  }
}

extension Signal {
  static func random(using random: inout SplitMix64) -> Signal {
    allCases[Int.random(in: 0..<allCases.count, using: &random)]
  }
}

/// Random numbers that become a machine.
private struct RandomMortal {
  var random: SplitMix64
  /// Each timeout has another length, so that two are seldom due at the same time.
  private var lengths: [Int] = []
  private var saving = Mortal.Saving.step

  init(random: SplitMix64) { self.random = random }

  mutating func machine() -> Mortal {
    let kind = Mortal.Kind.allCases[number(0..<Mortal.Kind.allCases.count)]
    saving = chance(15) ? .persisting : chance(60) ? .commit : .step
    lengths = Array(20..<420)
    lengths.shuffle(using: &random)
    let isStarted = saving != .persisting && chance(85)
    var rules: [Rule] = []
    for (part, cases) in Mortal.parts(of: kind) {
      for place in 0..<cases { rules += self.rules(of: part, kind, place, cases) }
      if let inside = inside(part, kind) {
        let answers = chance(80) ? chance(25) ? 2 : 1 : 0
        for number in 0..<answers {
          rules.append(
            .completion(
              part, answer(part, kind, cases: cases, mayStay: false),
              guard: number + 1 < answers ? self.number(0..<3) : nil, doing(inside)))
        }
      }
    }
    return Mortal(
      kind: kind, saving: saving, isStarted: isStarted, start: target(cases: 4), rules: rules)
  }

  private mutating func rules(
    of part: Mortal.Part, _ kind: Mortal.Kind, _ place: Int, _ cases: Int
  ) -> [Rule] {
    // The last state is usually the end, and machines inside others end more often.
    if place == cases - 1, chance(part == .whole ? 30 : 75) {
      return [.final(part, place)] + (chance(30) ? [.entry(part, place, level: 0, send: nil)] : [])
    }
    var rules: [Rule] = []
    for signal in Signal.allCases where chance(part == .whole ? 55 : 40) {
      let isGuarded = chance(25)
      rules.append(
        .on(
          part, place, signal, answer(part, kind, cases: cases, mayStay: true),
          guard: isGuarded ? number(0..<3) : nil, doing(part)))
      if isGuarded, chance(50) {
        rules.append(
          .on(
            part, place, signal, answer(part, kind, cases: cases, mayStay: true), guard: nil,
            doing(part)))
      }
    }
    // A region of a pair and a whole trip or crate has answers for its outer level, too.
    let levels = [Mortal.Part.ride, .left, .right].contains(part) || hasStatesInside(part, kind)
    for level in levels ? [0, 1] : [0] {
      if chance(level == 0 ? 45 : 20) {
        rules.append(.entry(part, place, level: level, send: send()))
      }
      if chance(level == 0 ? 40 : 20) {
        rules.append(.exit(part, place, level: level, send: send()))
      }
      while saving != .persisting, chance(level == 0 ? 40 : 25) {
        rules.append(
          .after(
            part, place, level: level,
            .init(
              length: lengths.removeLast(), perCount: level == 0 && chance(60) ? 37 : 0,
              from: level == 0 && chance(kind == .bell ? 50 : 20) ? 1 : 0,
              send: .random(using: &random), isNamed: chance(15))))
      }
    }
    if saving != .persisting, chance(15) {
      rules.append(.task(part, place, send: chance(70) ? .random(using: &random) : nil))
    }
    return rules
  }

  private mutating func answer(
    _ part: Mortal.Part, _ kind: Mortal.Kind, cases: Int, mayStay: Bool
  ) -> Rule.Answer {
    switch number(0..<20) {
    case 0..<9: .to(target(cases: cases))
    case 9..<11 where hasStatesInside(part, kind): chance(60) ? .back : .keep
    case 11..<13 where mayStay: .stay(adding: 0)
    case 13..<17 where mayStay: .stay(adding: number(1..<4))
    case 17 where mayStay: .reject
    default: .to(target(cases: cases))
    }
  }

  private mutating func target(cases: Int) -> Target {
    Target(places: [number(0..<cases), number(0..<4), number(0..<3)], count: number(0..<4))
  }

  private mutating func doing(_ part: Mortal.Part) -> Rule.Doing {
    chance(35) ? .nothing : chance(20) ? .plain : .act(send: send(), throws: chance(12))
  }

  /// A transition that is persisted may not be followed by an event that isn't.
  private mutating func send() -> Signal? {
    saving != .persisting && chance(12) ? .random(using: &random) : nil
  }

  private func inside(_ part: Mortal.Part, _ kind: Mortal.Kind) -> Mortal.Part? {
    switch (part, kind) {
    case (.whole, .trip): .ride
    // The regions together.
    case (.whole, .crate): .left
    default: part.inside
    }
  }

  private func hasStatesInside(_ part: Mortal.Part, _ kind: Mortal.Kind) -> Bool {
    part == .whole && [.trip, .crate].contains(kind)
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }
}
