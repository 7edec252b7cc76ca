import Schematic
import SchematicGraph

/// An oven whose dish is done when both of its sides are, while the lamp goes on and off beside it.
///
/// The completion stays in the state that it completes, so that only what happens to the dish may complete it again.
struct Oven: GraphableRegions, Hashable {
  var dish = Dish.none
  var lamp = Lamp.off

  enum Dish: Graphable, Hashable {
    case none
    case baking(Sides)

    static let graphCases: [Dish] = [.none, .baking(Sides())]
  }

  struct Sides: Hashable {
    var top = Side.raw
    var bottom = Side.raw
  }

  enum Side: CaseIterable, Graphable { case raw, done }
  enum Lamp: CaseIterable, Graphable { case off, on }
  enum Event: CaseIterable, Graphable { case put, heatTop, heatBottom, press, take }

  private static let sides = StateMachineSchema<Sides, Event, Void>(
    initialState: Sides(),
    regions: .region(\.top) { side, event in
      side == .raw && event == .heatTop ? .to(.done) : .ignored
    } states: {
      $0 == .done ? .final : .none
    },
    .region(\.bottom) { side, event in
      side == .raw && event == .heatBottom ? .to(.done) : .ignored
    } states: {
      $0 == .done ? .final : .none
    })

  private static let dish = StateMachineSchema<Dish, Event, Void>(initialState: .none) {
    dish, event in
    switch (dish, event) {
    case (.none, .put), (.baking, .put): return .to(.baking(Sides()))
    case (.baking, .take): return .to(.none)
    default: return .ignored
    }
  }
  .embedding(sides, in: Dish.baking, completion: { _, _ in .stay("ring") { _ in } })

  static let schema = StateMachineSchema<Oven, Event, Void>(
    initialState: Oven(),
    regions: .region(\.dish, dish),
    .region(\.lamp) { lamp, event in
      event == .press ? .to(lamp == .off ? .on : .off) : .ignored
    })
}
