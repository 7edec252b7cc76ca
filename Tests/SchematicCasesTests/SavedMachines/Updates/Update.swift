import Foundation
import Schematic
import SchematicCases
import SchematicTestKit
import Testing

/// What a timeout sends.
enum Ring: CaseIterable, Graphable { case ring }

/// States that can be saved and compared.
typealias Saved = Graphable & Codable & Equatable & Sendable
/// States that carry nothing.
typealias Plain = CaseIterable & Saved
/// A schema whose timeouts ring.
typealias RingSchema<State> = StateMachineSchema<State, Ring, Void>

/// A program that saved a machine, and a later one whose types differ in one thing.
///
/// Each state has a timeout of 60 s. The machine is saved 15 s after it began and read 20 s after that, so 25 s are left.
struct Update: Sendable, CustomTestStringConvertible {
  /// What differs.
  enum Part: String, CaseIterable {
    case state, payload, innerEnum, innerStruct, nested, embedded, region
  }

  /// How it differs: what is renamed is gone, and something else is new.
  enum Change: String, CaseIterable { case added, removed, renamed, reordered, retyped }

  /// The machine of the later program: its state as text, whether that is the expected one, and its timeouts.
  struct Reading: Equatable {
    let state: String
    var isExpected = true
    var due: [Duration]
  }

  let part: Part
  let change: Change
  private let name: String
  /// The timeouts of the later machine; `nil` if nothing is read.
  let due: [Duration]?
  /// What a refusal must say.
  let words: [String]
  /// Reads what was saved by the later program.
  let read: @Sendable @MainActor () throws -> Reading
  /// Reads what was saved by the earlier program itself.
  let readUnchanged: @Sendable @MainActor () throws -> Reading

  var testDescription: String { "\(part) \(change): \(name)" }
  var isAccepted: Bool { due != nil }

  /// Creates an update whose later program goes on with a machine of the earlier one.
  init<Earlier: Saved, Later: Saved>(
    _ part: Part, _ change: Change, _ name: String, _ state: Earlier, goesOnAs expected: Later,
    _ earlier: RingSchema<Earlier>? = nil, _ later: RingSchema<Later>? = nil, due: [Int] = [25]
  ) {
    (self.part, self.change, self.name, words) = (part, change, name, [])
    self.due = due.map { .seconds($0) }
    let old = earlier ?? Self.schema(from: state)
    let new = later ?? Self.schema(from: expected)
    read = { try Self.reading(state, by: old, expected, by: new) }
    readUnchanged = { try Self.reading(state, by: old, state, by: old) }
  }

  /// Creates an update whose later program refuses a machine of the earlier one, in words that contain others.
  init<Earlier: Saved, Later: Saved>(
    _ part: Part, _ change: Change, _ name: String, _ state: Earlier, isNo type: Later.Type,
    _ earlier: RingSchema<Earlier>? = nil, saying words: String...
  ) {
    (self.part, self.change, self.name, self.words) = (part, change, name, words)
    due = nil
    let old = earlier ?? Self.schema(from: state)
    read = {
      let state = try Self.saved(state, by: old, as: type).restored()
      return Reading(state: "\(state)", isExpected: false, due: [])
    }
    readUnchanged = { try Self.reading(state, by: old, state, by: old) }
  }

  private static func schema<State: Saved>(from state: State) -> RingSchema<State> {
    RingSchema(initialState: state) { _, _ in .ignored }.ringing
  }

  @MainActor private static let clock = ManualClock()

  /// Returns what a later program reads of a machine that the earlier program saved.
  @MainActor private static func saved<Earlier: Saved, Later: Saved>(
    _ state: Earlier, by schema: RingSchema<Earlier>, as type: Later.Type
  ) throws -> MachineSnapshot<Later> {
    let machine = StateMachine(schema: schema, state: state)
    machine.clock = clock
    machine.start()
    clock.advance(by: .seconds(15))
    let data = try JSONEncoder().encode(machine.snapshot())
    return try JSONDecoder().decode(MachineSnapshot<Later>.self, from: data)
  }

  @MainActor private static func reading<Earlier: Saved, Later: Saved>(
    _ state: Earlier, by earlier: RingSchema<Earlier>, _ expected: Later,
    by later: RingSchema<Later>
  ) throws -> Reading {
    let saved = try saved(state, by: earlier, as: Later.self)
    let machine = StateMachine(schema: later, state: try saved.restored())
    machine.clock = clock
    machine.resume(saved, after: .seconds(20))
    return Reading(
      state: "\(machine.state)", isExpected: machine.state == expected,
      due: machine.pendingTimeouts.map(\.remaining))
  }
}

extension StateMachineSchema where Event == Ring, Subject == Void {
  /// The schema with a timeout in each state.
  var ringing: Self { states(on: MainActor.self) { _ in .after(.seconds(60), send: .ring) } }
}
