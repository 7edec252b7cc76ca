import Schematic
import SchematicTestKit
import Testing

@testable import SchematicCases
@testable import SchematicGraph

@Suite struct GraphCaseBuilderTests {
  private enum Call: Graphable, Equatable {
    case idle, dialling(Bool), failed(code: Int, text: String?), done(Never)

    static var graphCases: [Call] {
      GraphCaseBuilder.list { cases in
        cases.add(.idle)
        cases.add("dialling", from: Call.dialling)
        cases.add("failed", from: Call.failed(code:text:))
        cases.add("done", from: Call.done)
      }
    }
  }

  @Test func lastPayloadVariesFastest() {
    #expect(
      Call.graphCases == [
        .idle, .dialling(false), .dialling(true),
        .failed(code: 0, text: nil), .failed(code: 0, text: ""), .failed(code: 0, text: "a"),
        .failed(code: 1, text: nil), .failed(code: 1, text: ""), .failed(code: 1, text: "a"),
      ])
  }

  private enum Path: Graphable, Equatable {
    case end
    indirect case step(Path)
    indirect case fork([Path], Path?)

    static var graphCases: [Path] {
      GraphCaseBuilder.list { cases in
        cases.add(.end)
        cases.add("step", from: Path.step)
        cases.add("fork", from: Path.fork)
      }
    }
  }

  @Test func typeThatNestsItselfIsFollowedOnce() {
    #expect(
      Path.graphCases == [
        .end,
        .step(.end), .step(.fork([], nil)),
        .fork([], nil), .fork([], .end), .fork([], .fork([], nil)),
        .fork([.end], nil), .fork([.end], .end), .fork([.end], .fork([], nil)),
      ])
  }

  private enum Ping: Graphable {
    case rest
    indirect case pong(Pong)
    static var graphCases: [Ping] {
      GraphCaseBuilder.list { cases in
        cases.add(.rest)
        cases.add("pong", from: Ping.pong)
      }
    }
  }
  private enum Pong: Graphable {
    case rest
    indirect case ping(Ping)
    static var graphCases: [Pong] {
      GraphCaseBuilder.list { cases in
        cases.add(.rest)
        cases.add("ping", from: Pong.ping)
      }
    }
  }

  @Test func typesThatNestEachOtherAreFollowedOnce() {
    #expect(
      Ping.graphCases.map(\.graphIdentifier) == [
        "rest", "pong.rest", "pong.ping.rest",
      ])
  }

  /// Types by number, each of which nests all of them.
  private enum Web<Number>: Graphable {
    case rest
    indirect case a(Web<Int8>), b(Web<Int16>), c(Web<Int32>), d(Web<Int64>), e(Web<UInt8>)
    indirect case f(Web<UInt16>), g(Web<UInt32>), h(Web<UInt64>), i(Web<Float>), j(Web<Double>)

    static var graphCases: [Web] {
      GraphCaseBuilder.list { cases in
        cases.add(.rest)
        cases.add("a", from: Web.a)
        cases.add("b", from: Web.b)
        cases.add("c", from: Web.c)
        cases.add("d", from: Web.d)
        cases.add("e", from: Web.e)
        cases.add("f", from: Web.f)
        cases.add("g", from: Web.g)
        cases.add("h", from: Web.h)
        cases.add("i", from: Web.i)
        cases.add("j", from: Web.j)
        Listings.current?.count += 1
      }
    }
  }
  private final class Listings: @unchecked Sendable {
    @TaskLocal static var current: Listings?
    var count = 0
  }

  /// Ten types have more than three million ways to lie inside one another.
  @Test func typesThatAllNestEachOtherAreFollowedWithinABound() {
    let listings = Listings()
    let cases = Listings.$current.withValue(listings) { Web<Int8>.graphCases }
    #expect(listings.count < 20_000)
    // Each way is followed as far as all others.
    let identifiers = Set(cases.map(\.graphIdentifier))
    for outer in "abcdefghij" {
      #expect(identifiers.contains("\(outer).rest"))
      for inner in "bcdefghij" where inner != outer {
        #expect(identifiers.contains("\(outer).\(inner).rest"))
      }
    }
    #expect(cases.count <= 1 + 10 * GraphCaseBuilder<Web<Int8>>.bound)
    let graph = StateGraph(initial: Web<Int8>.rest, events: Step.allCases) { _, _ in nil }
    #expect(graph.findings.map(\.kind).contains(.sampleBound))
  }

  private struct Ever<Inner>: GraphSampled {
    static var graphSamples: [Self] {
      GraphCaseBuilder.list { cases in
        cases.add("deeper") { (_: Ever<[Inner]>) in Self() }
        cases.add(Self())
      }
    }
  }

  @Test func typeThatNestsEverNewOnesEnds() {
    #expect(Ever<Int>.graphSamples.count == 32)
  }

  private enum Wide: Graphable {
    case narrow(Bool), wide(Double, Double, Double, Double, Double, Double), wider(Inner)
    static var graphCases: [Wide] {
      GraphCaseBuilder.list { cases in
        cases.add("narrow", from: Wide.narrow)
        cases.add("wide", from: Wide.wide)
        cases.add("wider", from: Wide.wider)
      }
    }
    enum Inner: Graphable {
      case all(Int?, [Int: Int], String, Int, Int, Int, Int, Int, Double)
      static var graphCases: [Inner] {
        GraphCaseBuilder.list { $0.add("all", from: Inner.all) }
      }
    }
  }

  private enum Step: CaseIterable, Graphable { case next }

  @Test func tooManyCombinationsOfAStateAreReported() {
    let wide = Wide.graphCases.filter { if case .wide = $0 { true } else { false } }
    #expect(wide.count == GraphCaseBuilder<Wide>.bound)
    let graph = StateGraph(
      StateMachineSchema<Wide, Step, Void>(initialState: .narrow(true)) { _, _ in .to(.narrow(true))
      }
    )
    let findings = graph.findings.filter { $0.kind == .sampleBound }
    #expect(
      findings.map(\.name) == ["sample bound met: wide", "sample bound met: wider.all"])
    #expect(
      findings.first?.description == """
        what case wide carries has 729 combinations of samples, of which 256 are tried; name \
        those that matter in `graphCases` or with `@GraphSamples`
        """)
  }

  @Test func tooManyCombinationsOfAnEventAreReported() {
    let graph = StateGraph(
      StateMachineSchema<Step, Wide, Void>(initialState: .next) { _, _ in .to(.next) })
    let findings = graph.findings.filter { $0.kind == .sampleBound }
    #expect(findings.map(\.event) == ["wide", "wider.all"])
    #expect(findings.map(\.state) == ["", ""])
  }

  @Test func noFindingIsMadeIfAllCombinationsAreListed() {
    let graph = StateGraph(
      StateMachineSchema<Call, Call, Void>(initialState: Call.graphCases[0]) { _, event in
        .to(event)
      })
    #expect(!graph.findings.contains { $0.kind == .sampleBound })
  }

  @Test func everySampleOfEveryPayloadIsShown() {
    Seeds.each(300, everySampleOfEveryPayloadIsShown(seed:))
  }

  private func everySampleOfEveryPayloadIsShown(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let counts = (0..<Int.random(in: 1...70, using: &random)).map { _ in
      Int.random(in: 1...9, using: &random)
    }
    let bound = Int.random(in: 1...300, using: &random)
    let combinations = SampleCombinations(of: counts, bound: bound)
    let listed = combinations.listed
    #expect(listed.count == Set(listed).count)
    #expect(listed.count == min(combinations.total, max(bound, counts.max() ?? 0)))
    #expect(listed == listed.sorted { $0.lexicographicallyPrecedes($1) })
    for (position, count) in counts.enumerated() {
      #expect(Set(listed.map { $0[position] }) == Set(0..<count))
    }
  }

  @Test func payloadWithoutSamplesListsNothing() {
    #expect(SampleCombinations(of: [3, 0, 2], bound: 10).listed.isEmpty)
    #expect(SampleCombinations(of: Array(repeating: 2, count: 80), bound: 10).total == .max)
  }
}
