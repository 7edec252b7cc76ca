import Schematic
import SchematicGraph
import Testing

/// The recipes of the cookbook about what a state holds.
@Suite struct CookbookStatesTests {
  @Test func shopShowsTheScreensThatItsStateNames() {
    let machine = StateMachine(schema: Shop.schema)
    machine.handle(.open(item: 7))
    machine.handle(.order)
    #expect(machine.state == .ordering(item: 7))
    #expect(machine.state.path == ["item 7", "order"])

    machine.handle(.back)
    #expect(machine.state.path == ["item 7"])
  }

  @Test func linkOpensFromEveryScreen() {
    for state in [ShopState.items, .item(1), .ordering(item: 1)] {
      let machine = StateMachine(schema: Shop.schema, state: state)
      #expect(machine.handle(.openLink(item: 9)) == .moved)
      #expect(machine.state == .item(9))
    }
  }

  @Test func radioComesBackToTheStateBeforeACall() {
    let machine = StateMachine(schema: Radio.schema, state: .playing(.tape))
    machine.handle(.call)
    #expect(machine.state == .calling(before: .tape))
    machine.handle(.hangUp)
    #expect(machine.state == .playing(.tape))
  }

  @Test func canvasUndoesByStartingFromAnEarlierState() {
    let canvas = Canvas()
    canvas.machine.handle(.draw(3))
    canvas.machine.handle(.draw(4))
    #expect(canvas.machine.state == Drawing(lines: [3, 4]))

    canvas.undo()
    #expect(canvas.machine.state == Drawing(lines: [3]))
    #expect(!canvas.earlier.isEmpty)
    canvas.undo()
    canvas.undo()
    #expect(canvas.machine.state == Drawing(lines: []))
  }

  @Test func uploadShowsProgressWithoutLeavingItsState() {
    let machine = StateMachine(schema: FileUpload.schema, state: .sending(0))
    #expect(machine.handle(.sent(0.5)) == .stayed)
    #expect(machine.state == .sending(0.5))
    #expect(machine.handle(.sent(1)) == .moved)
    #expect(machine.state == .done)
  }

  @Test func oneLineCancelsFromEveryState() {
    let graph = StateGraph(Wizard.schema)
    #expect(
      graph.transitions.filter { $0.event == "cancel" }.map(\.source)
        == ["name", "address", "payment"])
    #expect(graph.transitions.allSatisfy { $0.event != "cancel" || $0.target == "canceled" })
  }

  @Test func machineBeginsInAnyState() {
    let machine = StateMachine(schema: Wizard.schema, state: .payment)
    #expect(machine.state == .payment)
    #expect(machine.handle(.next) == .moved)
    #expect(machine.state == .finished)
  }
}

// Navigate; open a deep link.

private enum ShopState: Equatable {
  case items, item(Int), ordering(item: Int)

  var path: [String] {
    switch self {
    case .items: []
    case .item(let id): ["item \(id)"]
    case .ordering(let id): ["item \(id)", "order"]
    }
  }
}

private enum ShopEvent { case open(item: Int), order, back, openLink(item: Int) }

private enum Shop {
  static let schema = StateMachineSchema<ShopState, ShopEvent, Void>(initialState: .items) {
    state, event in
    switch (state, event) {
    case (_, .openLink(let item)): return .to(.item(item))
    case (.items, .open(let item)): return .to(.item(item))
    case (.item(let item), .order): return .to(.ordering(item: item))
    case (.item, .back): return .to(.items)
    case (.ordering(let item), .back): return .to(.item(item))
    case (.items, _), (.item, _), (.ordering, _): return .ignored
    }
  }
}

// Come back to the state before.

private enum Source { case tape, broadcast }
private enum RadioState: Equatable { case playing(Source), calling(before: Source) }
private enum RadioEvent { case call, hangUp }

private enum Radio {
  static let schema = StateMachineSchema<RadioState, RadioEvent, Void>(
    initialState: .playing(.broadcast)
  ) { state, event in
    switch (state, event) {
    case (.playing(let source), .call): return .to(.calling(before: source))
    case (.calling(let source), .hangUp): return .to(.playing(source))
    case (.playing, .hangUp), (.calling, .call): return .ignored
    }
  }
}

// Undo.

private struct Drawing: Equatable { var lines: [Int] = [] }
private enum Pen { case draw(Int) }

private final class Canvas {
  private(set) var earlier: [Drawing] = []
  private(set) lazy var machine = makeMachine(state: Drawing())

  private func makeMachine(state: Drawing) -> StateMachine<Drawing, Pen, Canvas> {
    let machine = StateMachine(schema: Self.schema, subject: self, state: state)
    machine.observe { [weak self] handled in
      if handled.outcome == .moved { self?.earlier.append(handled.source) }
    }
    return machine
  }

  func undo() {
    if let state = earlier.popLast() { machine = makeMachine(state: state) }
  }

  static let schema = StateMachineSchema<Drawing, Pen, Canvas>(initialState: Drawing()) {
    drawing, event in
    switch event {
    case .draw(let line): return .to(Drawing(lines: drawing.lines + [line]))
    }
  }
}

// Show progress.

private enum UploadState: Equatable { case sending(Double), done }
private enum UploadEvent { case sent(Double) }

private enum FileUpload {
  static let schema = StateMachineSchema<UploadState, UploadEvent, Void>(initialState: .sending(0))
  {
    state, event in
    switch (state, event) {
    case (.sending, .sent(let part)): return part < 1 ? .stay(as: .sending(part)) : .to(.done)
    case (.done, .sent): return .ignored
    }
  }
}

// Cancel from every state; begin in any state.

private enum Step: CaseIterable, Graphable { case name, address, payment, finished, canceled }
private enum WizardEvent: CaseIterable, Graphable { case next, cancel }

private enum Wizard {
  static let schema = StateMachineSchema<Step, WizardEvent, Void>(initialState: .name) {
    step, event in
    switch (step, event) {
    case (.finished, _), (.canceled, _): return .ignored
    case (_, .cancel): return .to(.canceled)
    case (.name, .next): return .to(.address)
    case (.address, .next): return .to(.payment)
    case (.payment, .next): return .to(.finished)
    }
  }
}
