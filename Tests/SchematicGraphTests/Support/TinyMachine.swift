import Schematic
import SchematicGraph
import SchematicTestKit

/// Machines that show one thing each.
enum TinyMachine: String, CaseIterable {
  case oneState, noEvents, selfTransition, `internal`, guards, rejections, stackedEdges
  case nestedStates, equalLabels, undeclaredState, deadEnds, payloads, quoting, finalState
  case behaviors, nestedBehaviors, outerTimeout

  enum Door: CaseIterable, Graphable { case open, closed, locked }
  enum Hand: CaseIterable, Graphable { case push, pull }

  var graph: StateGraph {
    switch self {
    case .oneState: StateGraph(initial: Only.state, events: [Hand.push]) { _, _ in nil }
    case .noEvents: StateGraph(initial: Door.closed, events: [Hand]()) { _, _ in nil }
    case .selfTransition: graph { door, _ in door == .open ? .to(.open, "slam") : .to(.open) }
    case .internal: graph { door, _ in door == .open ? .stay("creak") : .to(.open) }
    case .guards:
      graph { door, hand, when in
        guard door == .closed, hand == .pull else { return .ignored }
        guard when("unlocked", { false }) else { return .rejected("fetch the key") }
        return when("oiled") { false } ? .to(.open) : .to(.open, "creak")
      }
    case .rejections:
      graph { door, hand in
        switch door {
        case .open: return .rejected
        case .closed: return .rejected("it is painted on")
        case .locked: return hand == .push ? .rejected : .rejected("no handle")
        }
      }
    case .stackedEdges:
      graph { door, hand in door == .open ? .to(.closed, "\(hand) hard") : .to(.open) }
    case .nestedStates:
      StateGraph(initial: Player.off, events: Hand.allCases) { player, hand in
        switch player {
        case .off: .active(.paused)
        case .active(let mode): hand == .pull ? .off : .active(mode == .paused ? .playing : .paused)
        }
      }
    case .equalLabels: StateGraph(initial: Alike.one, events: [Hand.push]) { _, _ in .two }
    case .undeclaredState: StateGraph(initial: Alike.one, events: [Hand.pull]) { _, _ in .hidden }
    case .deadEnds: graph { door, hand in door == .open && hand == .push ? .to(.closed) : .ignored }
    case .payloads:
      StateGraph(initial: Credit.paid(0), events: [Hand.push]) { credit, _ in
        switch credit {
        case .paid(let coins): coins < 3 ? .paid(coins + 1) : .full
        case .full: nil
        }
      }
    case .finalState:
      StateGraph(
        StateMachineSchema<Door, Hand, Void>(initialState: .open) { _, hand in
          return hand == .push ? .to(.closed) : .to(.locked)
        }
        .states { $0 == .locked ? .final : .none })
    case .behaviors:
      StateGraph(
        StateMachineSchema<Door, Hand, Void>(initialState: .closed) { door, hand in
          switch door {
          case .open: return hand == .push ? .to(.closed) : .stay("creak")
          case .closed: return hand == .pull ? .to(.open) : .to(.locked)
          case .locked: return .rejected("no handle")
          }
        }
        .states { $0 == .open ? .exit("light off") { _ in } : .none }
        .states { $0 == .open ? .entry("light on") { _ in } : .none }
        .states { $0 == .open ? .entry("ring") { _ in } : .none }
        .states { $0 == .locked ? .entry { _ in } : .none }
        .states { $0 == .open ? .task("count visitors") { _, _ in } : .none })
    case .nestedBehaviors:
      StateGraph(
        StateMachineSchema<Player, Hand, Void>(initialState: .off) { player, hand in
          switch player {
          case .off: return .to(.active(.paused))
          case .active(let mode):
            return .to(hand == .pull ? .off : .active(mode == .paused ? .playing : .paused))
          }
        }
        .states(level: 1) { if case .active = $0 { .entry("light on") { _ in } } else { .none } }
        .states(level: 1) { if case .active = $0 { .exit("light off") { _ in } } else { .none } }
        .states { if case .active(.playing) = $0 { .task("spin") { _, _ in } } else { .none } })
    case .outerTimeout:
      StateGraph(
        StateMachineSchema<Player, Hand, Void>(initialState: .off) { player, hand in
          switch player {
          case .off: return hand == .push ? .to(.active(.paused)) : .ignored
          case .active(let mode):
            return .to(hand == .pull ? .off : .active(mode == .paused ? .playing : .paused))
          }
        }
        .states(level: 1) {
          if case .active = $0 { .after(.seconds(30), send: .pull) } else { .none }
        })
    case .quoting:
      StateGraph(
        states: [.init(identifier: "a \"b\"", label: "<b>\\N</b>\nقفل 🙂"), .init(identifier: "")],
        transitions: [
          .init(source: "", target: "a \"b\"", event: "[x] / y", action: "rejected: z")
        ],
        initialState: ""
      )
    }
  }

  private func graph(
    _ logic: @escaping @Sendable (Door, Hand) -> Transition<Door, Void>
  ) -> StateGraph {
    StateGraph(StateMachineSchema(initialState: .open, logic: logic))
  }

  private func graph(
    _ logic: @escaping @Sendable (Door, Hand, Guard<Void>) -> Transition<Door, Void>
  ) -> StateGraph {
    StateGraph(StateMachineSchema(initialState: .open, logic: logic))
  }

  private enum Only: CaseIterable, Graphable { case state }
  private enum Mode: CaseIterable, Graphable { case playing, paused }

  private enum Player: Graphable {
    case off, active(Mode)
    static var graphCases: [Player] { [.off] + Mode.allCases.map { .active($0) } }
  }

  private enum Alike: Graphable {
    case one, two, hidden
    static var graphCases: [Alike] { [.one, .two] }
    var graphLabel: String { "Door" }
  }

  private enum Credit: Graphable {
    case paid(Int), full
    static var graphCases: [Credit] { [.paid(0), .full] }
  }
}
