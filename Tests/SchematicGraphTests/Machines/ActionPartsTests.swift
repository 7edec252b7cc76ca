import SchematicGraph
import Testing

/// Actions that consist of several parts.
@Suite struct ActionPartsTests {
  enum Request { case none, execute(Int), fail(any Error) }
  enum Timer: String { case none, start, cancel }
  struct Action {
    var request = Request.none
    var connection: Timer?
    var timers: [Timer] = []
    var isLast: Bool?
    var count: Int?
  }
  enum Alarm: CaseIterable, Hashable { case bell, flash, horn, lamp, mail, none, siren, voice }
  struct Retry { var count: Int }
  struct Own: CustomStringConvertible {
    var request = Request.none
    var description: String { "its own" }
  }

  static func label(_ action: Any) -> String? {
    StateGraph(
      .value(0) { ReflectedState("\($0)") },
      steps: [
        .step("go") {
          $0 = 1; return action
        }
      ]
    )
    .rules.first?.action
  }

  struct Sample: @unchecked Sendable, CustomTestStringConvertible {
    let testDescription: String
    let action: Any
    let label: String?

    init(_ name: String, _ action: Any, _ label: String?) {
      (testDescription, self.action, self.label) = (name, action, label)
    }
  }

  @Test(arguments: [
    Sample("nothing", Action(), nil),
    Sample("a case", Action(request: .execute(1)), "execute"),
    Sample("two cases", Action(request: .execute(1), connection: .start), "execute, start"),
    Sample(
      "values beside a case", Action(request: .execute(1), isLast: false, count: 3),
      "execute, not isLast, count = 3"),
    Sample("lists of cases", Action(timers: [.cancel, .none, .start]), "cancel, start"),
    Sample("a tuple", (Request.execute(1), Timer.cancel), "execute, cancel"),
    Sample("a list", [Request.execute(1), .fail(CancellationError())], "execute, fail"),
    Sample("a set of cases", Set(Alarm.allCases), "bell, flash, horn, lamp, mail, siren, voice"),
    Sample("an empty list", [Request](), nil),
    Sample("a struct without cases", Retry(count: 3), "Retry"),
    Sample("a description of its own", Own(), "its own"),
  ])
  func actionsAreNamedAfterTheirCases(_ sample: Sample) {
    #expect(Self.label(sample.action) == sample.label)
  }

  @Test func longLabelOfAnActionEndsWithADigest() {
    let labels = ["a", "b"].map {
      Self.label([Retry(count: 1)].map { "\($0)" } + [String(repeating: $0, count: 300)])
    }
    #expect(labels.allSatisfy { ($0?.count ?? 0) < 140 })
    #expect(Set(labels).count == 2)
  }

  private struct Row { var columns: [Int] }

  @Test(
    arguments: [
      (.send(.greeting), "send(greeting)"), (.send(nil), "send"),
      (.repeated(.send(.end), 3), "repeated(send(end))"),
      (.wait(seconds: 5), "wait"), (.fail(CancellationError()), "fail"),
      (.fail(Reason.late), "fail(late)"),
    ] as [(Message, String)])
  func actionNamesTheCasesThatItCarries(action: Message, label: String) {
    #expect(stepText(of: action) == label)
  }

  @Test func listOfDataIsOneActionHoweverManyThereAre() {
    struct Reader {
      var isOpen = true
      var rows: [Row] = []
      mutating func receive(_ column: Int) {
        if rows.count < 3 { rows.append(Row(columns: [column])) }
      }
      mutating func read() -> [Row] {
        defer { rows = [] }
        return rows
      }
    }
    let graph = StateGraph(
      .value(Reader()) { ReflectedState($0.isOpen) },
      steps: [.step("receive", with: [1, 2]) { $0.receive($1) }, .step("read") { $0.read() }])
    #expect(
      graph.lines == [
        "true ⇢ true: receive [rows.count in 0…2]", "true ⇢ true: read [rows ≠ []] / [Row]",
      ])
  }
}

enum Reason: Error { case late }

indirect enum Message: Sendable {
  enum Text { case greeting, end }
  case send(Text?)
  case repeated(Message, Int)
  case wait(seconds: Int)
  case fail(any Error)
}
