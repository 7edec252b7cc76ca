// Machines whose state is in a superclass, in a wrapper, or beside the state of a superclass, and what they are given.

class Model<State> {
  private(set) var isObserved = false
  var state: State { didSet { isObserved = true } }
  init(state: State) { self.state = state }
}

enum HallState {
  case dark
  case bright
}

final class Hall: Model<HallState> {
  init() { super.init(state: .dark) }
  func press() { state = state == .dark ? .bright : .dark }
}

@propertyWrapper
final class Announced<Value> {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

protocol PorchDelegate: AnyObject {
  func porch(_ porch: Porch, didOpenFor guest: Int)
  func porch(_ porch: Porch, didRefuse guest: Int)
  func porchMayOpen(_ porch: Porch) -> Bool
}

extension PorchDelegate {
  func porchMayOpen(_ porch: Porch) -> Bool { true }
}

/// Who comes; a porch only remembers it.
struct Guest: Identifiable {
  var id: String { fullName }
  var fullName: String
  var isChild: Bool
}

/// What a porch asks.
protocol GuestBook {
  typealias Found = (Guest?, (any Error)?) -> Void
  func find(_ name: String, then completion: @escaping Found)
}

final class Porch {
  enum Light {
    case dark
    case bright
  }

  @Announced private(set) var light = Light.dark
  weak var delegate: (any PorchDelegate)?
  private let book: any GuestBook
  private var last: Guest?

  init(book: any GuestBook) { self.book = book }

  func come(_ guest: Guest) { last = guest }

  func call(_ guest: Guest.ID) { light = guest.isEmpty ? .dark : .bright }

  func look() {
    book.find("a") { guest, _ in self.light = guest == nil ? .dark : .bright }
  }

  func enter(code: String) {
    guard code.count == 4, delegate?.porchMayOpen(self) == true else {
      delegate?.porch(self, didRefuse: 1)
      return
    }
    light = .bright
    delegate?.porch(self, didOpenFor: 1)
  }
}

/// A place that not every number is.
struct Shelf {
  let number: Int
  init?(number: Int) {
    guard number > 0 else { return nil }
    self.number = number
  }
}

/// A label that not every text is.
struct ShelfLabel {
  struct Empty: Error {}
  let text: String
  init(_ text: String) throws {
    guard !text.isEmpty else { throw Empty() }
    self.text = text
  }
}

struct Library {
  enum State {
    case empty
    case filled
    case labeled
  }

  private let first: Shelf
  private(set) var state = State.empty

  init(first: Shelf) { self.first = first }

  mutating func put(on shelf: Shelf) { state = .filled }
  mutating func stick(_ label: ShelfLabel) { if state == .filled { state = .labeled } }
}

class Gesture {
  enum State {
    case possible
    case ended
  }

  var state = State.possible
}

final class Swipe: Gesture {
  private enum SwipeState {
    case idle
    case moving
  }

  private var swipeState = SwipeState.idle

  @MainActor func begin() { swipeState = .moving }
  @MainActor func end() { (swipeState, state) = (.idle, .ended) }
}

/// A reducer that knows how it starts.
struct Wizard {
  enum Length: CaseIterable {
    case long
    case short
  }

  enum Action {
    case next
    case back
  }

  struct WizardState {
    enum Page {
      case first
      case second
      case last
    }

    var page: Page
    var length: Length
  }

  let length: Length
  var initialState: WizardState { WizardState(page: .first, length: length) }

  func reduce(state: inout WizardState, action: Action) {
    switch (state.page, action) {
    case (.first, .next): state.page = state.length == .long ? .second : .last
    case (.second, .next): state.page = .last
    case (.second, .back): state.page = .first
    case (.first, .back), (.last, _): break
    }
  }
}
