import Foundation

@testable import Scaffold

/// Code with machines and graphs, as the compiler shows it.
enum Fixture {
  static let code: CheckedCode = {
    do {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "Fixture-\(UUID().uuidString).swift")
      try text.write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      var code = CheckedCode()
      let command = ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "App"]
      // Settings that many packages have.
      let strict = ["-warnings-as-errors", "-Werror", "DeprecatedDeclaration"]
      try code.read(try BuiltPackage.trees(command + strict + [file.path]), of: "App")
      return code
    } catch { fatalError("\(error)") }
  }()

  /// The types that a graph takes have the names of the library's, and nothing else of it.
  private static let text = """
    import Observation

    struct MachineSource<Machine, State> {
      static func value(_: Machine, state: (Machine) -> State) -> Self { fatalError() }
    }
    struct MachineStep<Machine> {
      static func step<Action>(_: String, _: (inout Machine) -> Action) -> Self { fatalError() }
      static func step<Argument, Action>(
        _: String, with: [Argument], _: (inout Machine, Argument) -> Action
      ) -> Self { fatalError() }
    }
    struct StateGraph {
      init<Machine, State>(_: MachineSource<Machine, State>, steps: [MachineStep<Machine>]) {}
      init<Machine, State, Event>(
        _: MachineSource<Machine, State>, events: [Event], step: (inout Machine, Event) -> Void) {}
    }

    struct MachineOptions<Machine, State> {}
    struct Diagram {
      init<Machine, State, Event>(
        of _: @autoclosure () -> Machine, state: (Machine) -> State, events: [Event],
        options: @autoclosure () -> MachineOptions<Machine, State> = MachineOptions(),
        step: (inout Machine, Event) -> Void) {}
    }

    struct Upload {
      enum State { case waiting, sending, done }
      enum Event { case start, sent(bytes: Int, name: String), broke }
      var state = State.waiting
      mutating func handle(_ event: Event) {
        switch event {
        case .start: state = .sending
        case .sent, .broke: finish()
        }
      }
      mutating func finish() { state = .done }
      mutating func cancel() { reset() }
      private mutating func reset() { state = .waiting }
      func isDone() -> Bool { if case .done = state { true } else { false } }
    }
    struct Door {
      enum State { case open, shut }
      enum Event { case push, pull }
      private(set) var state = State.shut
      mutating func handle(_ event: Event) throws { if case .push = event { state = .open } }
    }
    extension Upload {
      mutating func pause() { state = .waiting }
    }
    let uploadGraph = StateGraph(
      .value(Upload()) { $0.state },
      steps: [.step("start") { $0.handle(.start) }, .step("sent") { $0.handle(sent) }])
    let sent = Upload.Event.sent(bytes: 1, name: "a")
    func app() {
      var upload = Upload()
      upload.cancel()
    }

    class Device { func plug() {} }
    final class Kettle: Device {
      enum Heat { case cold, hot }
      enum Cup: CaseIterable { case small, large }
      var heat = Heat.cold
      override func plug() { unplug() }
      func unplug() {}
      func boil() { heat = .hot }
      func pour(into cup: Cup, quickly: Bool) { heat = .cold }
      fileprivate func leak() {}
    }
    func plugged(_ device: Device) { device.plug() }
    func kettleGraph() -> StateGraph {
      func boil(_ kettle: Kettle) { kettle.boil() }
      return StateGraph(
        .value(Kettle()) { $0.heat },
        steps: [
          .step("plug") { plugged($0) }, .step("boil") { boil($0) },
          .step("pour", with: Kettle.Cup.allCases) { $0.pour(into: $1, quickly: true) },
        ])
    }

    enum Dial {
      case call(number: Int), hangUp
      case transfer(to: Int)
      static var graphCases: [Dial] { numbers.map { .call(number: $0) } + [.hangUp] }
      static let numbers = [1, 2]
      var isTransfer: Bool { if case .transfer = self { true } else { false } }
    }
    protocol Handler { mutating func read() }
    struct Pipe: Handler {
      var isOpen = false
      mutating func read() { isOpen = true }
    }
    func reads<Reader: Handler>(_ handler: inout Reader) { handler.read() }
    let pipeGraph = StateGraph(.value(Pipe()) { $0.isOpen }, steps: [.step("read") { reads(&$0) }])

    enum Pad {
      case left, right
      static let graphCases: [Pad] = [.left]
    }
    enum Key: CaseIterable {
      case up, down
      static var graphCases: [Key] { allCases.filter { $0 != .down } }
    }
    struct Line {
      var isBusy = false
      mutating func handle(_ dial: Dial) { isBusy = dial.isTransfer }
    }
    let lineGraph = StateGraph(.value(Line()) { $0.isBusy }, events: [Dial.hangUp, .transfer(to: 1)]) {
      $0.handle($1)
    }

    struct Gauge {
      enum Turn { case more, less }
      var level = 0
      mutating func turn(_ turn: Turn) { if case .more = turn { level += 1 } }
      mutating func drain() { level = 0 }
    }
    let gaugeDiagram = Diagram(of: Gauge(), state: { $0.level }, events: [Gauge.Turn.more]) {
      $0.turn($1)
    }

    private struct Meter {
      var count = 0
      mutating func tick() { count += 1 }
      mutating func reset() { count = 0 }
    }
    private let meterGraph = StateGraph(.value(Meter()) { $0.count }, steps: [.step("tick") { $0.tick() }])

    @Observable final class Model {
      var isOn = false
      func press() { isOn.toggle() }
    }
    let modelGraph = StateGraph(.value(Model()) { $0.isOn }, steps: [.step("press") { $0.press() }])

    actor Gate {
      enum Phase { case open, shut }
      var phase = Phase.shut
      let limit: Int
      init(limit: Int, name: String = "") { self.limit = limit }
      func enter(_ names: String...) async throws {}
      func leave(after delay: Duration, by name: String?) {}
      func sort(_ numbers: inout [Int]) {}
    }
    private struct Hidden { mutating func go() {} }
    struct Box<Value> { mutating func put(_ value: Value) {} }
    struct Ticket: ~Copyable { mutating func punch() {} }
    enum Light { case red, green
      mutating func next() { self = .green }
    }
    enum Rooms { struct Light { mutating func dim() {} }
      struct Lamp { mutating func dim() {} }
    }
    enum Halls { struct Lamp { mutating func dim() {} } }
    """
}
