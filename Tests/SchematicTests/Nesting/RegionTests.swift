import Schematic
import Testing

/// Entry and exit of the regions of a state.
@Suite struct RegionTests {
  enum Mode: Hierarchical { case music, speech }
  enum Playback: Hierarchical { case stopped, playing(Mode), paused(at: Int) }
  enum Noise: Hierarchical { case off, on }

  /// A state of two regions, and of a number that is none.
  struct Device {
    var playback = Playback.stopped
    var noise = Noise.off
    var volume = 1
  }

  enum Event {
    case set(Device)
    case again(Device, any PartialKeyPath<Device> & Sendable)
    case fail(Device)
  }

  private static func schema<State>(
    _ state: State, _ answer: @escaping @Sendable (Event) -> Transition<State, Notes>
  ) -> StateMachineSchema<State, Event, Notes> {
    StateMachineSchema(initialState: state) { _, event in answer(event) }
  }

  /// Noise is mentioned before playback, which is declared before it.
  private static let devices = schema(Device()) { event in
    switch event {
    case .set(let next): return .to(next) { $0.add("act") }
    case .again(let next, let region): return .to(next, reentering: region) { $0.add("act") }
    case .fail(let next): return .to(next) { _ in throw CancellationError() }
    }
  }
  .states(in: \.noise) { noise in .exit("-") { $0.add("-\(noise)") } }
  .states(in: \.noise) { noise in .entry("+") { $0.add("+\(noise)") } }
  .states(in: \.playback) { playback in .exit("-") { $0.add("-\(playback.name)") } }
  .states(in: \.playback) { playback in .entry("+") { $0.add("+\(playback.name)") } }
  .states(in: \.playback, level: 1) { playback in
    .exit("-") { $0.add("-1 \(playback.casePath[0])") }
  }
  .states(in: \.playback, level: 1) { playback in
    .entry("+") { $0.add("+1 \(playback.casePath[0])") }
  }

  private typealias Row = (from: Device, event: Event, lines: String)

  private static let music = Device(playback: .playing(.music), noise: .on)

  @Test(
    arguments: [
      // What changes is left and entered, and nothing else is.
      (Device(), .set(Device(noise: .on)), "-off act +on"),
      (
        Device(), .set(Device(playback: .paused(at: 1))),
        "-stopped -1 stopped act +paused +1 paused"
      ),
      // The last region is left first and entered last.
      (
        Device(), .set(music),
        "-off -stopped -1 stopped act +1 playing +playing.music +on"
      ),
      // Levels of a region are those of its own states.
      (
        music, .set(Device(playback: .playing(.speech), noise: .on)),
        "-playing.music act +playing.speech"
      ),
      // Payloads do not count: nothing changes, so that everything is left.
      (
        Device(playback: .paused(at: 1)), .set(Device(playback: .paused(at: 2), volume: 3)),
        "-off -paused -1 paused act +paused +1 paused +off"
      ),
      (Device(), .set(Device()), "-off -stopped -1 stopped act +stopped +1 stopped +off"),
      // A region that is named is left whether it changes or not.
      (Device(), .again(Device(), \.noise), "-off act +off"),
      (music, .again(music, \.playback), "-playing.music act +playing.music"),
      (
        Device(), .again(Device(noise: .on), \.playback),
        "-off -stopped -1 stopped act +stopped +1 stopped +on"
      ),
      (Device(), .again(Device(), \.volume), "act"),
      // A failed action enters again what was left.
      (Device(), .fail(Device(noise: .on)), "-off +off"),
    ] as [Row])
  private func leavesAndEntersWhatChanges(row: Row) {
    let notes = Notes()
    let machine = StateMachine(schema: Self.devices, subject: notes, state: row.from)
    let outcome = machine.handle(row.event)
    // Named regions that do not change are left with their innermost states alone.
    #expect(notes.lines.joined(separator: " ") == row.lines)
    switch row.event {
    case .set(let next), .again(let next, _):
      #expect(outcome == .moved)
      #expect("\(machine.state)" == "\(next)")
    case .fail:
      #expect(outcome.name == "failed")
      #expect("\(machine.state)" == "\(row.from)")
    }
  }

  @Test func entersAllRegionsOfTheFirstState() {
    let notes = Notes()
    let machine = StateMachine(schema: Self.devices, subject: notes, state: Self.music)
    #expect(machine.start() == .moved)
    #expect(notes.lines == ["+1 playing", "+playing.music", "+on"])
  }

  /// Only one region has answers; that the other changes is no reason to leave it.
  @Test func leavesNothingForARegionWithoutAnswers() {
    let schema = Self.schema(Device()) { event in
      if case .set(let next) = event { return .to(next) }
      return .ignored
    }
    .states(in: \.playback) { _ in .exit { $0.add("exit") } }
    .states(in: \.playback) { _ in .entry { $0.add("entry") } }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(.set(Device(noise: .on))) == .moved)
    #expect(notes.lines.isEmpty)
    #expect(machine.handle(.set(Device(noise: .on))) == .moved)
    #expect(notes.lines == ["exit", "entry"])
    #expect(machine.state.noise.casePath == ["on"])
  }

  @Test func surroundsRegionsByTheWholeState() {
    let schema = Self.devices
      .states { _ in .exit { $0.add("exit") } }
      .states { _ in .entry { $0.add("entry") } }
    let notes = Notes()
    let machine = StateMachine(schema: schema, subject: notes)
    #expect(machine.handle(.set(Device(noise: .on))) == .moved)
    #expect(notes.lines == ["-off", "exit", "act", "entry", "+on"])
  }

  @Test func leavesTheSchemaItIsAddedToAsItWas() {
    let more = Self.devices.states(in: \.noise) { _ in .entry("more") { _ in } }
    func entries(_ schema: StateMachineSchema<Device, Event, Notes>) -> [String] {
      schema.behaviorDescriptions(in: Device()).compactMap { description in
        guard case .entry = description.kind else { return nil }
        return "\(description.owner.region ?? -1) \(description.label ?? "-")"
      }
    }
    #expect(entries(Self.devices) == ["0 +", "0 +", "1 +"])
    #expect(entries(more) == ["0 +", "0 +", "1 +", "1 more"])
    #expect(more.regionNames == ["playback", "noise"])
  }

  private actor Valve {
    struct State { var flow = Noise.off, light = Noise.off }
    private(set) var lines: [String] = []
    private lazy var machine = StateMachine(schema: Self.schema, subject: self)

    func turn() { machine.handle(()) }

    static let schema = StateMachineSchema<State, Void, Valve>(initialState: State()) { state, _ in
      return .to(State(flow: .on, light: .off), reentering: \.light) { $0.lines.append("act") }
    }
    .states(in: \.light) { _ in .exit("note") { $0.lines.append("exit") } }
    .states(in: \.flow) { _ in .entry("note") { $0.lines.append("entry") } }
  }

  @Test func runsOnAnActor() async {
    let valve = Valve()
    await valve.turn()
    #expect(await valve.lines == ["exit", "act", "entry"])
  }
}

extension RegionTests.Playback {
  var name: String { casePath.joined(separator: ".") }
}
