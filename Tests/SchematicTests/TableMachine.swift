import Schematic
import SchematicTestKit

/// A random machine as a table: states and events are numbers, and a rule says what each event does
/// in each state.
struct TableMachine: Sendable {
  struct Rule {
    enum Answer: CaseIterable { case to, stay, stayAs, ignored, rejected }
    let answer: Answer
    let target: Int
    /// The events that the action sends.
    let sent: [Int]
    let isThrowing: Bool
  }

  let rules: [[Rule]]
  let word: [Int]
  let bound: Int

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let states = Int.random(in: 1...8, using: &random)
    let events = Int.random(in: 1...8, using: &random)
    func rule() -> Rule {
      let sent = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Int.random(in: 0..<events, using: &random)
      }
      return Rule(
        answer: Rule.Answer.allCases.randomElement(using: &random)!,
        target: Int.random(in: 0..<states, using: &random),
        sent: sent,
        isThrowing: Int.random(in: 0..<4, using: &random) == 0
      )
    }
    rules = (0..<states).map { _ in (0..<events).map { _ in rule() } }
    word = (0..<200).map { _ in Int.random(in: 0..<events, using: &random) }
    bound = Int.random(in: 0...40, using: &random)
  }

  /// What a table machine did, so that two accounts of it can be compared.
  struct Account: Equatable {
    /// Every action that ran: the event and the state that the action saw.
    var actions: [[Int]] = []
    /// What became of each event of the word.
    var outcomes: [String] = []
    /// The state after each event of the word.
    var states: [Int] = []
  }

  struct Broken: Error {}
}
