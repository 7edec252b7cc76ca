// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Schematic
import SchematicCases

public enum Lamp: String, CaseIterable, Graphable, Codable, Sendable { case off, on }
public enum LampEvent: CaseIterable, Graphable, Sendable { case press, timeout }

/// A lamp that goes out by itself, so that its machine looks at the clock.
public typealias LampMachine = StateMachine<Lamp, LampEvent, Void>

extension Lamp {
  public static let schema = StateMachineSchema<Lamp, LampEvent, Void>(
    initialState: .off, on: MainActor.self
  ) {
    lamp, event in
    switch (lamp, event) {
    case (.off, .press): return .to(.on)
    case (.on, .timeout), (.on, .press): return .to(.off)
    case (.off, .timeout): return .ignored
    }
  } states: { lamp in
    lamp == .on ? .after(.milliseconds(1), send: .timeout) : .none
  }
}

/// Switches a lamp on, and waits until it goes out.
@MainActor
public func goOut(_ machine: LampMachine) async throws {
  machine.handle(.press)
  while machine.state == .on { try await Task.sleep(for: .milliseconds(1)) }
}
