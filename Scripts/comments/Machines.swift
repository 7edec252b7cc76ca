// The machines that the examples of documentation comments use: see Scripts/check-docs.py.
import Schematic
import SchematicDiagrams
import SchematicGraph
import SchematicGraphviz
import SchematicInspector
import SchematicMacros
import SchematicObservation
import SchematicTesting
import SchematicTraces

enum Gate: String, CaseIterable, Graphable, Codable { case locked, unlocked }
enum Visitor: CaseIterable, Graphable { case coin, push }

final class Turnstile {
  var coins = 0
  func open() {}

  typealias Schema = StateMachineSchema<Gate, Visitor, Turnstile>
  static let schema = Schema(initialState: .locked) { state, event, when in
    switch (state, event) {
    case (.locked, .coin):
      return when("paid") { $0.coins >= 2 }
        ? .to(.unlocked, "unlock") { $0.open() } : .stay("count") { $0.coins += 1 }
    case (.unlocked, .push): return .to(.locked)
    default: return .ignored
    }
  }
}

enum DoorState: CaseIterable, Graphable { case open, closed, opened, failed }
enum Hand: CaseIterable, Graphable { case push, pull, open, close }

enum Door: CaseIterable, Graphable {
  case open, closed

  static let schema = StateMachineSchema<DoorState, Hand, Void>(initialState: .closed) { state, _ in
    .to(state == .closed ? .open : .closed)
  }
}

enum Light: String, CaseIterable, Graphable, Codable {
  case red, green, amber

  mutating func handle(_ tick: Tick) { next() }
  mutating func next() { self = .green }
  static func next(_ light: Light, _ tick: Tick) -> Light? { .green }
}
enum Tick: CaseIterable, Graphable { case tick }
enum Push: CaseIterable, Graphable { case push }
enum Press: CaseIterable, Graphable { case press }

enum LampState: CaseIterable, Graphable { case off, on, broken }
enum LampEvent: CaseIterable, Graphable { case press }

enum Lamp {
  static let schema = StateMachineSchema<LampState, LampEvent, Void>(initialState: .off) {
    state, _ in .to(state == .off ? .on : .off)
  }
}

enum LinkState: CaseIterable, Graphable { case closed, opened, closing, retrying, waiting, failed }
enum LinkEvent: CaseIterable, Graphable { case open, close }

enum Link {
  static let schema = StateMachineSchema<LinkState, LinkEvent, Void>(initialState: .closed) {
    _, event in .to(event == .open ? .opened : .closed)
  }
}

/// Other names of the same rules, which examples use.
typealias Modem = Link
typealias Screen = Link
typealias Original = Link
typealias Refactored = Link

final class New {
  static let schema = StateMachineSchema<Gate, Visitor, New>(initialState: .locked) { _, _ in .stay }
}
typealias Old = New

final class Headphones {
  static let schema = StateMachineSchema<Gate, Visitor, Headphones>(initialState: .locked) { _, _ in .stay }
}

final class Loader {
  enum State: Hashable { case idle, loading, done }
  enum Event { case fetch, load, ping, timedOut, progress(Int), completed }
  typealias Schema = StateMachineSchema<State, Event, Loader>
  let parts = AsyncStream<Int> { $0.finish() }
  var patience = Duration.seconds(30)
  func spin() {}
  func stop() {}
  func load(_ send: (Event) -> Void) async {}
}

final class Player {
  typealias Schema = StateMachineSchema<State, Event, Player>
  enum State: Hierarchical { case off, active(Mode) }
  enum Mode: Hierarchical { case playing, paused }
  enum Event { case restart, endOfSession, hold }
  static let schema = Link.schema
  let deck = Deck()
  func rewind() {}
  func lightUp() {}
}
enum PlayerState: Hierarchical { case off, on(Deck.State) }
enum Button: CaseIterable, Graphable { case play }
enum PlayerEvent { case button(Button) }

/// A scooter, whose drive and light are regions.
final class Scooter {
  static let schema = StateMachineSchema<Trip, RentalEvent, Scooter>(
    initialState: Trip(),
    regions: .region(\.drive) { _, event in event == .mount ? .to(.riding) : .ignored },
    .region(\.light, Light.schema))
  func shine() {}
}
struct Trip: GraphableRegions { var drive = Drive.pushing, light = Light.off }
enum Drive: CaseIterable, Graphable { case pushing, riding }
enum RentalEvent: CaseIterable, Graphable { case mount, press }

extension Light {
  static let off = Light.red
  static let on = Light.green
  static let schema = StateMachineSchema<Light, RentalEvent, Scooter>(initialState: .off) { _, _ in .to(.on) }
}

/// The region of a recorder that has nested states.
enum Capture: Hierarchical { case idle, live(Live) }
enum Live: CaseIterable, Hierarchical { case recording, paused }
struct RecorderState { var capture = Capture.idle }

/// A deck, which is a part of a player.
final class Deck {
  typealias Schema = StateMachineSchema<State, Button, Deck>
  enum State: Hierarchical { case stopped }
  static let schema = Schema(initialState: .stopped) { _, _ in .stay }
}

struct Database {
  func update(_ statement: String) async throws -> Int { 1 }
}

struct Rows {
  func update(_ id: Int, from source: OrderState, to target: OrderState) throws {}
}

final class Order {
  enum Event: CaseIterable, Graphable { case ship }
  let id = 0
  let rows = Rows()
  static let schema = StateMachineSchema<OrderState, Event, Order>(initialState: .open) { _, _ in .stay }
}
enum OrderState: Graphable, Codable, Equatable {
  case open, shipped, paid(amount: Int)
  static var graphCases: [OrderState] { [.open, .shipped] }
  static func migrated(_ old: OldState, _ mismatch: SnapshotMismatchError) throws -> OrderState { .open }
}
enum OldState: CaseIterable, Graphable, Codable { case paid, lost }

/// A motor, for examples with several machines.
struct Motor {}

enum Call: CaseIterable, Graphable { case ringing }

/// A mail whose rules have effects, and an outlet that performs them.
enum Mail: Equatable { case draft, sending, fetching(Double) }
enum MailEvent { case send(File), progress(Double) }
enum MailEffect: Equatable { case upload(File), count, show(Double) }
struct File: Equatable {}
final class Outlet: EffectPerformer {
  let rows = MailRows()
  func perform(_ effect: MailEffect) {}
  static let schema = StateMachineSchema<Mail, MailEvent, Outlet>(initialState: .draft) {
    _, _ in .stay(.count)
  }
}
struct MailRows {
  func write(_ state: Mail, outbox effects: [MailEffect]) throws {}
  func replace(
    _ state: Mail, with next: Mail, outbox effects: [MailEffect]
  ) async throws -> Bool { true }
}
struct Client {
  func upload(_ file: File) throws {}
  func perform(_ effect: MailEffect) async throws {}
}
final class Spinner {
  var isHidden = false
}
final class Page: EffectPerformer {
  enum Effect { case showSpinner, hideSpinner }
  func perform(_ effect: Effect) {}
}

/// A radio whose tuner is a machine of its own.
enum Radio: Hierarchical { case off, on(Tuner) }
enum Tuner: Hierarchical { case silent }
enum TunerEffect { case seek }
enum RadioEffect { case tuner(TunerEffect) }
