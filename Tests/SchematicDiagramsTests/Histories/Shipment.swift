import Schematic
import SchematicDiagrams
import SchematicGraph

/// The states of yesterday.
enum OldShipment: Hashable, Codable, Graphable {
  case open
  case packing(grams: Int)
  case shipped
  case lost

  static var graphCases: [OldShipment] { [.open, .packing(grams: 100), .shipped, .lost] }
}

/// The states of today: packing is no state of its own, and nothing is lost.
enum NewShipment: Hashable, Codable, Graphable {
  case open
  case shipped

  static var graphCases: [NewShipment] { [.open, .shipped] }

  static func migrated(_ old: OldShipment, _ mismatch: SnapshotMismatchError) throws -> NewShipment
  {
    switch old {
    case .open, .packing: .open
    case .shipped: .shipped
    case .lost: throw mismatch
    }
  }
}

enum ShipmentEvent: CaseIterable, Graphable { case pack, ship, giveBack, lose }

/// Shipments by the rules of yesterday, and by those that somebody is about to deploy.
enum Shipment {
  static let yesterday = StateMachineSchema<OldShipment, ShipmentEvent, Void>(initialState: .open) {
    state, event in
    switch (state, event) {
    case (.open, .pack): return .to(.packing(grams: 250))
    case (.packing, .ship): return .to(.shipped, "hand over") {}
    case (.shipped, .giveBack): return .to(.open)
    case (.open, .lose), (.packing, .lose): return .to(.lost)
    default: return .ignored
    }
  }

  /// The line of the arrow that gives back, by the new rules.
  static let lineOfGivingBack = #line + 9
  /// The same states, and nothing that was shipped comes back to be packed.
  static let strict = StateMachineSchema<OldShipment, ShipmentEvent, Void>(initialState: .open) {
    state, event in
    switch (state, event) {
    case (.open, .pack): return .to(.packing(grams: 250))
    case (.packing, .ship): return .to(.shipped, "hand over") {}
    case (.open, .lose), (.packing, .lose): return .to(.lost)
    // The line that refusals name.
    case (.shipped, .giveBack): return .rejected("it is used")
    default: return .ignored
    }
  }

  /// Other states.
  static let today = StateMachineSchema<NewShipment, ShipmentEvent, Void>(initialState: .open) {
    state, event in
    switch (state, event) {
    case (.open, .pack): return .to(.shipped, "hand over") {}
    case (.shipped, .giveBack): return .to(.open)
    default: return .ignored
    }
  }
}
