/// A machine as data: a kind of state, and rules that a schema interprets.
struct Mortal: Sendable {
  /// The type of the states.
  enum Kind: String, CaseIterable, Sendable { case lamp, bell, job, trip, pair, crate }

  /// When the machine is saved.
  enum Saving: String, CaseIterable, Sendable {
    /// In `onCommit(_:)`.
    case commit
    /// After each event.
    case step
    /// By `handle(_:persisting:)`.
    case persisting
  }

  /// A state machine of its own, of which the whole is made.
  enum Part: String, CaseIterable, Sendable {
    case whole, ride, gear, left, right, leftGear, rightGear

    /// The machine inside, if there is one.
    var inside: Part? {
      switch self {
      case .ride: .gear
      case .left: .leftGear
      case .right: .rightGear
      case .whole, .gear, .leftGear, .rightGear: nil
      }
    }
  }

  var kind: Kind
  var saving: Saving
  /// Whether the machine is started before it is told its first event.
  var isStarted: Bool
  var start: Target
  var rules: [Rule]
}

/// One thing that a machine's rules say.
enum Rule: Hashable, Sendable {
  /// The answer in a place to an event, if the guard with a number holds.
  case on(Mortal.Part, Int, Signal, Answer, guard: Int?, Doing)
  case entry(Mortal.Part, Int, level: Int, send: Signal?)
  case exit(Mortal.Part, Int, level: Int, send: Signal?)
  case after(Mortal.Part, Int, level: Int, Wait)
  /// A task that waits until it is told to end with an event, or never ends.
  case task(Mortal.Part, Int, send: Signal?)
  case final(Mortal.Part, Int)
  /// The answer of a part to the completion of the machine inside it.
  case completion(Mortal.Part, Answer, guard: Int?, Doing)

  enum Answer: Hashable, Sendable {
    case to(Target)
    /// To the state that remembers this one.
    case keep
    /// To the state that this one remembers.
    case back
    /// An internal transition that adds to what the state carries; nothing if it is zero.
    case stay(adding: Int)
    case reject
  }

  enum Doing: Hashable, Sendable {
    case nothing
    /// An action that captures nothing, so that a table may cache it.
    case plain
    case act(send: Signal?, throws: Bool)
  }

  /// A timeout in milliseconds.
  struct Wait: Hashable, Sendable {
    var length: Int
    /// The additional length for each thing that the state carries.
    var perCount = 0
    /// The timeout is there only if the state carries so much.
    var from = 0
    var send: Signal
    /// Whether the subject determines the length.
    var isNamed = false
  }
}

/// What a machine is told.
///
/// The bits are the answers of its guards, and more about its surroundings.
struct Told: Hashable, Sendable {
  enum What: Hashable, Sendable {
    case event(Signal)
    /// So many milliseconds pass, and each timeout is handled when it is due.
    case pass(Int)
    /// So many milliseconds pass while nobody handles anything.
    case sleep(Int)
    /// One of the tasks that can end does so.
    case end(Int)
  }
  var what: What
  var bits: Int
}

// MARK: As code

extension Target {
  var code: String { "Target(places: \(places), count: \(count))" }
}

extension Rule {
  /// The rule as Swift.
  var code: String {
    func text(_ signal: Signal?) -> String { signal.map { ".\($0)" } ?? "nil" }
    func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "nil" }
    switch self {
    case .on(let part, let place, let signal, let answer, let number, let doing):
      return
        ".on(.\(part), \(place), .\(signal), \(answer.code), guard: \(text(number)), \(doing.code))"
    case .entry(let part, let place, let level, let send):
      return ".entry(.\(part), \(place), level: \(level), send: \(text(send)))"
    case .exit(let part, let place, let level, let send):
      return ".exit(.\(part), \(place), level: \(level), send: \(text(send)))"
    case .after(let part, let place, let level, let wait):
      return ".after(.\(part), \(place), level: \(level), \(wait.code))"
    case .task(let part, let place, let send):
      return ".task(.\(part), \(place), send: \(text(send)))"
    case .final(let part, let place): return ".final(.\(part), \(place))"
    case .completion(let part, let answer, let number, let doing):
      return ".completion(.\(part), \(answer.code), guard: \(text(number)), \(doing.code))"
    }
  }
}

extension Rule.Answer {
  fileprivate var code: String {
    switch self {
    case .to(let target): ".to(\(target.code))"
    case .keep: ".keep"
    case .back: ".back"
    case .stay(let adding): ".stay(adding: \(adding))"
    case .reject: ".reject"
    }
  }
}

extension Rule.Doing {
  fileprivate var code: String {
    switch self {
    case .nothing: ".nothing"
    case .plain: ".plain"
    case .act(let send, let isThrowing):
      ".act(send: \(send.map { ".\($0)" } ?? "nil"), throws: \(isThrowing))"
    }
  }
}

extension Rule.Wait {
  var code: String {
    "Wait(length: \(length), perCount: \(perCount), from: \(from), send: .\(send), isNamed: \(isNamed))"
  }
}

extension Told {
  var code: String {
    let what =
      switch what {
      case .event(let signal): "event(.\(signal))"
      case .pass(let time): "pass(\(time))"
      case .sleep(let time): "sleep(\(time))"
      case .end(let number): "end(\(number))"
      }
    return "Told(what: .\(what), bits: \(bits))"
  }
}

extension Mortal {
  /// The machine as Swift.
  var code: String {
    """
    Mortal(
      kind: .\(kind), saving: .\(saving), isStarted: \(isStarted), start: \(start.code),
      rules: [
    \(rules.map { "    \($0.code)," }.joined(separator: "\n"))
      ])
    """
  }
}
