import Schematic
import Testing

/// A machine retains no subject that it hands to a rule; whoever stores it, does.
@Suite struct RetainedSubjectTests {
  @Test(arguments: Keeper.allCases, [false, true])
  func subjectStaysAliveAsLongAsARuleKeepsIt(keeper: Keeper, isOwned: Bool) {
    let shelf = Shelf()
    weak var witness: Book?
    do {
      let book = Book(shelf, keeper)
      witness = book
      let machine = book.machine(isOwned: isOwned)
      for _ in 0..<3 { #expect(machine.handle(.read) == .moved) }
      #expect(book.timesRead == 3)
    }
    #expect(shelf.kept.count == 3)
    #expect(witness != nil)
    shelf.kept = []
    #expect(witness == nil)
  }

  @Test(arguments: Keeper.allCases, [false, true])
  func subjectIsLetGoOfByEverybodyElse(keeper: Keeper, isOwned: Bool) {
    let shelf = Shelf()
    var machine: StateMachine<Page, Turn, Book>? = nil
    weak var witness: Book?
    do {
      let book = Book(shelf, keeper)
      witness = book
      machine = book.machine(isOwned: isOwned)
      machine?.handle(.read)
    }
    shelf.kept = []
    #expect((witness != nil) == isOwned)
    #expect(machine?.handle(.read) == (isOwned ? .moved : .subjectDeallocated))
    shelf.kept = []
    machine = nil
    #expect(witness == nil)
  }

  /// Who keeps the subject.
  enum Keeper: CaseIterable { case action, condition, observer }

  enum Page { case left, right }
  enum Turn { case read }

  final class Shelf {
    var kept: [Book] = []
  }

  final class Book {
    let shelf: Shelf
    let keeper: Keeper
    var timesRead = 0

    init(_ shelf: Shelf, _ keeper: Keeper) {
      self.shelf = shelf
      self.keeper = keeper
    }

    func machine(isOwned: Bool) -> StateMachine<Page, Turn, Book> {
      let schema = keeper == .condition ? Self.guarded : Self.plain
      let machine =
        isOwned
        ? StateMachine(schema: schema, owning: self) : StateMachine(schema: schema, subject: self)
      if keeper == .observer {
        machine.observe { [weak self] _ in if let self { shelf.kept.append(self) } }
      }
      return machine
    }

    func read() {
      timesRead += 1
      if keeper == .action { shelf.kept.append(self) }
    }

    static let plain = StateMachineSchema<Page, Turn, Book>(initialState: .left) { page, _ in
      let next = page == .left ? Page.right : .left
      return .to(next, "read") { $0.read() }
    }

    static let guarded = StateMachineSchema<Page, Turn, Book>(initialState: .left) {
      page, _, when in
      let isKept = when("kept") { book in
        book.shelf.kept.append(book)
        return true
      }
      guard isKept else { return .rejected }
      return .to(page == .left ? .right : .left) { $0.read() }
    }
  }
}
