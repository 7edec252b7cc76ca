import Schematic
import SchematicGraph

/// A kiosk whose screen goes dark, and comes back where somebody left it.
enum Kiosk: Graphable, Hashable {
  case idle
  case serving(Serving)
  case dark(last: Serving)

  enum Serving: Graphable, Hashable {
    case browsing
    case paying(Paying)

    static let graphCases: [Serving] = [.browsing] + Paying.graphCases.map(Serving.paying)
  }

  enum Paying: CaseIterable, Graphable { case card, pin }

  enum Event: CaseIterable, Graphable { case touch, choose, insert, sleep, wake, cancel }

  static let graphCases: [Kiosk] =
    [.idle] + Serving.graphCases.map(Kiosk.serving)
    + Serving.graphCases.map { Kiosk.dark(last: $0) }

  typealias Schema = StateMachineSchema<Kiosk, Event, Void>

  static let schema = schema { _, _, _ in nil }

  /// Returns the rules with another answer in some places.
  static func schema(
    from initial: Kiosk = .idle,
    with other: @escaping @Sendable (Kiosk, Event, Guard<Void>) -> Transition<Kiosk, Void>?
  ) -> Schema {
    Schema(initialState: initial) { state, event, when in
      if let answer = other(state, event, when) { return answer }
      switch (state, event) {
      case (.idle, .touch): return .to(.serving(.browsing))
      case (.serving(.browsing), .choose): return .to(.serving(.paying(.card)))
      case (.serving(.paying(.card)), .insert): return .to(.serving(.paying(.pin)))
      case (.serving(let last), .sleep): return .to(.dark(last: last), "dim")
      case (.dark(let last), .wake):
        return when("by day") { _ in true } ? .to(.serving(last), "light up") : .ignored
      case (.dark(let last), .touch): return .to(.serving(last))
      case (.serving, .cancel), (.dark, .cancel): return .to(.idle)
      default: return .ignored
      }
    }
  }
}

/// A reader that is put aside on a page, which a value of the state names.
enum Reader: Graphable, Hashable {
  case shelf
  case open(Page)
  case aside(last: Mark, dimmed: Bool)

  enum Page: CaseIterable, Graphable { case text, notes, index }

  /// A value, and no state inside.
  enum Mark: CaseIterable, Hashable, Sendable { case atText, atNotes, atIndex }

  enum Event: CaseIterable, Graphable { case take, turn, lay, resume, dim, close }

  static let graphCases: [Reader] =
    [.shelf] + Page.allCases.map(Reader.open)
    + Mark.allCases.flatMap { mark in
      [false, true].map { Reader.aside(last: mark, dimmed: $0) }
    }

  static func mark(_ page: Page) -> Mark {
    switch page {
    case .text: .atText
    case .notes: .atNotes
    case .index: .atIndex
    }
  }

  static func page(_ mark: Mark) -> Page {
    switch mark {
    case .atText: .text
    case .atNotes: .notes
    case .atIndex: .index
    }
  }

  typealias Schema = StateMachineSchema<Reader, Event, Void>

  static let schema = schema { _, _ in nil }

  /// Returns the rules with another answer in some places.
  static func schema(
    from initial: Reader = .shelf,
    with other: @escaping @Sendable (Reader, Event) -> Transition<Reader, Void>?
  ) -> Schema {
    Schema(initialState: initial) { state, event in
      if let answer = other(state, event) { return answer }
      switch (state, event) {
      case (.shelf, .take): return .to(.open(.text))
      case (.open(.text), .turn): return .to(.open(.notes))
      case (.open(.notes), .turn): return .to(.open(.index))
      case (.open(let page), .lay): return .to(.aside(last: mark(page), dimmed: false), "put down")
      case (.aside(let last, _), .resume): return .to(.open(page(last)), "take up")
      case (.aside(let last, _), .dim): return .stay(as: .aside(last: last, dimmed: true))
      case (.open, .close), (.aside, .close): return .to(.shelf)
      default: return .ignored
      }
    }
  }
}

/// A cart that is switched off during a tour, whose parts are independent.
enum Cart: Graphable, Hashable {
  case idle
  case touring(Tour)
  case off(last: Tour)

  struct Tour: GraphableRegions, Hashable {
    enum Motor: CaseIterable, Graphable { case still, driving, braking }
    enum Light: CaseIterable, Graphable { case dark, bright }

    var motor = Motor.still
    var light = Light.dark
  }

  enum Event: CaseIterable, Graphable { case start, go, press, suspend, resume, end }

  static let graphCases: [Cart] = [.idle, .touring(Tour()), .off(last: Tour())]

  static let schema = StateMachineSchema<Cart, Event, Void>(initialState: .idle) { state, event in
    switch (state, event) {
    case (.idle, .start): .to(.touring(Tour()))
    case (.touring(let tour), .suspend): .to(.off(last: tour), "power down")
    case (.off(let tour), .resume): .to(.touring(tour), "power up")
    case (.off, .end): .to(.idle)
    default: .ignored
    }
  }.embedding(tour, in: Cart.touring)

  private static let tour = StateMachineSchema<Tour, Event, Void>(
    initialState: Tour(), regions: .region(\.motor, motor), .region(\.light, light))

  private static let motor = StateMachineSchema<Tour.Motor, Event, Void>(initialState: .still) {
    motor, event in
    guard event == .go else { return .ignored }
    return .to(motor == .still ? .driving : motor == .driving ? .braking : .still)
  }

  private static let light = StateMachineSchema<Tour.Light, Event, Void>(initialState: .dark) {
    light, event in
    event == .press ? .to(light == .dark ? .bright : .dark) : .ignored
  }
}
