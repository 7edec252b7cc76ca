/// A collector of frames, whose delegate hears what came of them.
final class Collector {
  struct Frame {
    enum Kind { case first, next }
    let isLast: Bool
    let kind: Kind
    let length: Int
  }
  enum Event { case whole, broken }

  weak var delegate: (any CollectorDelegate)?
  private(set) var isOpen = false
  /// A property with this name makes no reducer.
  var body: String { "" }

  func add(_ frame: Frame) {
    guard frame.kind == (isOpen ? .next : .first) else {
      isOpen = false
      delegate?.collectorDidEnd(with: .broken)
      return
    }
    isOpen = !frame.isLast
    if frame.isLast { delegate?.collectorDidEnd(with: .whole) }
  }
}

protocol CollectorDelegate: AnyObject {
  func collectorDidEnd(with event: Collector.Event)
}

/// A machine that only its own file makes.
final class Strongbox {
  private(set) var isOpen = false
  private init(code: Int) {}
  func `open`() { isOpen = true }
  func hash(into hasher: inout Hasher) { hasher.combine(isOpen) }
}

/// A list whose pages are loaded, with a struct for its state, that can't be made of every name.
@_spi(Pages) public final class Pages {
  struct State {
    var isLoading = false
    var hasAll = false
  }
  private var state = State()

  init?(name: String) { if name.isEmpty { return nil } }

  func load(then completion: @escaping (Bool) -> Void) {
    guard !state.isLoading else { return completion(false) }
    state.isLoading = true
  }

  func loaded(all: Bool) { state = State(isLoading: false, hasAll: all) }
}

/// The steps of reading a book, of which the readers ask for one after the other.
struct Reading {
  enum State { case closed, open(Int), finished }
  private let page: (Int) async -> (text: Int, last: Bool)
  private(set) var state = State.closed

  init(lines: Int, page: @escaping (Int) async -> (text: Int, last: Bool)) {
    precondition(lines > 2)
    self.page = page
  }

  mutating func next() async -> Int? {
    let number: Int
    switch state {
    case .closed: number = 0
    case .open(let last): number = min(last + 1, 1)
    case .finished: return nil
    }
    let (text, last) = await page(number)
    state = last ? .finished : .open(number)
    return text
  }
}

/// A parser of bytes, whose caller hears what it found.
final class Wireline {
  typealias Listener = (Found) -> Void
  enum Found { case sign, end }
  enum State { case start, text }
  var listener: Listener?
  private(set) var state = State.start

  func read(_ byte: UInt8) {
    switch byte {
    case 43: state = .text
    case 10 where state == .text:
      state = .start
      listener?(.end)
    default: listener?(.sign)
    }
  }

  func answered(status: Int) {
    if status == 429 { state = .start }
  }
}
