import Foundation
import SchematicTestKit
import Testing

@testable import SchematicGraph

/// What a row says about arguments: properties of a struct, comparisons, numbers of elements, and objects.
@Suite struct ArgumentsInRowsTests {
  private enum Kind: CaseIterable { case text, binary, ping }
  private struct Frame {
    var kind: Kind
    var isLast: Bool
    var payload: [UInt8] = []
  }

  private struct Socket {
    private enum State { case idle, message }
    private var state = State.idle
    mutating func receive(_ frame: Frame) -> String? {
      guard frame.kind != .ping else { return "pong" }
      state = frame.isLast ? .idle : .message
      return frame.isLast ? "deliver" : nil
    }
  }

  @Test func propertyOfAnArgumentIsACondition() {
    let frames = Kind.allCases.flatMap { kind in
      [false, true].map { Frame(kind: kind, isLast: $0) }
    }
    let graph = StateGraph(
      .value(Socket()) { ReflectedState(of: $0) },
      steps: [.step("receive", with: frames) { $0.receive($1) }])
    #expect(
      graph.lines == [
        "idle → message: receive [kind ≠ ping and isLast = false]",
        "idle ⇢ idle: receive [kind ≠ ping and isLast = true] / deliver",
        "idle ⇢ idle: receive [kind = ping] / pong",
        "message → idle: receive [kind ≠ ping and isLast = true] / deliver",
        "message ⇢ message: receive [kind = ping] / pong",
      ])
  }

  private struct Text {
    private(set) var isOpen = false
    mutating func read(_ data: Data) { if let first = data.first { isOpen = first == 0x81 } }
  }

  @Test func conditionShowsAFewBytesOfData() {
    let samples = [Data(), Data([0x81, 0x00]), Data("ok".utf8), Data(count: 12)]
    let graph = StateGraph(
      .value(Text()) { ReflectedState($0.isOpen) },
      steps: [.step("read", with: samples, named: "data") { $0.read($1) }])
    #expect(
      graph.lines == [
        "false → true: read [data = x81 x00]", "true → false: read [data in {\"ok\", 12 bytes}]",
      ], "\(graph.lines)")
  }

  private struct Badge {
    var id: String
    var name: String
  }

  private struct Lapel {
    private(set) var isUsed = false
    private var badge = Badge(id: "", name: "")
    mutating func pin(_ badge: Badge) { (self.badge, isUsed) = (badge, true) }
  }

  @Test func changeNamesTheFieldOfTheArgumentWithItsOwnName() {
    let graph = StateGraph(
      .value(Lapel()) { ReflectedState($0.isUsed) },
      steps: [
        .step("pin", with: [Badge(id: "a", name: "a"), Badge(id: "b", name: "b")]) { $0.pin($1) }
      ])
    #expect(
      graph.rules.first?.description
        == "false -> true: pin {badge.id = id, badge.name = name}")
  }

  private struct Refused: Error { let code: Int }
  private struct Broken: Error {}
  private struct Form {
    private enum State { case open, sent, failed }
    private var state = State.open
    mutating func fail(_ error: any Error) {
      if let error = error as? Refused, error.code == 1 { state = .sent } else { state = .failed }
    }
  }

  @Test func valueThatSomeArgumentsLackIsExcluded() {
    let errors: [any Error] = [Refused(code: 1), Refused(code: 2), Broken()]
    let graph = StateGraph(
      .value(Form()) { ReflectedState(of: $0) },
      steps: [.step("fail", with: errors) { $0.fail($1) }])
    #expect(
      graph.lines.prefix(2) == ["open → sent: fail [code = 1]", "open → failed: fail [code ≠ 1]"])
  }

  private enum Limit: Error { case low, high }
  private struct Pause: Error { let time: Int }
  private struct Retry {
    private enum State { case open, low, paused }
    private var state = State.open
    mutating func fail(_ error: (any Error)?) {
      switch error {
      case Limit.low?: state = .low
      case is Pause: state = .paused
      default: break
      }
    }
  }

  @Test func conditionThatSaysNotNilIsTrueForNothingElse() {
    let errors: [(any Error)?] = [nil, Limit.low, Limit.high, Pause(time: 1), Pause(time: 2)]
    let graph = StateGraph(
      .value(Retry()) { ReflectedState(of: $0) },
      steps: [.step("fail", with: errors) { $0.fail($1) }])
    #expect(
      graph.lines.prefix(2) == [
        "open → low: fail [fail = low]", "open → paused: fail [fail.time in 1…2]",
      ])
  }

  private enum Net: CaseIterable { case up, down, metered }
  private struct Tunnel {
    private enum State { case off, on(Net) }
    private var state = State.off
    mutating func start() { state = .on(.up) }
    mutating func path(_ net: Net) -> String? {
      guard case .on(let old) = state, old != net else { return nil }
      state = .on(net)
      return "update"
    }
  }

  @Test func valueThatDiffersFromAnotherIsCompared() {
    let graph = StateGraph(
      .value(Tunnel()) { ReflectedState(of: $0) },
      steps: [
        .step("start") { $0.start() }, .step("path", with: Net.allCases) { $0.path($1) },
      ])
    #expect(
      graph.lines == [
        "off → on: start", "on ⇢ on: start", "on ⇢ on: path [path ≠ on] / update",
      ])
  }

  private struct Lamp {
    private enum State { case off, on(loud: Bool) }
    private var state = State.off
    private var name = "lamp"
    mutating func start(loud: Bool) { state = .on(loud: loud) }
  }

  @Test func valueThatAnArgumentReplacesHasNoCondition() {
    let graph = StateGraph(
      .value(Lamp()) { ReflectedState(of: $0) },
      steps: [.step("start", with: [false, true]) { $0.start(loud: $1) }])
    #expect(graph.lines == ["off → on: start", "on ⇢ on: start"])
    #expect(graph.rules.map(\.change) == [nil, "loud = start"])
  }

  private struct Waiting {
    private enum State { case open, shut }
    private var state = State.open
    private var jobs: [(text: String, Int)] = []
    mutating func add(_ job: String) {
      if state == .open, jobs.count < 3 { jobs.append((job, jobs.count)) }
    }
    mutating func shut() -> String? {
      guard state == .open else { return nil }
      if jobs.count > 1 { state = .shut }
      return jobs.isEmpty ? "nothing" : nil
    }
  }

  @Test func longListIsCounted() {
    let long = "a job with so many words that nobody wants to read them in a condition"
    let graph = StateGraph(
      .value(Waiting()) { ReflectedState(of: $0) },
      steps: [.step("add", with: [long]) { $0.add($1) }, .step("shut") { $0.shut() }])
    #expect(
      graph.lines == [
        "open ⇢ open: add [jobs.count in 0…2]",
        "open ⇢ open: shut [jobs = []] / nothing",
        "open → shut: shut [jobs.count in 2…3]",
      ])
    #expect(graph.rules[0].change == "jobs.count + 1")
  }

  private final class Participant {
    enum Mood: CaseIterable { case idle, speaking }
    let mood: Mood
    let id = 7
    init(_ mood: Mood) { self.mood = mood }
  }

  private struct Room {
    private enum State { case quiet, loud }
    private var state = State.quiet
    mutating func connected(_ participant: Participant) {
      state = participant.mood == .idle ? .quiet : .loud
    }
  }

  @Test func propertyOfAnObjectIsACondition() {
    let graph = StateGraph(
      .value(Room()) { ReflectedState(of: $0) },
      steps: [
        .step("connected", with: Participant.Mood.allCases.map { Participant($0) }) {
          $0.connected($1)
        }
      ])
    #expect(
      graph.lines == [
        "quiet → loud: connected [connected.mood = speaking]",
        "loud → quiet: connected [connected.mood = idle]",
      ])
  }

  private struct Board {
    private enum State { case open, won, lost }
    private var state = State.open
    nonisolated(unsafe) static var coin = false
    mutating func reveal() {
      Self.coin.toggle()
      if state == .open { state = Self.coin ? .won : .lost }
    }
  }

  @Test func chanceThatDecidesTheStateIsNamed() {
    let graph = StateGraph(
      .value(Board()) { ReflectedState(of: $0) }, steps: [.step("reveal") { $0.reveal() }])
    let found = graph.findings.filter { $0.kind == .replayDiffers }.map(\.description)
    #expect(
      found == [
        """
        the events that led to state won lead to lost when a new machine gets them, so nothing more is drawn; let \
        the machine be given what a clock or chance decides, and let machines share nothing
        """
      ], "\(graph.findings)")
  }
}
