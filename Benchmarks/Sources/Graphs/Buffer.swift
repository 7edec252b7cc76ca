import SchematicGraph

/// A hand-written machine: a value with a list, numbers, Booleans and an enum beside its state.
package struct Buffer {
  package enum State: Hashable { case idle, filling(count: Int), full, closed }
  package enum Event: CaseIterable { case add, take, close, open }

  package struct Mark { var level = 0, isHigh = false }

  package private(set) var state = State.idle
  private var items: [Int] = []
  private var mark = Mark()
  private var waiting: [String: Int] = [:]

  mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.idle, .add), (.filling, .add):
      items.append(items.count)
      mark.level = max(mark.level, items.count)
      mark.isHigh = mark.level > 6
      state = items.count == 8 ? .full : .filling(count: items.count)
    case (.full, .add): waiting["writer"] = 1
    case (.filling, .take), (.full, .take):
      items.removeLast()
      waiting = [:]
      state = items.isEmpty ? .idle : .filling(count: items.count)
    case (.closed, .open): self = Buffer()
    case (_, .close): state = .closed
    default: break
    }
  }

  /// Explores the machine as a value, and returns the number of its states.
  package static func exploreValue() -> Int {
    StateGraph(.value(Buffer(), state: \.state)) { $0.handle($1) }.states.count
  }

  /// Explores the machine as an object that is made again for each step, and returns the number of its states.
  package static func exploreObject() -> Int {
    StateGraph(.made(state: \.buffer.state) { Writer() }) { $0.buffer.handle($1) }.states.count
  }

  private final class Writer {
    var buffer = Buffer()
    lazy var reader = Reader(self)
  }

  /// Something that refers back to its writer.
  private final class Reader {
    unowned let writer: Writer
    init(_ writer: Writer) { self.writer = writer }
  }
}
