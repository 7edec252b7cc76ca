import Schematic
import Testing

/// Events that are sent from every part of a step.
@Suite struct StepQueueTests {
  static let parts = Ledger.Part.allCases.filter { $0 != .decide }

  @Test(arguments: parts)
  func eventsThatAPartSendsAreQueued(part: Ledger.Part) {
    let ledger = Ledger()
    ledger.sends = [part: [.reenter, .perform, .ignore]]
    #expect(ledger.machine.handle(.move).text == "moved")
    #expect(ledger.answers.map(\.text) == ["queued", "queued", "queued"])
    #expect(
      ledger.lines(of: .observe) == [
        "observe move moved in busy", "observe reenter moved in busy",
        "observe perform stayed in busy",
        "observe ignore ignored in busy",
      ])
    #expect(ledger.machine.state == .busy)
  }

  @Test(arguments: parts)
  func stepIsFinishedBeforeWhatAPartSends(part: Ledger.Part) {
    let quiet = Ledger()
    quiet.machine.handle(.move)
    let ledger = Ledger()
    ledger.sends = [part: [.count]]
    ledger.machine.handle(.move)
    #expect(ledger.lines.starts(with: quiet.lines))
    #expect(
      ledger.lines.dropFirst(quiet.lines.count).map { $0 } == [
        "decide count in busy", "act count in idle(1)", "observe count stayed in idle(1)",
      ])
    #expect(ledger.machine.state == .idle(1))
  }

  @Test func eventsOfAllPartsAreHandledInTheOrderOfTheParts() {
    let ledger = Ledger()
    let sent: [Ledger.Event] = [.ignore, .reject, .perform, .count]
    ledger.sends = Dictionary(uniqueKeysWithValues: zip(Self.parts, sent.map { [$0] }))
    #expect(ledger.machine.handle(.move).text == "moved")
    #expect(
      ledger.lines(of: .decide)
        == ["decide move in idle(0)"] + sent.map { "decide \($0) in busy" })
    #expect(ledger.machine.state == .idle(1))
  }

  @Test(arguments: parts)
  func eventsOfAFailedStepAreHandled(part: Ledger.Part) {
    let ledger = Ledger()
    ledger.sends = [part: [.move]]
    #expect(ledger.machine.handle(.fail).name == "failed")
    #expect(
      ledger.lines(of: .observe) == [
        "observe fail failed in idle(0)", "observe move moved in busy",
      ])
    #expect(ledger.lines(of: .act) == ["act fail in busy", "act move in busy"])
    #expect(ledger.machine.state == .busy)
  }

  @Test(arguments: parts)
  func eventsThatAPartSendsCountAgainstTheBound(part: Ledger.Part) {
    let ledger = Ledger()
    ledger.machine.maximumQueuedEvents = 1
    ledger.sends = [part: [.perform, .count]]
    #expect(throws: QueueOverflowError.self) { try ledger.machine.handle(.move).get() }
    #expect(ledger.answers.map(\.name) == ["queued", "failed"])
    #expect(ledger.lines(of: .act) == ["act move in busy", "act perform in busy"])
    #expect(ledger.machine.state == .busy)
  }
}
