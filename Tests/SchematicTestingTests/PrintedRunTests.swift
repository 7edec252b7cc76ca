import Foundation
import Schematic
import SchematicGraph
import SchematicTestKit
@testable import SchematicTesting
import Testing

/// The names that the code of a printed run takes from its test.
///
/// The functions take down what failed, so that no test has an issue.
final class PrintedRun {
  let machine: StateMachine<Shop, Order, Kiosk>
  let graph = RandomRunTests.picture
  private var check: StepCheck<Shop, Order, Kiosk>?
  private var holds = true

  init(of fault: Kiosk.Fault) {
    machine = StateMachine(schema: Kiosk.schema(fault), owning: Kiosk())
  }

  /// What failed, in the words of a report; `nil` if nothing did.
  var found: String? {
    check?.unshown?.description ?? (holds ? nil : "the invariant returned false")
  }

  func expectSteps(of machine: StateMachine<Shop, Order, Kiosk>, in graph: StateGraph) {
    let check = StepCheck(of: machine.schema, in: graph)
    check.begin(in: machine.state)
    machine.observe { check.note($0) }
    self.check = check
  }

  func invariant(_ machine: StateMachine<Shop, Order, Kiosk>) throws -> Bool {
    holds = machine.subject?.isPaid ?? false
    return true
  }
}

/// The code that failing runs print compiles, and fails in the same way.
///
/// The printed code is a golden that is compiled with the tests.
@Suite struct PrintedRunTests {
  private static let faults = Kiosk.Fault.allCases.filter { $0 != .none }
  private static let seeds: ClosedRange<UInt64> = 1...4

  /// Events with every kind of value that can be written.
  private static let events: [Exotic] = [
    .text("\"\\(a)\"\n\u{0}\u{1F600}#\""), .text(""), .number(-1, of: .max), .real(-0.5, .infinity),
    .real(.nan, 1e300), .maybe(nil), .maybe(.some(nil)), .maybe(.some(.some(3))),
    .choice(.some(.none)), .choice(.some(.other)), .choice(nil), .list([[1], []], ["a"]),
    .table(["b": true]), .table([:]), .pair(left: (1, "x"), .c),
    .range(1..<3, 0...0), .when(.seconds(2), .milliseconds(1500)), .result(.failure(Jam.stuck)),
    .result(.success(())), .error(Jam.stuck), .nothing(()), .`self`, .`two words`(in: 1),
    .letter("\u{301}", "\\"),
  ]

  @Test func printedCodeIsWhatIsCompiled() throws {
    var functions: [String] = []
    var names: [String] = []
    for fault in Self.faults {
      for seed in Self.seeds {
        let report = try #require(RandomRunTests.report(of: fault, seed: seed))
        names.append("\(fault)\(seed)")
        functions.append(
          "  func \(fault)\(seed)() throws {\n"
            + report.code.map { "    \($0)\n" }.joined() + "  }\n")
      }
    }
    let events = try Self.events.map { try #require(SwiftSource.text(of: $0), "\($0)") }
    let text = """
      // Written by PrintedRunTests with RECORD_GOLDENS=1.
      import Schematic
      import SchematicTesting
      import Testing

      extension PrintedRun {
        static var all: [String: (PrintedRun) -> () throws -> Void] {
          [
      \(names.map { "      \"\($0)\": \($0)," }.joined(separator: "\n"))
          ]
        }

      \(functions.joined(separator: "\n"))}

      extension Exotic {
        static var printed: [Exotic] {
          [
      \(events.map { "      \($0)," }.joined(separator: "\n"))
          ]
        }
      }

      """
    #expect(try Golden("PrintedRuns.swift").difference(from: text) == nil)
  }

  @Test func printedCodeFailsInTheSameWay() throws {
    for fault in Self.faults {
      for seed in Self.seeds {
        let report = try #require(RandomRunTests.report(of: fault, seed: seed))
        let send = try #require(PrintedRun.all["\(fault)\(seed)"])
        let wrong = PrintedRun(of: fault)
        try send(wrong)()
        #expect(wrong.found == report.failure.found)
        let right = PrintedRun(of: .none)
        try send(right)()
        #expect(right.found == nil)
      }
    }
  }

  @Test func printedValuesAreTheSameValues() {
    #expect(Exotic.printed.map { "\($0)" } == Self.events.map { "\($0)" })
  }

  @Test func valuesThatReflectionCannotWriteAreSamplesOrComments() throws {
    #expect(SwiftSource.text(of: Order.`init`(Note(text: "x"))) == nil)
    #expect(SwiftSource.text(of: Exotic.error(Hidden.one)) == nil)
    #expect(SwiftSource.text(of: [3: "c", 1: "a", 2: "b"]) == #"[1: "a", 2: "b", 3: "c"]"#)
    #expect(SwiftSource.text(of: Set(["c", "a", "b"])) == #"["a", "b", "c"]"#)
    let report = try #require(RandomRunTests.report(of: .locksAfterANote, seed: 1))
    #expect(report.code.last == "machine.handle(Order.graphCases[9])  // init")
    let comment = RunReport<Unlisted>(
      failure: RunFailure(
        events: [.note(Note(text: "a\nb"))], places: ["open"], entries: [],
        cause: .invariant("", kind: "")), originalLength: 1, seed: 5, hasGraph: false,
      sourceLocation: #_sourceLocation)
    #expect(
      comment.code[0]
        == #"// Reflection can't write this event, `seed: 5` sends it: note(SchematicTestingTests.Note(text: "a\nb"))"#
    )
  }

  private enum Hidden: Error { case one }
  private enum Unlisted: Graphable {
    case note(Note)
    static let graphCases: [Unlisted] = []
  }
}

/// An error that events carry.
enum Jam: Error { case stuck }

/// Events that carry every kind of value that can be written as Swift.
enum Exotic {
  enum Choice { case none, some, other }
  enum Letter: String { case c }

  case text(String), number(Int, of: UInt64), real(Float, Double), maybe(Int??), choice(Choice?)
  case list([[Int]], Set<String>), table([String: Bool]), pair(left: (Int, String), Letter)
  case range(Range<Int>, ClosedRange<Int>), when(Duration, Duration)
  case result(Result<Void, any Error>), error(any Error), nothing(Void), `self`
  case `two words`(in: Int), letter(Character, Unicode.Scalar)
}
