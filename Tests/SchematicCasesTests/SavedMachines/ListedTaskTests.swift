import Schematic
import SchematicCases
import SchematicTestKit
import Testing

/// The list of running tasks, by which the machines that are killed are compared.
@MainActor
@Suite struct ListedTaskTests {
  enum Work: String, CaseIterable, Graphable, Codable, Sendable { case going, over }

  typealias Schema = StateMachineSchema<Work, Signal, MortalSubject>

  private static let schema = Schema(initialState: .going, on: MainActor.self) { _, signal in
    signal == .b ? .to(.over) : .stay("\(signal)") { $0.lines.append("\(signal)") }
  }
  .states(on: MainActor.self) { work in
    guard work == .going else { return .none }
    return .task("watch") { subject, send in
      send(.a)
      return await subject.waitForEnd(of: "watch") ? .c : nil
    }
  }

  @Test func taskIsListedFromItsBeginToItsEndWhateverItSends() async throws {
    let subject = MortalSubject()
    let machine = StateMachine(schema: Self.schema, subject: subject)
    #expect(machine.runningTasks == [])
    machine.start()
    let task = [EventSender.task(label: "watch")]
    #expect(machine.runningTasks == task)
    try await expectEventually { subject.lines == ["a"] }
    #expect(machine.runningTasks == task)
    try await expectEventually { subject.end("watch") }
    try await expectEventually { subject.lines == ["a", "c"] }
    try await expectEventually { machine.runningTasks == [] }
  }

  @Test func taskIsListedUntilItsStateIsLeft() {
    let subject = MortalSubject()
    let machine = StateMachine(schema: Self.schema, subject: subject)
    machine.start()
    #expect(machine.runningTasks.count == 1)
    #expect(machine.handle(.b) == .moved)
    #expect(machine.runningTasks == [])
  }
}
