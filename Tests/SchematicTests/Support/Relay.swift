import Schematic

/// A subject whose actions send events: for each letter that it handles, the letters of its reply.
///
/// The state counts the steps that were made, so that the log shows in which state each action ran.
final class Relay {
  /// What the action of a letter sends.
  var replies: [Character: String] = [:]
  /// The letters whose action throws, after it has sent its reply.
  var broken: Set<Character> = []
  /// The letters that are handled, each with the state that its action saw.
  private(set) var log: [String] = []
  /// What became of each event that an action sent.
  private(set) var answers: [Outcome] = []

  private(set) lazy var machine = StateMachine(schema: Self.schema, subject: self)

  init(replies: [Character: String] = [:], broken: Set<Character> = []) {
    self.replies = replies
    self.broken = broken
  }

  private static let schema = StateMachineSchema<Int, Character, Relay>(initialState: 0) {
    steps, letter in
    return .to(steps + 1) { try $0.perform(letter) }
  }

  private func perform(_ letter: Character) throws {
    log.append("\(letter)\(machine.state)")
    answers += replies[letter, default: ""].map { machine.handle($0) }
    if broken.contains(letter) { throw Broken(letter: letter) }
  }

  struct Broken: Error, Equatable, CustomStringConvertible {
    let letter: Character
    var description: String { "\(letter) is broken" }
  }
}
