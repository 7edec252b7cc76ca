import Schematic
import SchematicGraph

/// A machine of regions, each of which has four states, seven arrows, an entry action and a timeout.
package struct Lamps: GraphableRegions {
  /// A state of a region.
  package enum Lamp: CaseIterable, Graphable { case off, low, high, broken }
  package enum Press: CaseIterable, Graphable { case press, hold, fail, mend, wait }

  package typealias Schema = StateMachineSchema<Lamps, Press, Void>

  var a = Lamp.off
  var b = Lamp.off
  var c = Lamp.off
  var d = Lamp.off
  var e = Lamp.off
  var f = Lamp.off
  var g = Lamp.off
  var h = Lamp.off
  var i = Lamp.off
  var j = Lamp.off

  private static func lamp(isLoud: Bool = true) -> StateMachineSchema<Lamp, Press, Void> {
    StateMachineSchema(initialState: .off) { lamp, event in
      switch (lamp, event) {
      case (.off, .press): .to(.low, "shine")
      case (.low, .press): .to(.high)
      case (.high, .press), (.high, .wait): .to(.off)
      case (.low, .hold): .to(.off)
      case (.off, .fail): .to(.broken, isLoud ? "beep" : nil)
      case (.broken, .mend): .to(.off)
      default: .ignored
      }
    } states: { lamp in
      switch lamp {
      case .off: .entry("darken") { _ in }
      case .high: .after(.seconds(5), send: .wait)
      case .low, .broken: .none
      }
    }
  }

  /// Returns the rules of two, three, four, six or ten regions.
  ///
  /// - Parameters:
  ///   - count: The number of regions.
  ///   - isLoud: A Boolean value that indicates whether the last of ten regions beeps.
  /// - Returns: The schema.
  package static func schema(regions count: Int, isLoud: Bool = true) -> Schema {
    let lamp = lamp()
    return switch count {
    case 2: Schema(initialState: Lamps(), regions: .region(\.a, lamp), .region(\.b, lamp))
    case 3:
      Schema(
        initialState: Lamps(), regions: .region(\.a, lamp), .region(\.b, lamp),
        .region(\.c, lamp))
    case 4:
      Schema(
        initialState: Lamps(), regions: .region(\.a, lamp), .region(\.b, lamp),
        .region(\.c, lamp), .region(\.d, lamp))
    case 6:
      Schema(
        initialState: Lamps(), regions: .region(\.a, lamp), .region(\.b, lamp),
        .region(\.c, lamp), .region(\.d, lamp), .region(\.e, lamp), .region(\.f, lamp))
    case 10:
      Schema(
        initialState: Lamps(), regions: .region(\.a, lamp), .region(\.b, lamp),
        .region(\.c, lamp), .region(\.d, lamp), .region(\.e, lamp), .region(\.f, lamp),
        .region(\.g, lamp), .region(\.h, lamp), .region(\.i, lamp),
        .region(\.j, Self.lamp(isLoud: isLoud)))
    default: preconditionFailure("no machine of \(count) regions is measured")
    }
  }
}
