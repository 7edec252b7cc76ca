// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Schematic
import SchematicGraph

public enum KettleState: CaseIterable, Graphable, Sendable { case cold, heating, hot }
public enum KettleEvent: CaseIterable, Graphable, Sendable { case press, boil, cool }

public final class Kettle {
  public private(set) var water = 0

  public init() {}

  public static let schema = StateMachineSchema<KettleState, KettleEvent, Kettle>(
    initialState: .cold
  ) { state, event, when in
    switch state {
    case .cold:
      switch event {
      case .press: return when("filled") { $0.water > 0 } ? .to(.heating) : .rejected("no water")
      case .boil, .cool: return .ignored
      }
    case .heating:
      switch event {
      case .press: return .to(.cold)
      case .boil: return .to(.hot, "whistle")
      case .cool: return .ignored
      }
    case .hot:
      switch event {
      case .press, .boil: return .ignored
      case .cool: return .to(.cold)
      }
    }
  }
}
