#if !DEBUG
  import Schematic
  import SchematicTestKit
  import Testing

  /// Rules that are no pure function, which stop debug builds, and leave memory whole in others.
  @Suite struct ImpureRulesTests {
    enum Light: CaseIterable { case red, green, blue }
    enum Press: CaseIterable { case next, back, hold }

    /// What decides in place of state and event.
    final class Whim: @unchecked Sendable {
      var random: SplitMix64
      init(seed: UInt64) { random = SplitMix64(seed: seed) }
      func chance(of count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    }

    final class Lamp {
      var count = 0
      func act() throws {
        count += 1
        if count % 9 == 0 { throw CancellationError() }
      }
    }

    @Test func impureRulesDoNoHarm() { Seeds.each(300, impureRulesDoNoHarm(seed:)) }

    private func impureRulesDoNoHarm(seed: UInt64) {
      weak var witness: Lamp?
      do {
        let whim = Whim(seed: seed)
        let schema = StateMachineSchema<Light, Press, Lamp>(initialState: .red) { light, _, when in
          if whim.chance(of: 2) == 0, when("odd", { $0.count % 2 == 1 }) { return .ignored }
          if whim.chance(of: 3) == 0, !when("much", { $0.count > 5 }) { return .rejected("no") }
          let target = Light.allCases[whim.chance(of: 3)]
          switch whim.chance(of: 6) {
          case 0: return .to(target)
          case 1: return .to(target, "act") { try $0.act() }
          case 2: return .stay { try $0.act() }
          case 3: return .stay(as: target)
          case 4: return .to(target) { [count = whim.chance(of: 9)] in $0.count += count }
          default: return .ignored
          }
        }
        .states { _ in
          switch whim.chance(of: 5) {
          case 0: .entry { $0.count += 1 }
          case 1: .exit { $0.count += 1 }
          case 2: .entry { $0.count += 1 }.exit { $0.count += 1 }.entry { $0.count += 1 }
          default: .none
          }
        }
        let lamp = Lamp()
        witness = lamp
        for _ in 1...2 {
          let machine = StateMachine(schema: schema, subject: lamp)
          for round in 0..<300 {
            if round % 50 == 25 { machine.observe { _ in } }
            let outcome = machine.handle(Press.allCases[whim.chance(of: 3)])
            #expect(Light.allCases.contains(machine.state), "SEED=\(seed)")
            #expect(outcome != .queued, "SEED=\(seed)")
            _ = machine.can(.hold)
          }
        }
      }
      #expect(witness == nil, "SEED=\(seed)")
    }
  }
#endif
