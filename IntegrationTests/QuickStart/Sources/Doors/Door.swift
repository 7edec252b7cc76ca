// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Schematic
import SchematicGraph

public enum DoorState: CaseIterable, Graphable, Sendable { case open, closed, locked }
public enum DoorEvent: CaseIterable, Graphable, Sendable { case push, turnKey }

public final class Door {
  public private(set) var squeaks = 0

  public init() {}

  public static let schema = StateMachineSchema<DoorState, DoorEvent, Door>(
    initialState: .closed
  ) { state, event in
    switch state {
    case .open:
      switch event {
      case .push: return .to(.closed, "squeak") { $0.squeaks += 1 }
      case .turnKey: return .rejected("close it first")
      }
    case .closed:
      switch event {
      case .push: return .to(.open, "squeak") { $0.squeaks += 1 }
      case .turnKey: return .to(.locked)
      }
    case .locked:
      switch event {
      case .push: return .ignored
      case .turnKey: return .to(.closed)
      }
    }
  }
}
