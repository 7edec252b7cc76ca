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

  /// The parts of a step that send events: actions and two observers.
  enum Part: CaseIterable { case exit, act, enter, first, second }

  let rules: [[Rule]]
  let finals: Set<Int>
  /// What parts of a step send: exits and entries by their state, observers by the event.
  let sends: [Part: [[Int]]]
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
    func sends() -> [Int] {
      Int.random(in: 0..<8, using: &random) > 0 ? [] : [Int.random(in: 0..<events, using: &random)]
    }
    rules = (0..<states).map { _ in (0..<events).map { _ in rule() } }
    word = (0..<200).map { _ in Int.random(in: 0..<events, using: &random) }
    finals = Set((1...8).filter { _ in Int.random(in: 0..<24, using: &random) == 0 })
    var table: [Part: [[Int]]] = [:]
    for part in Part.allCases where part != .act {
      table[part] = (0..<max(states, events)).map { _ in sends() }
    }
    self.sends = table
    bound = Int.random(in: 0...15, using: &random)
  }

  /// A call of an action or an observer.
  struct Call: Equatable {
    let part: Part
    /// The event of an action or observer, the state of an exit or entry.
    let subject: Int
    /// The state that the machine was in.
    let state: Int
    /// The source and target that an observer is given.
    var states: [Int] = []
    var outcome = ""
  }

  /// What a table machine did, so that two accounts of it can be compared.
  struct Account: Equatable {
    /// Every action and observer that was called, with what it saw.
    var calls: [Call] = []
    /// What became of each event of the word.
    var outcomes: [String] = []
    /// The state after each event of the word.
    var states: [Int] = []
  }

  struct Broken: Error {}
}
