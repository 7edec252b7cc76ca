import Schematic
import SchematicGraph
import SchematicTestKit

/// A machine of random rules, and random words for it to read.
///
/// States nest up to three deep, guards decide some answers, and states inside the same one often
/// share an answer. Some events bear names that the notation of timeouts has a use for.
struct RandomMachine {
  /// What guards ask.
  static let guards = ["paid", "oiled", "in"]

  struct Place: Graphable {
    let index: Int
    let casePath: [String]
    static var graphCases: [Place] { [] }
  }

  enum Signal: String, CaseIterable, Graphable {
    case go, stop, reset, done, error
    case late = "\"after 30\""
    var casePath: [String] { [rawValue] }
  }

  /// The subject, which the guards look at.
  final class Answers {
    var holds: Set<String> = []
  }

  /// One step of a word: an event, and the guards that hold when it arrives.
  struct Step: Codable {
    let event: String
    let holds: [String]
  }

  indirect enum Rule: Sendable {
    case answer(TransitionKind, target: Int)
    case choice(String, Rule, Rule)
  }

  let schema: StateMachineSchema<Place, Signal, Answers>
  let words: [[Step]]

  init(seed: UInt64, words count: Int) {
    var random = SplitMix64(seed: seed)
    let places = Self.places(using: &random)
    let rules = Self.rules(for: places, using: &random)
    let final = Set(
      places.indices.dropFirst().filter { _ in Int.random(in: 0..<8, using: &random) == 0 })
    schema = StateMachineSchema(initialState: places[0]) { place, signal, when in
      guard let rule = rules[place.index][signal] else { return .ignored }
      return Self.transition(rule, places, when)
    }
    .states { final.contains($0.index) ? .final : .none }
    words = (0..<count).map { _ in
      (0..<Int.random(in: 1...20, using: &random)).map { _ in
        Step(
          event: Signal.allCases.randomElement(using: &random)?.rawValue ?? "",
          holds: Self.guards.filter { _ in Bool.random(using: &random) })
      }
    }
  }

  /// Returns the identifiers of the states that a machine of the schema is in after each step.
  func run(_ word: [Step]) -> [String] {
    let answers = Answers()
    let machine = StateMachine(schema: schema, subject: answers)
    return word.map { step in
      answers.holds = Set(step.holds)
      if let signal = Signal(rawValue: step.event) { machine.handle(signal) }
      return machine.state.graphIdentifier
    }
  }

  private static func places(using random: inout SplitMix64) -> [Place] {
    let boxes = [[], [], ["a"], ["a", "deep"], ["b"]]
    return (0..<Int.random(in: 2...9, using: &random)).map { index in
      Place(index: index, casePath: (boxes.randomElement(using: &random) ?? []) + ["s\(index)"])
    }
  }

  private static func rules(
    for places: [Place], using random: inout SplitMix64
  ) -> [[Signal: Rule]] {
    var rules = places.map { _ in [Signal: Rule]() }
    for signal in Signal.allCases {
      for index in places.indices where Int.random(in: 0..<3, using: &random) > 0 {
        rules[index][signal] = rule(in: index, of: places.count, depth: 2, using: &random)
      }
      guard Bool.random(using: &random),
        let box = places.randomElement(using: &random)?.casePath[0],
        let outside = places.filter({ $0.casePath[0] != box }).randomElement(using: &random)
      else { continue }
      let shared = Rule.answer(.external, target: outside.index)
      for place in places where place.casePath[0] == box { rules[place.index][signal] = shared }
    }
    return rules
  }

  private static func rule(
    in index: Int, of count: Int, depth: Int, using random: inout SplitMix64
  ) -> Rule {
    if depth > 0, Int.random(in: 0..<3, using: &random) == 0,
      let name = guards.randomElement(using: &random)
    {
      return .choice(
        name, rule(in: index, of: count, depth: depth - 1, using: &random),
        rule(in: index, of: count, depth: depth - 1, using: &random))
    }
    let kinds: [TransitionKind] = [.external, .external, .external, .internal, .ignored, .rejected]
    return .answer(
      kinds.randomElement(using: &random) ?? .external,
      target: Int.random(in: 0..<count, using: &random))
  }

  private static func transition(
    _ rule: Rule, _ places: [Place], _ when: Guard<Answers>
  ) -> Transition<Place, Answers> {
    switch rule {
    case .answer(.external, let target): return .to(places[target], "act")
    case .answer(.internal, _): return .stay("count")
    case .answer(.rejected, _): return .rejected("not here")
    case .answer: return .ignored
    case .choice(let name, let yes, let no):
      return transition(when(name) { $0.holds.contains(name) } ? yes : no, places, when)
    }
  }
}
