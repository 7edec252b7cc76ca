import SchematicGraph

/// A machine as people write it without this package, with properties beside its state.
struct RandomValue {
  enum State: Hashable { case idle, busy, open, sent(names: [String]) }
  enum Failure: Error { case notHere }

  /// The rules, as a function, into which no exploration looks.
  private let answer: (Place, Carried, Signal) -> RandomRules.Answer
  private(set) var state = State.idle
  private var carried = Carried()

  init(_ rules: RandomRules) {
    answer = { rules.answer(in: $0, $1, $2, asking: { _ in false }) }
  }

  private var place: Place {
    switch state {
    case .idle: 0
    case .busy: 1
    case .open: 2
    case .sent: 3
    }
  }

  mutating func handle(_ signal: Signal) throws {
    switch answer(place, carried, signal) {
    case .move(let target, _, let changes):
      carried = carried.changed(by: changes, signal, from: place)
      state = [.idle, .busy, .open, .sent(names: carried.names)][target]
    case .back(let changes):
      carried = carried.changed(by: changes, signal, from: place)
      state = [.idle, .busy, .open, .sent(names: [])][carried.last ?? 0]
    case .change(let changes): carried = carried.changed(by: changes, signal, from: place)
    case .rejected: throw Failure.notHere
    case .stay, .ignored: break
    }
  }
}

/// The same as an object, which each exploration makes again.
final class RandomObject {
  private var value: RandomValue
  /// Something that refers back to the object.
  private lazy var reader = Reader(self)

  private final class Reader {
    unowned let object: RandomObject
    init(_ object: RandomObject) { self.object = object }
  }

  init(_ rules: RandomRules) {
    value = RandomValue(rules)
    _ = reader
  }

  var state: RandomValue.State { value.state }
  func handle(_ signal: Signal) throws { try value.handle(signal) }
}
