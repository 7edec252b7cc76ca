import Schematic
import SchematicGraph
import Testing

enum LampState: CaseIterable, Graphable { case off, on, broken }
enum LampEvent: CaseIterable, Graphable { case press, drop }

final class Lamp {
  var hasPower = true
  var presses = 0

  static let schema = StateMachineSchema<LampState, LampEvent, Lamp>(initialState: .off) {
    state, event, when in
    switch (state, event) {
    case (.off, .press):
      return when("power", { $0.hasPower }) ? .to(.on, "light") { $0.presses += 1 } : .ignored
    case (.on, .press): return .to(.off, "darken") { $0.presses += 1 }
    case (.off, .drop), (.on, .drop): return .to(.broken)
    case (.broken, _): return .rejected("it is broken")
    }
  }
}

@Suite struct HowThePictureIsMadeTests {
  @Test func schemaAnswersWithoutASubject() {
    let yes = Lamp.schema.transition(from: .off, on: .press, guards: { _ in true })
    let no = Lamp.schema.transition(from: .off, on: .press, guards: { _ in false })
    #expect(yes.target == .on && yes.label == "light")
    #expect(no.kind == .ignored)
  }

  @Test func graphCollectsTheAnswersOfTheRules() {
    let rules = StateGraph(Lamp.schema).rules.map(\.description)
    #expect(
      rules == [
        "off -> on: press [power] / light",
        "off -> broken: drop",
        "on -> off: press / darken",
        "on -> broken: drop",
        "broken: press / rejected: it is broken",
        "broken: drop / rejected: it is broken",
      ])
  }

  @Test func graphRemarksOnADeadEnd() {
    #expect(StateGraph(Lamp.schema).deadEnds == ["broken"])
  }

  @Test func diffComparesGraphsByTheirArrows() {
    let changed = StateMachineSchema<LampState, LampEvent, Lamp>(initialState: .off) {
      state, event, when in
      if state == .on, event == .drop { return .stay("bounce") }
      return Lamp.schema.transition(from: state, on: event) { when($0) { $0.hasPower } }
    }
    let edits = StateGraph(changed).diff(from: StateGraph(Lamp.schema)).edits
    #expect(edits.map(\.summary) == ["on: drop stays / bounce, was: leads to broken"])
  }
}
